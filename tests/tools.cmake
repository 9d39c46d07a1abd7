# SPDX-License-Identifier: Apache-2.0
# The programs with which tests read what Duelo has written, and the Debian packages they are in; and
# what packaging/dev.sh makes for them, without which a test would see this PC's own.
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
foreach(made locale/es_ES.UTF-8 fonts/dejavu.conf)
  if(NOT EXISTS "${DEPS}/${made}")
    message(SEND_ERROR "Tests need ${DEPS}/${made}: packaging/dev.sh test makes it")
  endif()
endforeach()
