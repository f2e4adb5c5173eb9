# cmake -D PORT=tw -D PORT_DIR=FOLDER -D CURRENT_PACKAGES_DIR=FOLDER -P vcpkg.cmake: runs a portfile. Stands for vcpkg,
# whose functions do more: they choose compilers, move the configuration, and check what was installed.
set(build ${CURRENT_PACKAGES_DIR}.build)

function(vcpkg_cmake_configure)
  cmake_parse_arguments(said "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${said_SOURCE_PATH} -B ${build} ${said_OPTIONS}
                          -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(stands_there)
  foreach(file ${ARGN})
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "There is no ${file}")
    endif()
  endforeach()
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(said "" "CONFIG_PATH" "" ${ARGN})
  stands_there(${CURRENT_PACKAGES_DIR}/${said_CONFIG_PATH}/${PORT}-config.cmake)
endfunction()

function(vcpkg_fixup_pkgconfig)
  stands_there(${CURRENT_PACKAGES_DIR}/share/pkgconfig/${PORT}.pc)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(said "" "" "FILE_LIST" ${ARGN})
  stands_there(${said_FILE_LIST})
  file(INSTALL ${said_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT} RENAME copyright)
endfunction()

include(${PORT_DIR}/portfile.cmake)
