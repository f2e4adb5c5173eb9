# conan create packaging/conan
import os

from conan import ConanFile
from conan.tools.files import copy


class Tw(ConanFile):
    name = "tw"
    version = "0.2.0-dev"
    description = "Timers and priority queues as C headers: never early, first in first out"
    topics = ("timer", "timing-wheel", "priority-queue", "header-only")
    license = "MIT-0"
    package_type = "header-library"
    no_copy_source = True

    def export_sources(self):
        top = os.path.join(self.recipe_folder, "..", "..")
        for name in os.listdir(os.path.join(top, "include", "tw")) + ["LICENSE"]:
            copy(self, name, top, self.export_sources_folder)

    def package(self):
        copy(self, "*.h", self.source_folder, os.path.join(self.package_folder, "include", "tw"))
        copy(self, "*.hpp", self.source_folder, os.path.join(self.package_folder, "include", "tw"))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
