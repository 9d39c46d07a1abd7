// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "vision/byte_reader.h"

namespace duelo {

/// The orientation that a PNG's metadata tells. It has three places for it, and each program writes
/// its own: the chunk eXIf, an EXIF block in hexadecimal digits as a text (ImageMagick's "Raw
/// profile type exif"), and XMP. The first of them that says something counts.
class PngOrientation {
public:
    /// One chunk: its type of four letters and its data. Of compressed texts the first 256 KiB are
    /// looked at.
    void read(Bytes type, Bytes data);

    [[nodiscard]] int value() const;  ///< 1..8

private:
    void readText(std::string_view type, std::string_view data);

    std::optional<int> m_exif;
    std::optional<int> m_profile;
    std::optional<int> m_xmp;
    bool m_has_profile = false;
    bool m_has_xmp = false;
};

}  // namespace duelo
