-- includes("third_party/tw/packaging/xmake") and add_requires("tw") in the xmake.lua of a project
package("tw")
    set_kind("library", {headeronly = true})
    set_description("Timers and priority queues as C headers: never early, first in first out")
    set_homepage("https://example.org/tw")
    set_license("MIT-0")
    set_sourcedir(path.join(os.scriptdir(), "..", ".."))

    on_install(function (package)
        os.cp("*.h", package:installdir("include", "tw"))
        os.cp("*.hpp", package:installdir("include", "tw"))
    end)

    on_test(function (package)
        assert(package:has_cfuncs("tw_idle", {includes = "tw/node.h"}))
    end)
package_end()
