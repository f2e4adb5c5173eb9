#!/usr/bin/env python3
"""packed.py SOURCE MANIFEST LIMIT FOLDER: packs SOURCE as the manifest's tool does, and unpacks it in FOLDER.

By the rules of ESP-IDF's component manager for idf_component.yml (all files, less `files: exclude`) and of PlatformIO for
library.json (the files and folders of `export: include`, and what it adds by itself). Fails if the .tar.gz has more than
LIMIT bytes, or if a rule fits no file.
"""
import fnmatch
import io
import json
import pathlib
import sys
import tarfile

import yaml

# What PlatformIO adds to `include`.
ADDED = ("library.json", "library.properties", "README.md", "LICENSE")
# Neither tool packs these.
NEVER = (".git", "build")


def files(source):
    """The paths of all files that a checkout has."""
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if relative.parts[0] not in NEVER and path.is_file() and "__pycache__" not in relative.parts:
            yield relative.as_posix()


def fits(path, rule):
    """Does a rule name the file or, as FOLDER or FOLDER/**/*, a folder around it?"""
    folder = rule[:-len("/**/*")] if rule.endswith("/**/*") else rule
    return path.startswith(folder + "/") or (path.count("/") == rule.count("/") and fnmatch.fnmatchcase(path, rule))


def chosen(names, rules):
    """The files that a rule fits; each rule fits one."""
    for rule in rules:
        if not any(fits(name, rule) for name in names):
            sys.exit(f"the rule {rule} fits no file")
    return [name for name in names if any(fits(name, rule) for rule in rules)]


def packed(names, manifest):
    if manifest.suffix == ".yml":
        excluded = set(chosen(names, yaml.safe_load(manifest.read_text())["files"]["exclude"]))
        return [name for name in names if name not in excluded]
    return sorted({*chosen(names, json.loads(manifest.read_text())["export"]["include"]), *ADDED})


def main():
    source, manifest, limit, folder = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
    names = packed(list(files(source)), source / manifest)
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for name in names:
            tar.add(source / name, name)
    size = len(archive.getvalue())
    unpacked = sum((source / name).stat().st_size for name in names)
    print(f"{manifest}: {len(names)} files, {unpacked} bytes, packed {size}")
    if size > limit:
        sys.exit(f"{manifest} packs {size} bytes, more than {limit}")
    archive.seek(0)
    with tarfile.open(fileobj=archive) as tar:
        tar.extractall(folder)


main()
