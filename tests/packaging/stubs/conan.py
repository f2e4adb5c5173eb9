#!/usr/bin/env python3
"""conan.py RECIPE FOLDER: exports the sources of a recipe and packages them into FOLDER/package.

Stands for Conan, of which a recipe for headers uses ConanFile and copy()."""
import fnmatch
import pathlib
import runpy
import shutil
import sys
import types


class ConanFile:
    pass


def copy(recipe, pattern, src, dst):
    there = [p for p in pathlib.Path(src).rglob("*") if p.is_file()]
    files = [p for p in there if fnmatch.fnmatch(str(p.relative_to(src)), pattern)]
    if not files:
        sys.exit(f"copy: nothing is called {pattern} in {src}")
    for file in files:
        target = pathlib.Path(dst, file.relative_to(src))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)


MODULES = {"conan": {"ConanFile": ConanFile}, "conan.tools": {}, "conan.tools.files": {"copy": copy}}
for name, contents in MODULES.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(contents)

recipe_path, folder = (pathlib.Path(a).resolve() for a in sys.argv[1:])
classes = runpy.run_path(str(recipe_path)).values()
recipe = next(c for c in classes if isinstance(c, type) and issubclass(c, ConanFile) and c is not ConanFile)()
recipe.recipe_folder = str(recipe_path.parent)
recipe.export_sources_folder = recipe.source_folder = str(folder / "sources")
recipe.package_folder = str(folder / "package")
recipe.cpp_info = types.SimpleNamespace(includedirs=["include"], libdirs=["lib"], bindirs=["bin"])
recipe.export_sources()
recipe.package()
recipe.package_info()
if (recipe.cpp_info.includedirs, recipe.cpp_info.libdirs) != (["include"], []):
    sys.exit(f"package_info: {recipe.cpp_info}")
print(f"{recipe.name}/{recipe.version}")
