// SPDX-License-Identifier: Apache-2.0
#include "vision/png_rows.h"

#include <numeric>
#include <vector>

#include <zlib.h>

#include "vision/limits.h"

namespace duelo {
namespace {

constexpr std::size_t window_bytes = std::size_t{64} << 10;

/// How many bytes the pieces become; counting ends above `most`.
std::uint64_t inflatedUpTo(const std::vector<Bytes>& pieces, std::uint64_t most) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return 0;
    std::vector<Bytef> window(window_bytes);
    std::uint64_t count = 0;
    int state = Z_OK;
    for (const Bytes piece : pieces) {
        stream.next_in = const_cast<Bytef*>(piece.data());
        stream.avail_in = static_cast<uInt>(piece.size());
        do {
            stream.next_out = window.data();
            stream.avail_out = static_cast<uInt>(window.size());
            state = inflate(&stream, Z_NO_FLUSH);
            count += window.size() - stream.avail_out;
            // A full window may hide more; nothing put into an empty one means that more is needed.
        } while (state == Z_OK && stream.avail_out == 0 && count <= most);
        if ((state != Z_OK && state != Z_BUF_ERROR) || count > most) break;
    }
    inflateEnd(&stream);
    return count;
}

}  // namespace

Result<void> checkPngRows(const ParsedImage& parsed) {
    const std::uint64_t bytes =
        std::accumulate(parsed.deflated.begin(), parsed.deflated.end(), std::uint64_t{0},
                        [](std::uint64_t sum, Bytes piece) { return sum + piece.size(); });
    // Some encoders put a few rows too many; what costs no time is no reason to refuse.
    const std::uint64_t most = parsed.inflated_bytes + max_unchecked_bytes;
    if (bytes <= max_unchecked_bytes || inflatedUpTo(parsed.deflated, most) <= most) return {};
    return tooMuchData(parsed.header, "rows behind the last one");
}

}  // namespace duelo
