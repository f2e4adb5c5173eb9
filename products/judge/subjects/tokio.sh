#!/bin/sh
# tokio.sh PROGRAM: builds tokio_delay_queue.rs with the crates that Debian installs; nothing comes from a network.
set -eu
crates=/usr/share/cargo/registry source=$(cd "$(dirname "$0")" && pwd)
work=$1.cargo
mkdir -p "$work/src"
cp "$source/tokio_delay_queue.rs" "$work/src/main.rs"
cat >"$work/Cargo.toml" <<EOT
[package]
name = "subject"
version = "1.0.0"
edition = "2021"
[dependencies]
futures-util = "0.3"
tokio = { version = "1", features = ["rt", "macros", "time", "test-util"] }
tokio-util = { version = "0.7", features = ["time"] }
[profile.release]
opt-level = 1
EOT
TOKIO_UTIL=$(find $crates -maxdepth 1 -name 'tokio-util-[0-9]*' | sed 's/.*-//')
export TOKIO_UTIL
cd "$work"
cargo build --release --offline --config 'source.crates-io.replace-with="debian"' \
    --config "source.debian.directory=\"$crates\""
cp target/release/subject "$1"
