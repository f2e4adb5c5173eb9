"""The subject's side of the protocol in Python: serve(name, claims, make) answers lines, where make(now) gives an object
with add, cancel, next, advance and, if claimed, move. advance(now) returns the ids that fired, in their order."""
import sys


def serve(name, claims, make):
    subject = None
    for line in sys.stdin:
        verb, *words = line.split()
        numbers = [int(word) for word in words]
        if verb == "hello":
            answer = f"{claims} name {name}"
        elif verb == "init":
            subject, answer = make(*numbers), "ok"
        elif verb == "next":
            due = subject.next()
            answer = "none" if due is None else f"next {due}"
        elif verb == "advance":
            answer = " ".join(["fired", *map(str, subject.advance(*numbers))])
        elif verb in ("add", "cancel", "move"):
            answer = "ok" if getattr(subject, verb)(*numbers) else "no"
        else:
            answer = "what?"
        print(answer, flush=True)
