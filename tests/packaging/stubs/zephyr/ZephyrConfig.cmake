# Stands for Zephyr, as far as a module of headers needs it: reads where the module has its CMakeLists.txt and Kconfig,
# evaluates prj.conf, and gives what the module says to app, which is a program here. Of Zephyr's own options it has 64BIT.
# PYTHON has kconfiglib.
set(zephyr_stub ${CMAKE_CURRENT_LIST_DIR})
add_library(zephyr_interface INTERFACE)
add_executable(app)
target_link_libraries(app PRIVATE zephyr_interface)
set_target_properties(app PROPERTIES OUTPUT_NAME main)

function(zephyr_include_directories)
  target_include_directories(zephyr_interface INTERFACE ${ARGN})
endfunction()

function(zephyr_compile_definitions)
  target_compile_definitions(zephyr_interface INTERFACE ${ARGN})
endfunction()

function(zephyr_setting value module key)
  file(STRINGS ${module}/zephyr/module.yml line REGEX "^  ${key}: ")
  string(REPLACE "  ${key}: " "" folder "${line}")
  if(NOT line OR NOT EXISTS ${module}/${folder})
    message(FATAL_ERROR "${module}/zephyr/module.yml has no good ${key}: '${line}'")
  endif()
  set(${value} ${module}/${folder} PARENT_SCOPE)
endfunction()

foreach(module ${ZEPHYR_EXTRA_MODULES})
  zephyr_setting(lists ${module} cmake)
  zephyr_setting(kconfig ${module} kconfig)
  set(options ${CMAKE_CURRENT_BINARY_DIR}/Kconfig)
  file(WRITE ${options} "config 64BIT\n    bool \"64 bits\"\n\nsource \"${kconfig}\"\n")
  execute_process(COMMAND $ENV{PYTHON} ${zephyr_stub}/../kconfig.py ${options} ${CMAKE_CURRENT_SOURCE_DIR}/prj.conf
                  OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/config.cmake COMMAND_ERROR_IS_FATAL ANY)
  include(${CMAKE_CURRENT_BINARY_DIR}/config.cmake)
  get_filename_component(name ${module} NAME)
  add_subdirectory(${lists} modules/${name})
endforeach()
