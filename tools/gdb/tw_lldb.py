# SPDX-License-Identifier: MIT-0
"""For LLDB 16 or later: a command that lists the armed timers of a set, and summaries of sets, structures and nodes.
    (lldb) command script import tools/gdb/tw_lldb.py
    (lldb) tw-timers server.timers
    0x7fffffffe0c8  due 30013  in 29493  <idle_timeout>
    1 armed, now 520
    (lldb) p conn->idle
    (tw_node) waits for 30013, <idle_timeout>
tw.py tells more: the same holds here. p -R shows the members."""
import lldb

import tw_walk


class Value:
    """What tw_walk wants of a value."""
    def __init__(self, value):
        self.value, self.type = value, value.GetType().GetCanonicalType()

    def __getitem__(self, key):
        if isinstance(key, str):
            return Value(self.value.GetChildMemberWithName(key))
        if not self.type.IsPointerType():  # with True also beyond the elements that LLDB counts: it has 0 for some of gcc
            return Value(self.value.GetChildAtIndex(key, lldb.eNoDynamicValues, True))
        of = self.type.GetPointeeType()
        return self.at(int(self) + key * of.GetByteSize(), of)

    def __int__(self):
        error = lldb.SBError()
        number = self.value.GetValueAsUnsigned(error)
        if error.Fail():
            raise tw_walk.Broken(f"{self.value.GetName()} cannot be read")
        return number

    def names(self):
        return [field.GetName() for field in self.type.get_fields_array()]

    def kind(self):
        kind = self.type.GetPointeeType().GetCanonicalType() if self.type.IsPointerType() else self.type
        return kind.GetName().removeprefix("struct ")

    def is_struct(self):
        return self.type.GetTypeClass() in (lldb.eTypeClassStruct, lldb.eTypeClassClass)

    def size(self):
        return self.type.GetByteSize()

    def length(self):
        return self.size() // self.type.GetArrayElementType().GetByteSize()

    def text(self):
        target = self.value.GetTarget()  # and not the process: a core may lack what stands in the program
        read = target.ReadMemory(target.ResolveLoadAddress(int(self)), 32, lldb.SBError())
        return (read or b"").partition(b"\0")[0].decode(errors="replace")

    def function(self):
        address = self.value.GetTarget().ResolveLoadAddress(int(self))
        return f"<{address.GetSymbol().GetName()}>" if address.GetSymbol() else ""

    def address(self):
        return self.value.AddressOf().GetValueAsUnsigned()

    def to(self, kind):
        return self.at(int(self), self.value.GetTarget().FindFirstType(kind))

    def at(self, address, kind):
        target = self.value.GetTarget()
        return Value(target.CreateValueFromAddress("value", lldb.SBAddress(address, target), kind))


class TwTimers:
    """tw-timers SET: the armed timers of a set of tw, with address, deadline, ticks from now, and callback."""
    def __init__(self, debugger, _):
        del debugger

    def __call__(self, debugger, command, context, result):
        where = context.GetFrame() if context.GetFrame() else context.GetTarget()
        timers = where.EvaluateExpression(command)
        if timers.GetType().IsPointerType():
            timers = timers.Dereference()
        try:
            if not timers or tw_walk.describe(Value(timers)) is not tw_walk.of_set:
                raise tw_walk.Broken(f"{command} is no set")
            for line in tw_walk.lines(Value(timers)):
                print(line, file=result)
        except tw_walk.Broken as broken:
            result.SetError(str(broken))

    @staticmethod
    def get_short_help():
        return TwTimers.__doc__


def knows(kind, _):
    """Says whether a type is one of tw. A set begins with its clock."""
    kind = kind.GetCanonicalType()
    fields = kind.get_fields_array()
    return bool(fields) and (kind.GetName() in ["tw_node"] + ["tw_" + name for name in tw_walk.STRUCTURES] or
                             fields[0].GetName() == "clock" and fields[0].GetType().GetName() == "tw_clock")


def summary(value, _):
    try:
        describe = tw_walk.describe(Value(value))
        return describe(Value(value))[0] if describe else ""
    except tw_walk.Broken as broken:
        return str(broken)


def __lldb_init_module(debugger, _):
    debugger.HandleCommand(f"command script add -o -c {__name__}.TwTimers tw-timers")
    debugger.HandleCommand(f"type summary add -p -F {__name__}.summary --recognizer-function {__name__}.knows")
