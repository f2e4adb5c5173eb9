#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""clangd.py CLANGD SOURCE FILE: writes a program to FILE, and asks CLANGD about it, by the language server protocol."""
import json
import pathlib
import re
import subprocess
import sys

PROGRAM = """#include "hwheel.h"
#include "timers.h"

/* Closes silent connections. Its verbs: timers.h. */
TW_TIMERS_OF(conns, hwheel)
static struct conns t;
static struct tw_node n;
static struct tw_timers any;
void f(void);
void f(void) {
    conns_add(&t, &n, 5);
    tw_timers_add(&any, &n, 5);
    conns_a
}
"""


class Server:
    def __init__(self, clangd, source):
        self.process = subprocess.Popen([clangd, "--log=error", "--background-index=false"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.asked = 0
        flags = [f"-I{source}", "-std=c99"]
        self.ask("initialize", processId=None, rootUri=None, capabilities={},
                 initializationOptions={"fallbackFlags": flags})
        self.send("initialized")

    def send(self, method, number=None, **params):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        self.asked += 1
        self.send(method, self.asked, **params)
        while True:
            answer = self.receive()
            if answer.get("id") == self.asked and "method" not in answer:
                return answer["result"]


def version_of(clangd):
    """The first number of its version."""
    said = subprocess.run([clangd, "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return int(re.search(r"clangd version (\d+)", said)[1])


def hovers(at, version):
    """What it shows at the cursor. The comment above the macro is that of the struct, and since 19 of each function."""
    shown = at("hover", "tw_timers_add(&any", 4)["contents"]["value"]
    assert "Arms n for tick due." in shown and "nothing changed." in shown, shown
    shown = at("hover", "conns_add(&t", 3)["contents"]["value"]
    assert "bool conns_add(struct conns *t, struct tw_node *n, tw_tick due)" in shown, shown
    assert ("Closes silent connections." in shown) == (version >= 19), shown
    shown = at("hover", "struct conns t", 8)["contents"]["value"]
    assert "Closes silent connections." in shown, shown


def main():
    clangd, source, file = sys.argv[1], *(pathlib.Path(name).resolve() for name in sys.argv[2:])
    file.write_text(PROGRAM)
    server = Server(clangd, source)
    document = {"uri": file.as_uri(), "languageId": "c", "version": 1, "text": PROGRAM}
    server.send("textDocument/didOpen", textDocument=document)

    def at(method, text, beyond=0):
        index = PROGRAM.index(text) + beyond
        line = PROGRAM.count("\n", 0, index)
        place = {"line": line, "character": index - PROGRAM.rfind("\n", 0, index) - 1}
        return server.ask("textDocument/" + method, textDocument={"uri": file.as_uri()}, position=place)

    hovers(at, version_of(clangd))
    place, = at("definition", "conns_add(&t", 3)
    used = PROGRAM[:PROGRAM.index("TW_TIMERS_OF")].count("\n")
    assert place["uri"] == file.as_uri() and place["range"]["start"]["line"] == used, place
    place, = at("definition", "TW_TIMERS_OF", 4)
    assert place["uri"] == (source / "timers.h").as_uri(), place

    items = sorted(at("completion", "conns_a\n", 7)["items"], key=lambda i: i["sortText"])
    first = [i["label"].strip().partition("(")[0] for i in items][:6]
    assert first == ["conns_add", "conns_add_if_earlier", "conns_add_in", "conns_advance", "conns_advance_some",
                     "conns_any_due"], first
    server.process.kill()
    print(f"{clangd} shows what the page says")


main()
