# SPDX-License-Identifier: MIT-0
"""What is measured, and for what: a row per target, structure and header."""
from collections import namedtuple

# prefix is that of the tools' names; masks, the heading of the masks in the manual of post.h.
Target = namedtuple("Target", "name title bits prefix flags masks")
TARGETS = [
    Target("m0", "Cortex-M0, 32-bit ticks", 32, "arm-none-eabi-", "-mcpu=cortex-m0 -mthumb", "On a Cortex-M"),
    Target("m4", "Cortex-M4, 32-bit ticks", 32, "arm-none-eabi-", "-mcpu=cortex-m4 -mthumb", "On a Cortex-M"),
    Target("rv32", "RV32IMC, 32-bit ticks", 32, "riscv64-unknown-elf-",
           "-march=rv32imc -mabi=ilp32 -misa-spec=2.2", "On RISC-V"),
    Target("avr32", "AVR, 32-bit ticks", 32, "avr-", "-mmcu=atmega328p", "On an AVR"),
    Target("avr16", "AVR, 16-bit ticks", 16, "avr-", "-mmcu=atmega328p", "On an AVR"),
]


class Structure(namedtuple("Structure", "name header array share")):
    """array is the declaration of one for 8 timers, named room; share, the bytes of one for 64."""

    def options(self, timers=8):
        """What application.c and peers/tw.c are told of it."""
        room, count = ("room", timers) if self.array else ("NULL", 0)
        array = self.array.replace("8", str(timers))
        return [f'-DHEADER="{self.header}.h"', f"-DOF={self.name}", f"-DARRAY={array}", f"-DROOM={room}",
                f"-DN={count}"]


STRUCTURES = [
    Structure("heap4", "heap4", "static TW_HEAP4_ARRAY(room, 8);", "TW_HEAP4_BYTES(64)"),
    Structure("sortedlist", "sortedlist", "", "0"),
    Structure("skiplist", "skiplist", "static TW_SKIPLIST_ARRAY(room, 8);", "TW_SKIPLIST_BYTES(64)"),
    Structure("rbtree", "rbtree", "", "0"),
    Structure("wheel", "wheel", "static TW_WHEEL_ARRAY(room, 8);", "0"),
    Structure("smallwheel", "smallwheel", "", "0"),
]
