#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""clangd.py SOURCE FILE: writes a program to FILE, and asks clangd about it, by the language server protocol."""
import json
import pathlib
import subprocess
import sys

PROGRAM = """#include "hwheel.h"
#include "timers.h"
TW_TIMERS_OF(timers, hwheel)
static struct timers t;
static struct tw_node n;
static struct tw_timers any;
void f(void);
void f(void) {
    timers_add(&t, &n, 5);
    tw_timers_add(&any, &n, 5);
    timers_ad
}
"""


class Server:
    def __init__(self, source):
        self.process = subprocess.Popen(["clangd", "--log=error", "--background-index=false"], stdin=subprocess.PIPE,
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


def main():
    source, file = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    file.write_text(PROGRAM)
    server = Server(source)
    document = {"uri": file.as_uri(), "languageId": "c", "version": 1, "text": PROGRAM}
    server.send("textDocument/didOpen", textDocument=document)

    def at(method, text, beyond=0):
        index = PROGRAM.index(text) + beyond
        line = PROGRAM.count("\n", 0, index)
        place = {"line": line, "character": index - PROGRAM.rfind("\n", 0, index) - 1}
        return server.ask("textDocument/" + method, textDocument={"uri": file.as_uri()}, position=place)

    shown = at("hover", "tw_timers_add(&any", 4)["contents"]["value"]
    assert "Arms n for tick due." in shown and "nothing changed." in shown, shown
    shown = at("hover", "timers_add(&t", 4)["contents"]["value"]
    assert "bool timers_add(struct timers *t, struct tw_node *n, tw_tick due)" in shown, shown

    place, = at("definition", "timers_add(&t", 4)
    assert place["uri"] == file.as_uri() and place["range"]["start"]["line"] == 2, place
    place, = at("definition", "TW_TIMERS_OF", 4)
    assert place["uri"] == (source / "timers.h").as_uri(), place

    items = at("completion", "timers_ad\n", 9)["items"]
    mine = [i["label"].strip() for i in sorted(items, key=lambda i: i["sortText"]) if i["filterText"].startswith("timers_")]
    assert mine[0].startswith("timers_add(") and not any("__" in name for name in mine), mine
    server.process.kill()
    print("clangd shows what the page says")


main()
