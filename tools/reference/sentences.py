# SPDX-License-Identifier: MIT-0
"""Takes the comments of the headers apart, sentence by sentence."""
import re
from inline import spans

SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z(0-9`*-]|[a-z_]+\(\))")
ANSWER = re.compile(r"(True|False|NULL|-?\d|\(size_t\)-1)\b[:.]|Each (is|gives)\b|Returns true always")


def sentences(text):
    return SENTENCE.split(" ".join(text.split()))


def answers(part):
    """The sentences that tell the answers, and the others."""
    told = [s for s in part if ANSWER.match(s)]
    return told, [s for s in part if s not in told]


def of_each(comment, verbs, known=()):
    """{verb: [sentence]}: a sentence that begins with verb() speaks of that verb, and so do those behind it; those
    before the first, and those that begin with Each, speak of all. What is said of other known verbs is left out."""
    parts, of = {v: [] for v in verbs}, list(verbs)
    for text in sentences(comment):
        tag = re.match(r"(\w+)\(\)(:?) ?", text)
        if tag and (tag.group(1) in parts or tag.group(1) in known):
            of = [v for v in verbs if v == tag.group(1)]
            if tag.group(2):
                text = text[tag.end():tag.end() + 1].upper() + text[tag.end() + 1:]
        for verb in verbs if text.startswith("Each ") else of:
            parts[verb].append(text)
    return parts


def sentence(text):
    """With a capital in front, if it begins with a word, and a full stop behind."""
    if not spans(text)[0][0]:
        text = text[0].upper() + text[1:]
    return text if text[-1:] in ".?!:`" else text + "."
