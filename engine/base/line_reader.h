// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// A longer line is nothing that Duelo wrote; it is passed over without being kept in memory.
inline constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;

struct Line {
    std::string_view text{};  ///< without line end and byte order mark; valid until the next call
    std::uint64_t begin = 0;  ///< offset of its first byte in the file
    std::uint64_t end = 0;    ///< offset behind its line end
    int number = 0;           ///< from 1
    bool terminated = false;  ///< false: the file ends within it
    bool too_long = false;    ///< `text` is then empty
};

/// Reads a file line by line with bounded memory; accepts LF and CRLF.
class LineReader {
public:
    /// Reasons: those of openToRead().
    [[nodiscard]] static Result<LineReader> open(const std::filesystem::path& path);
    /// Reads bytes that lie in memory, such as an entry of a ZIP, in the same way.
    [[nodiscard]] static LineReader of(std::string bytes);

    [[nodiscard]] std::optional<Line> next();
    /// The medium failed (a pulled USB stick): what next() took for the end was none.
    [[nodiscard]] bool failed() const { return m_stream && m_stream->bad(); }

private:
    explicit LineReader(std::unique_ptr<std::istream> stream);
    /// Reads on into m_buffer; returns false at the end of the file.
    bool fill();

    std::unique_ptr<std::istream> m_stream;  ///< null: the bytes lie in m_buffer
    std::string m_buffer;
    std::size_t m_used = 0;      ///< bytes of m_buffer that were given out
    std::uint64_t m_offset = 0;  ///< of m_buffer[m_used] in the file
    int m_number = 0;
};

}  // namespace duelo
