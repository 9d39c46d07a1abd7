# SPDX-License-Identifier: Apache-2.0
# Writes a C++ source that holds FILES of SOURCE_DIR as bytes, by their path below resources/,
# engine/ or tests/, else below the top folder. Bytes and not string literals, because compilers limit a literal's length (MSVC: 16 KiB).
set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ "${SOURCE_DIR}/${file}" bytes HEX)
  if(bytes STREQUAL "")
    continue()
  endif()
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char file${number}[] = {\n${bytes}};\n")
  string(REGEX REPLACE "^(resources|engine|tests)/" "" name "${file}")
  string(APPEND entries "        {\"${name}\", view(file${number})},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE "${OUTPUT}" "// Made by embed.cmake.
#include \"resources/resources.h\"

#include <cstddef>
#include <vector>

namespace duelo {
namespace {

${arrays}
template <std::size_t n>
std::string_view view(const unsigned char (&bytes)[n]) {
    return {reinterpret_cast<const char*>(bytes), n};
}

}  // namespace

std::span<const Resource> resources() {
    static const std::vector<Resource> all{
${entries}    };
    return all;
}

std::string_view resource(std::string_view name) {
    for (const Resource& one : resources())
        if (one.name == name) return one.bytes;
    return {};
}

}  // namespace duelo
")
