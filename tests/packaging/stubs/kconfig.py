#!/usr/bin/env python3
"""kconfig.py KCONFIG [CONF]: what a configuration comes to, as lines set(CONFIG_NAME value) for CMake."""
import sys

import kconfiglib

kconfig = kconfiglib.Kconfig(sys.argv[1], warn_to_stderr=False)
for conf in sys.argv[2:]:
    kconfig.load_config(conf)
if kconfig.warnings:
    sys.exit("\n".join(kconfig.warnings))
for symbol in kconfig.unique_defined_syms:
    if symbol.str_value != "n":
        print(f"set(CONFIG_{symbol.name} {symbol.str_value})")
