# cmake -D COMPONENT_DIR=FOLDER -D OUT=FILE -P scan.cmake: what a component says of itself before the build. ESP-IDF,
# too, reads its CMakeLists.txt as a script, which idf_component_register() ends.
macro(idf_component_register)
  cmake_parse_arguments(said "" "KCONFIG" "SRCS;INCLUDE_DIRS;REQUIRES" ${ARGN})
  set(registered ON)
  return()
endmacro()

set(ESP_PLATFORM 1)
include(${COMPONENT_DIR}/CMakeLists.txt)
if(NOT registered)
  message(FATAL_ERROR "${COMPONENT_DIR} registers no component")
endif()
file(WRITE ${OUT} "set(kconfig \"${said_KCONFIG}\")\nset(requires \"${said_REQUIRES}\")\n")
