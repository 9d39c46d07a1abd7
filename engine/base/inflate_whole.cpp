// SPDX-License-Identifier: Apache-2.0
#include "base/inflate_whole.h"

#include <memory>

#include <libdeflate.h>

namespace duelo {

bool inflateWhole(std::string_view packed, std::span<char> bytes, std::uint32_t crc) {
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>
        unpacker(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    return unpacker &&
           libdeflate_deflate_decompress(unpacker.get(), packed.data(), packed.size(), bytes.data(),
                                         bytes.size(), nullptr) == LIBDEFLATE_SUCCESS &&
           libdeflate_crc32(0, bytes.data(), bytes.size()) == crc;
}

}  // namespace duelo
