# SPDX-License-Identifier: Apache-2.0
# OpenCV by its own configuration where that exists; otherwise by its files. On Debian the
# configuration comes only with libopencv-dev, whose 600 MB (VTK, Qt 5, Java) Duelo never calls,
# while the packages of the two modules that it does call bring headers and libraries alone.
find_package(OpenCV ${OpenCV_FIND_VERSION} CONFIG QUIET COMPONENTS ${OpenCV_FIND_COMPONENTS})
if(OpenCV_FOUND)
  return()
endif()

find_path(OpenCV_INCLUDE_DIR opencv2/core.hpp PATH_SUFFIXES opencv4)
set(OpenCV_LIBS "")
set(opencv_files OpenCV_INCLUDE_DIR)
foreach(component IN LISTS OpenCV_FIND_COMPONENTS)
  find_library(OpenCV_${component}_LIBRARY opencv_${component})
  list(APPEND opencv_files OpenCV_${component}_LIBRARY)
  list(APPEND OpenCV_LIBS opencv_${component})
endforeach()
if(OpenCV_INCLUDE_DIR)
  file(STRINGS "${OpenCV_INCLUDE_DIR}/opencv2/core/version.hpp" opencv_version_lines
       REGEX "define CV_VERSION_(MAJOR|MINOR|REVISION) ")
  string(REGEX REPLACE "[^0-9]+([0-9]+)" "\\1." OpenCV_VERSION "${opencv_version_lines}")
  string(REGEX REPLACE "\\.$" "" OpenCV_VERSION "${OpenCV_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenCV REQUIRED_VARS ${opencv_files}
                                  VERSION_VAR OpenCV_VERSION)
if(OpenCV_FOUND)
  foreach(component IN LISTS OpenCV_FIND_COMPONENTS)
    if(NOT TARGET opencv_${component})
      add_library(opencv_${component} SHARED IMPORTED)
      set_target_properties(opencv_${component} PROPERTIES
        IMPORTED_LOCATION "${OpenCV_${component}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${OpenCV_INCLUDE_DIR}")
    endif()
  endforeach()
endif()
