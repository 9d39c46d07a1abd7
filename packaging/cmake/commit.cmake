# SPDX-License-Identifier: Apache-2.0
# cmake -D SOURCE_DIR=… -D VERSION=… -D TEMPLATE=… -D OUT=… -P commit.cmake: which commit these sources are, at
# every build; empty where they are no git work tree. The file is written only when that changes.
execute_process(
  COMMAND git -C "${SOURCE_DIR}" describe --always --dirty --abbrev=10 "--exclude=*"
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file("${TEMPLATE}" "${OUT}" @ONLY)
