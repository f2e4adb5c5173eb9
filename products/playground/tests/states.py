# SPDX-License-Identifier: MIT-0
"""Brings a state that tw_draw --json gives into the form that figures.py reads from a figure; and says of a picture where
its timers stand."""


def form(state):
    due = {timer["id"]: int(timer["due"]) for timer in state["timers"]}
    named = lambda ids: [(timer, due[timer]) for timer in ids]
    found = {"structure": state["structure"], "now": int(state["now"]), "count": state["count"],
            "due list": named(state["due"])}
    found.update(SHAPES[state["kind"]](state, named))
    return found


def heap_state(state, named):
    return {"cells": [(cell["id"], int(cell["due"]), cell["number"]) for cell in state["cells"]]}


def tree_state(state, named):
    nodes = {node["id"]: node for node in state["nodes"]}

    def depth(node):
        return 0 if node["up"] is None else 1 + depth(nodes[node["up"]])
    return {"nodes": [(depth(node), node["red"]) + named([node["id"]])[0] for node in state["nodes"]]}


def list_state(state, named):
    assert state["columns"] == state["linked"]
    found = {"lanes": {i: named(lane) for i, lane in enumerate(state["lanes"])}, "base": named(state["linked"])}
    if state["levels"]:
        found["levels"] = [state["levels"][key] for key in ("all", "heads", "towers", "free")]
    return found


def ring_state(state, named):
    assert state["hand_at"] == int(state["position"]) % state["size"]
    return {"position": int(state["position"]),
            "slots": {slot["slot"]: (int(slot["least"]), [timer + (int(rounds),) for timer, rounds in
                                                          zip(named(slot["ids"]), slot["rounds"])])
                      for slot in state["slots"]}}


def block_of(slot):
    return None if slot["begin"] == slot["end"] else (int(slot["begin"]), int(slot["end"]))


def wheels_state(state, named):
    found = {"position": int(state["position"]), "slots": {}, "first": named([state["first"]] if state["first"] is not None else [])}
    for level in state["levels"]:
        for slot in level["slots"]:
            key = (level["level"],) + ((slot["half"],) if "half" in slot else ()) + (slot["slot"],)
            key += (slot["sub"],) if level.get("subs", 1) > 1 else ()
            found["slots"][key] = (block_of(slot), named(slot["ids"]))
    if state.get("overflow"):
        found["slots"]["overflow"] = (None, named(state["overflow"]))
    return found


SHAPES = {"heap": heap_state, "tree": tree_state, "list": list_state, "ring": ring_state, "rings": wheels_state,
          "halves": wheels_state}


def standing(picture):
    """How often each timer stands in the structure."""
    if picture["kind"] == "heap":
        return [cell["id"] for cell in picture["cells"] if cell["id"] is not None]
    if picture["kind"] == "tree":
        return [node["id"] for node in picture["nodes"]]
    if picture["kind"] == "list":
        return list(picture["linked"])
    slots = picture.get("slots", []) + [slot for level in picture.get("levels", []) for slot in level["slots"]]
    return [timer for slot in slots for timer in slot["ids"]] + (picture.get("overflow") or [])


def place_of(picture, timer):
    """Where the picture has it, as an event says it."""
    for cell in picture.get("cells", []):
        if cell["id"] == timer:
            return {"cell": cell["cell"]}
    for slot in picture.get("slots", []):
        if timer in slot["ids"]:
            return {"slot": slot["slot"]}
    for level in picture.get("levels") or [] if picture["kind"] in ("rings", "halves") else []:
        for slot in level["slots"]:
            if timer in slot["ids"]:
                return {"level": level["level"], **{key: slot[key] for key in ("half", "slot", "sub") if key in slot}}
    return {"overflow": True} if timer in (picture.get("overflow") or []) else None
