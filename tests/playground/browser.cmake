# The page in a real Chromium: tw_browser(NAME SCRIPT.mjs [FUNCTION...]). Wants chromium, nodejs, and the packages of npm
# that package-lock.json names, in TW_PACKAGES:
#     cp tests/playground/package*.json build/packages && npm ci --prefix build/packages --ignore-scripts
set(TW_PACKAGES ${PROJECT_SOURCE_DIR}/build/packages CACHE PATH "Where npm put what tests of the playground need")
function(tw_browser name)
  tw_script(playground.${name} browser_test.sh ${ARGN})
  set_property(TEST playground.${name} APPEND PROPERTY ENVIRONMENT "TW_SITE=${site}" "TW_PACKAGES=${TW_PACKAGES}"
               "TW_REPLAY=$<TARGET_FILE:replay>" "TW_DRAW=$<TARGET_FILE:tw_draw>" "TW_DRAW16=$<TARGET_FILE:tw_draw16>")
endfunction()
foreach(test drawing input manners lessons trace)
  tw_browser(${test} ${test}_test.mjs)
endforeach()
tw_browser(picture picture.mjs ${PROJECT_SOURCE_DIR}/docs/playground.svg)
tw_script(playground.vendored vendored_test.sh ${TW_PACKAGES})
tw_needs("^playground[.]" chromium nodejs npm python3 clang lld wasi-libc libclang-rt-14-dev-wasm32)
