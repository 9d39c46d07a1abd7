// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace duelo::ui {

/// Cuts what comes through a pipe into lines. Every byte is looked at once, however small the
/// pieces and however long the lines.
class LineBuffer {
public:
    void append(std::string_view bytes);
    /// The next whole line without its line feed; nothing until one has ended.
    [[nodiscard]] std::optional<std::string> next();
    /// Bytes kept: of the line that has not ended yet, once next() has given nothing.
    [[nodiscard]] std::size_t size() const { return m_bytes.size() - m_begin; }
    /// Gives out what has no line end, and is empty afterwards.
    [[nodiscard]] std::string takeRest();

private:
    std::string m_bytes;
    std::size_t m_begin = 0;    ///< of the next line
    std::size_t m_scanned = 0;  ///< no line feed between m_begin and here
};

/// The last bytes of a text that may be endless.
class TextTail {
public:
    explicit TextTail(std::size_t limit_bytes) : m_limit_bytes(limit_bytes) {}
    void append(std::string_view text);
    void clear() { m_text.clear(); }
    /// At most the limit, from the beginning of a line where the text has any.
    [[nodiscard]] std::string text() const;

private:
    std::size_t m_limit_bytes;
    std::string m_text;  ///< up to twice the limit, so that it is seldom moved
};

}  // namespace duelo::ui
