"""Stands for rules_cc, which wants a newer Bazel than Debian's: that one has the rules built in."""

cc_binary = native.cc_binary
cc_library = native.cc_library
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
