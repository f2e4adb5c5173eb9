# cmake -DTO=FILE -DFROM=FOLDER -P tree.cmake: a header whose TW_TREE is a string such as "1.3.0-dev (0123456789ab-dirty)":
# the version of node.h in the folder, and the commit, if the folder is the top of a repository of git. It says whether
# files differ from the commit. The header is written only if it changes.
file(STRINGS ${FROM}/node.h tree REGEX "^#define TW_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" tree "${tree}")
if(EXISTS ${FROM}/.git)
  execute_process(COMMAND git --git-dir=${FROM}/.git --work-tree=${FROM} describe --always --dirty --exclude=* --abbrev=12
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(commit)
    string(APPEND tree " (${commit})")
  endif()
endif()
set(text "#define TW_TREE \"${tree}\"\n")
set(old)
if(EXISTS ${TO})
  file(READ ${TO} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${TO} "${text}")
endif()
