# pkgs.callPackage third_party/tw/packaging/nix { } takes the sources in which it stands.
{ lib, stdenv, cmake, python3 }:

stdenv.mkDerivation {
  pname = "tw";
  version = "0.2.0-dev";
  src = ../..;

  nativeBuildInputs = [ cmake python3 ];
  cmakeFlags = [
    "-DTW_TESTS=OFF"
    "-DTW_TOOLS=OFF"
    "-DTW_EXAMPLES=OFF"
    "-DTW_BENCH=OFF"
  ];

  meta = {
    description = "Timers and priority queues as C headers: never early, first in first out";
    homepage = "https://example.org/tw";
    license = lib.licenses.mit0;
    platforms = lib.platforms.all;
  };
}
