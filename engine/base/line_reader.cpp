// SPDX-License-Identifier: Apache-2.0
#include "base/line_reader.h"

#include <fstream>
#include <utility>

#include "base/whole_file.h"

namespace duelo {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

LineReader::LineReader(std::unique_ptr<std::istream> stream) : m_stream(std::move(stream)) {}

Result<LineReader> LineReader::open(const std::filesystem::path& path) {
    auto stream = openToRead(path);
    if (!stream) return tl::unexpected(stream.error());
    return LineReader(std::make_unique<std::ifstream>(std::move(*stream)));
}

LineReader LineReader::of(std::string bytes) {
    LineReader reader(nullptr);
    reader.m_buffer = std::move(bytes);
    return reader;
}

bool LineReader::fill() {
    if (!m_stream) return false;
    m_buffer.erase(0, m_used);
    m_used = 0;
    const std::size_t before = m_buffer.size();
    m_buffer.resize(before + kChunkBytes);
    m_stream->read(m_buffer.data() + before, static_cast<std::streamsize>(kChunkBytes));
    m_buffer.resize(before + static_cast<std::size_t>(m_stream->gcount()));
    return m_buffer.size() > before;
}

std::optional<Line> LineReader::next() {
    Line line;
    line.begin = m_offset;
    line.number = ++m_number;
    std::size_t scanned = 0;  // of the bytes behind m_used
    std::size_t newline = std::string::npos;
    while ((newline = m_buffer.find('\n', m_used + scanned)) == std::string::npos) {
        scanned = m_buffer.size() - m_used;
        if (scanned > kMaxLineBytes) {
            line.too_long = true;
            m_offset += scanned;
            m_used = m_buffer.size();
            scanned = 0;
        }
        if (!fill()) break;
    }
    line.terminated = newline != std::string::npos;
    const std::size_t end = line.terminated ? newline + 1 : m_buffer.size();
    std::string_view text(m_buffer.data() + m_used, end - m_used);
    m_offset += text.size();
    m_used = end;
    line.end = m_offset;
    if (line.end == line.begin) return std::nullopt;

    if (line.too_long || text.size() > kMaxLineBytes + 2) {
        line.too_long = true;
        return line;
    }
    if (line.terminated) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (line.number == 1 && text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    line.text = text;
    return line;
}

}  // namespace duelo
