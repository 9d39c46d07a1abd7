# SPDX-License-Identifier: Apache-2.0
# The programs with which tests read what Duelo has written, and the Debian packages they are in.
cmake_minimum_required(VERSION 3.25)
foreach(need python3:python3 localedef:libc-bin pdftotext:poppler-utils pdfinfo:poppler-utils
        clang-format:clang-format)
  string(REPLACE ":" ";" need ${need})
  list(POP_FRONT need tool package)
  find_program(path_${tool} ${tool} NO_CACHE)
  if(NOT path_${tool})
    message(SEND_ERROR "Tests need ${tool}: install the Debian package ${package}")
  endif()
endforeach()
