#!/usr/bin/env python3
"""parse.py FILE...: each file has the syntax of its kind; library.properties has the fields that Arduino demands."""
import ast
import configparser
import json
import pathlib
import sys

import yaml

ARDUINO = "name version author maintainer sentence paragraph category url architectures".split()


def properties(text):
    fields = dict(line.split("=", 1) for line in text.splitlines())
    missing = [name for name in ARDUINO if not fields.get(name)]
    assert not missing, f"no {', '.join(missing)}"


KINDS = {
    ".bazel": ast.parse,
    ".ini": lambda text: configparser.ConfigParser().read_string(text),
    ".json": json.loads,
    ".properties": properties,
    ".py": ast.parse,
    ".wrap": lambda text: configparser.ConfigParser().read_string(text),
    ".yml": yaml.safe_load,
}
for name in sys.argv[1:]:
    path = pathlib.Path(name)
    try:
        KINDS[path.suffix](path.read_text())
    except Exception as error:
        sys.exit(f"{name}: {error}")
