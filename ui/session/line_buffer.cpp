// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/line_buffer.h"

#include <utility>

namespace duelo::ui {

void LineBuffer::append(std::string_view bytes) {
    m_bytes += bytes;
}

std::optional<std::string> LineBuffer::next() {
    const std::size_t end = m_bytes.find('\n', m_scanned);
    if (end == std::string::npos) {
        m_bytes.erase(0, m_begin);
        m_begin = 0;
        m_scanned = m_bytes.size();
        return std::nullopt;
    }
    std::string line = m_bytes.substr(m_begin, end - m_begin);
    m_begin = m_scanned = end + 1;
    return line;
}

std::string LineBuffer::takeRest() {
    std::string rest = m_bytes.substr(m_begin);
    *this = {};
    return rest;
}

void TextTail::append(std::string_view text) {
    if (text.size() > m_limit_bytes) text.remove_prefix(text.size() - m_limit_bytes);
    m_text += text;
    if (m_text.size() > 2 * m_limit_bytes) m_text.erase(0, m_text.size() - m_limit_bytes);
}

std::string TextTail::text() const {
    if (m_text.size() <= m_limit_bytes) return m_text;
    const std::size_t cut = m_text.size() - m_limit_bytes;
    const std::size_t line = m_text.find('\n', cut);
    return m_text.substr(line == std::string::npos || line + 1 == m_text.size() ? cut : line + 1);
}

}  // namespace duelo::ui
