# cmake -DTO=FILE -DFROM=FOLDER -P embed.cmake: the scripts of lua/ and sql/ in a folder as C strings, lua_NAME and sql_NAME,
# line by line and without the lines that are comments; and page.html as bytes, web_page, with a Content-Security-Policy that allows its own style and script alone.
set(text "/* Made of lua/, sql/ and page.html by embed.cmake. */\n")
foreach(kind lua sql)
  file(GLOB scripts ${FROM}/${kind}/*.${kind})
  list(SORT scripts)
  foreach(script ${scripts})
    get_filename_component(name ${script} NAME_WE)
    file(READ ${script} lines)
    string(REGEX REPLACE "\n--[^\n]*" "" lines "\n${lines}")
    string(REGEX REPLACE "^\n" "" lines "${lines}")
    string(REGEX REPLACE "\\\\" "\\\\\\\\" lines "${lines}")
    string(REPLACE "\"" "\\\"" lines "${lines}")
    string(REPLACE "\n" "\\n\"\n    \"" lines "${lines}")
    string(APPEND text "#ifdef TIMERD_${kind}\nstatic const char ${kind}_${name}[] =\n    \"${lines}\";\n#endif\n")
  endforeach()
endforeach()

# The SHA-256 of what stands between <NAME> and </NAME> in the page, in base64: three hexadecimal digits are two of it.
function(hash_of name to)
  string(REGEX MATCH "<${name}>(.*)</${name}>" whole "${page}")
  string(SHA256 hex "${CMAKE_MATCH_1}")
  set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(base64)
  foreach(at RANGE 0 63 3)
    string(SUBSTRING ${hex}00 ${at} 3 three)
    foreach(digit "0x${three} / 64" "0x${three} % 64")
      math(EXPR digit "${digit}")
      string(SUBSTRING ${digits} ${digit} 1 digit)
      string(APPEND base64 ${digit})
    endforeach()
  endforeach()
  string(REGEX REPLACE ".$" "=" base64 ${base64})
  set(${to} 'sha256-${base64}' PARENT_SCOPE)
endfunction()

file(READ ${FROM}/page.html page)
hash_of(style style)
hash_of(script script)
file(READ ${FROM}/page.html bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
string(APPEND text "#ifdef TIMERD_web
#define web_policy                                                                    \\
    \"default-src 'none'; style-src ${style}; \"    \\
    \"script-src ${script}; connect-src 'self'; \"  \\
    \"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\\r\\n\"
static const unsigned char web_page[] = {
${bytes}
};
#endif
")
file(WRITE ${TO} "${text}")
