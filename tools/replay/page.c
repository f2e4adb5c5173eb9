/* SPDX-License-Identifier: MIT-0 */
#include "page.h"

#include <stddef.h>

const char page_head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\"/>\n"
    "<title>Which timer structure fits?</title>\n"
    "<style>\n"
    ":root { color-scheme: light dark; --page: #fff; --ink: #1b232c; --soft: #55616d; --line: "
    "#d5dbe1;\n"
    "  --card: #f5f7f9; --a: #0b62c4; --b: #9cbbdd; --c: #d0913a;\n"
    "  --more: #0004; }\n"
    "@media (prefers-color-scheme: dark) { :root { --page: #13171c; --ink: #e4e9ee; --soft: "
    "#9fabb7;\n"
    "  --line: #37414b; --card: #1c2229; --a: #6db1ff; --b: #3d5f85; --c: #b98a45; "
    "--more: #fff5; } }\n"
    "body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, "
    "sans-serif; }\n"
    "main { max-width: 72rem; margin: 0 auto; padding: 1rem; }\n"
    "h1 { font-size: 1.6rem; line-height: 1.2; }\n"
    "h2 { font-size: 1.25rem; margin-top: 2.5rem; overflow-wrap: anywhere; }\n"
    "h3 { font-size: 1rem; margin: 1.8rem 0 .4rem; }\n"
    "p, dl { max-width: 46rem; }\n"
    ".soft, figcaption, footer { color: var(--soft); font-size: .9rem; }\n"
    ".advice { background: var(--card); border-left: 4px solid var(--a); padding: .6rem 1rem; "
    "margin: 1rem 0;\n"
    "  max-width: 46rem; }\n"
    ".advice p { margin: .3rem 0; }\n"
    ".wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background:\n"
    "  linear-gradient(var(--page), var(--page)) right / 20px 100% no-repeat local,\n"
    "  linear-gradient(to left, var(--more), transparent) right / 20px 100% no-repeat scroll; }\n"
    "table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; "
    "font-size: .9rem; }\n"
    "th, td { padding: .4rem .7rem; text-align: right; white-space: nowrap;\n"
    "  border-bottom: 1px solid var(--line); }\n"
    "thead th { white-space: normal; vertical-align: bottom; color: var(--soft); font-weight: 600; "
    "}\n"
    "th:first-child { text-align: left; position: sticky; left: 0; background: var(--card); }\n"
    "tbody tr:last-child > * { border-bottom: 0; }\n"
    ".best { font-weight: 700; color: var(--a); }\n"
    "code { font-size: .95em; }\n"
    ".plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), "
    "1fr));\n"
    "  gap: 1rem 2rem; }\n"
    "figure { margin: 0; }\n"
    "svg { width: 100%; max-width: 34rem; display: block; }\n"
    "text { font: 12px system-ui, sans-serif; fill: var(--ink); }\n"
    ".value, .axis { fill: var(--soft); }\n"
    ".a { fill: var(--a); }\n"
    ".b { fill: var(--b); }\n"
    ".c { fill: var(--c); }\n"
    ".area { fill: var(--a); }\n"
    ".grid { stroke: var(--line); }\n"
    ".key { display: inline-block; width: .8em; height: .8em; }\n"
    ".one { white-space: nowrap; }\n"
    ".key.a { background: var(--a); }\n"
    ".key.b { background: var(--b); }\n"
    ".key.c { background: var(--c); }\n"
    "dt { font-weight: 600; }\n"
    "dd { margin: 0 0 .5rem; }\n"
    "footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .8rem; }\n"
    "</style>\n"
    "</head>\n"
    "<body>\n"
    "<main>\n"
    "<h1>Which timer structure fits?</h1>\n"
    "<p>To arm a timer is to ask for a call at a later time, the deadline. The timer fires then, "
    "unless it is\n"
    "moved or cancelled before. The timers below were recorded in a running program. "
    "<code>replay</code> armed,\n"
    "moved and cancelled them again, in the same order, with each of several data structures. It "
    "checked that\n"
    "every timer fired at the right time and in the right order, and measured how long that "
    "took.</p>\n";

const char page_columns[] =
    "<h2>What the columns mean</h2>\n"
    "<dl>\n"
    "<dt>ns per operation</dt><dd>Nanoseconds for one arming or cancelling of the recording, with "
    "all that\n"
    "fires on the way. A program that sleeps asks for the next deadline after its operations, and "
    "that is in\n"
    "it, too. The lower, the better: this column chooses the structure. It "
    "chooses none if the next one "
    "is less than\n"
    "5 % behind, or if the sums of the parts, which the columns beside it time, are in another "
    "order.</dd>\n"
    "<dt>ns to arm, cancel, fire, of next()</dt><dd>The same for each kind of operation alone, "
    "many of them "
    "in a row. A\n"
    "dash: the recording has none, or next() is not asked.</dd>\n"
    "<dt>longest advance, us</dt><dd>Microseconds for which the program stands still at "
    "worst while "
    "the clock moves\n"
    "and timers fire. It matters where an answer must come in time.</dd>\n"
    "<dt>bytes of the set, bytes per timer</dt><dd>What the structure itself takes, and each timer "
    "in it.</dd>\n"
    "<dt>wake-ups</dt><dd>How often a program that sleeps until its next timer wakes up.</dd>\n";

const char page_slack[] =
    "<dt>with slack, ticks late</dt><dd>How often it wakes up if each timer may be late by the "
    "slack, so that\n"
    "timers share wake-ups; and by how many ticks a timer then was late at most.</dd>\n";

const char page_columns_end[] = "<dt>firings, hash</dt><dd>How many timers fired before the "
                                "recording ended, and a fingerprint of which ones,\n"
                                "when and in which order. All structures must have the same.</dd>\n"
                                "</dl>\n";

const struct page_structure page_structures[] = {
    {"heap4", "a heap in an array, each timer with four below it that fire no earlier"},
    {"rbtree", "a balanced binary tree, the red-black tree"},
    {"skiplist", "a sorted list with express lanes above it"},
    {"wheel", "one circle of slots, a tick each; a timer waits in the slot of its tick until its "
              "round comes"},
    {"hwheel", "wheels of growing coarseness; a timer moves down to a finer one as its deadline "
               "comes closer"},
    {"bigwheel",
     "the same for very many timers: it moves them down ahead of time, so that no tick is long"},
    {NULL, NULL},
};
