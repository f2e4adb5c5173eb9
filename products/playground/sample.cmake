# cmake -DARCHIVE=... -DNAME=... -DINTO=... -P sample.cmake: the first lines of the trace in the archive, half a megabyte.
file(ARCHIVE_EXTRACT INPUT ${ARCHIVE} DESTINATION ${INTO}/${NAME}.whole)
file(READ ${INTO}/${NAME}.whole/${NAME} text LIMIT 524288)
string(SUBSTRING "${text}" 0 524287 text) # read in half, the last line ends as if it were whole
string(FIND "${text}" "\n" end REVERSE)
math(EXPR length "${end} + 1")
string(SUBSTRING "${text}" 0 ${length} text)
file(WRITE ${INTO}/${NAME} "${text}")
file(REMOVE_RECURSE ${INTO}/${NAME}.whole)
