# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=unit.cpp -DTESTS=a.cpp;b.cpp -P unite.cmake: writes the source that compiles these tests
# together. Each stands in a namespace of its own name, so that nothing of one meets another's; what
# they include comes first, outside, under the same conditions.
set(text "")
foreach(test ${TESTS})
  get_filename_component(folder "${test}" DIRECTORY)
  file(STRINGS "${test}" lines REGEX "^[ \t]*#[ \t]*(include|if|ifdef|ifndef|elif|else|endif)")
  foreach(line IN LISTS lines)
    if(line MATCHES "\\.moc\"")
      continue()
    endif()
    if(line MATCHES "#[ \t]*include \"([^\"]+)\"")
      if(EXISTS "${folder}/${CMAKE_MATCH_1}")
        set(line "#include \"${folder}/${CMAKE_MATCH_1}\"")
      endif()
    endif()
    string(APPEND text "${line}\n")
  endforeach()
endforeach()
string(APPEND text "#include \"${CMAKE_CURRENT_LIST_DIR}/united.h\"\n")
foreach(test ${TESTS})
  get_filename_component(name "${test}" NAME_WE)
  string(APPEND text "namespace ${name} {\n#include \"${test}\"\n"
    "const UnitedTest united(\"${name}\", main);\n}\n")
endforeach()
file(WRITE "${OUT}" "${text}")
