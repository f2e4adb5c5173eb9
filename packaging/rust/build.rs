// SPDX-License-Identifier: MIT-0
//! Compiles the functions that the crate calls, by the C compiler that the crate cc finds.
fn main() {
    for path in ["include", "packaging/rust/tw_rust.c"] {
        println!("cargo:rerun-if-changed={path}");
    }
    cc::Build::new().file("packaging/rust/tw_rust.c").include("include").compile("tw_rust");
}
