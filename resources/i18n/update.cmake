# SPDX-License-Identifier: Apache-2.0
# Takes the captions from the sources into the .ts files of FOLDER:
# cmake -DLUPDATE=program -DSOURCE_DIR=checkout -DFOLDER=folder -P update.cmake
# The target update_translations runs it on this folder, a test on a copy.
function(update language)
  # Without -I the contexts lose their namespaces; without locations a line that moves leaves the
  # files as they are.
  execute_process(
    COMMAND "${LUPDATE}" -silent -no-obsolete -locations none -I "${SOURCE_DIR}" ${ARGN}
            -source-language en -target-language ${language}
            ui app/gui_main.cpp -ts "${FOLDER}/duelo_${language}.ts"
    WORKING_DIRECTORY "${SOURCE_DIR}"
    RESULT_VARIABLE result OUTPUT_VARIABLE told ERROR_VARIABLE told)
  # lupdate only warns of a caption that can never be translated, such as one in a class without
  # Q_OBJECT.
  if(NOT result EQUAL 0 OR NOT told STREQUAL "")
    message(FATAL_ERROR "lupdate (${language}) ended with ${result}\n${told}")
  endif()
endfunction()

update(es)
# The sources are in English already, except for the plurals.
update(en -pluralonly)
