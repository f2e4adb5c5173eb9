#!/bin/sh
# crates.sh FOLDER: builds the subjects in Rust that want crates, with those that Debian installs; nothing comes from a network.
set -eu
crates=/usr/share/cargo/registry source=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
mio='' needs=''
[ -z "$(find $crates -maxdepth 1 -name 'mio-extras-*')" ] || { mio=mio_timer && needs='mio-extras = "2"'; }
cat >Cargo.toml <<EOT
[package]
name = "subjects"
version = "1.0.0"
edition = "2021"
[dependencies]
futures-util = "0.3"
tokio = { version = "1", features = ["rt", "macros", "time", "test-util"] }
tokio-util = { version = "0.7", features = ["time"] }
$needs
[profile.release]
opt-level = 1
EOT
for program in tokio_delay_queue tokio_sleep $mio; do
    printf '[[bin]]\nname = "%s"\npath = "%s"\n' "$program" "$source/$program.rs" >>Cargo.toml
done

# version NAME: that of Debian's.
version() { find $crates -maxdepth 1 -name "$1-[0-9]*" | sed 's/.*-//'; }

TOKIO=$(version tokio) TOKIO_UTIL=$(version tokio-util) MIO_EXTRAS=$(version mio-extras)
export TOKIO TOKIO_UTIL MIO_EXTRAS
cargo build --release --offline --config 'source.crates-io.replace-with="debian"' \
    --config "source.debian.directory=\"$crates\""
