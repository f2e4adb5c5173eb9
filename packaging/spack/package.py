# A package for a repository of yours: spack install tw
from spack.package import *


class Tw(CMakePackage):
    """Timers and priority queues as C headers: never early, first in first out"""

    homepage = "https://example.org/tw"
    git = "https://example.org/tw.git"
    license("MIT-0")

    version("0.2.0-dev", commit="878dd4f501b73dcf728a560cf59929fef5042176")

    depends_on("c", type="build")
    depends_on("cmake@3.16:", type="build")
    depends_on("python@3.9:", type="build")

    def cmake_args(self):
        return [f"-DTW_{part}=OFF" for part in ("TESTS", "TOOLS", "EXAMPLES", "BENCH")]
