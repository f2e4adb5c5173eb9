# SPDX-License-Identifier: MIT-0
"""Prints each function of a header that names memory orders, with these.

    orders.py HEADER PREFIX     the names of the orders begin with PREFIX, such as memory_order_"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from ctokens import tokens  # noqa: E402

header, prefix = sys.argv[1:]
orders = {}
for token in tokens(pathlib.Path(header).read_text()):
    if token.text.startswith(prefix) and not token.directive:
        orders.setdefault(token.scope, []).append(token.text[len(prefix):].lower())
for function, names in orders.items():
    print(function, *names)
