// SPDX-License-Identifier: Apache-2.0
#include "report/xml_text.h"

#include <algorithm>

#include "base/text.h"
#include "report/html_text.h"

namespace duelo {
namespace {

/// Production 2 of XML 1.0, but for the three controls that are white space.
bool hasPlace(char32_t c) {
    return c >= 0x20 && c != 0xFFFE && c != 0xFFFF && !(c >= 0xD800 && c <= 0xDFFF);
}

}  // namespace

std::string fitForXml(std::string_view text) {
    std::string fit;
    fit.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = nextCodePoint(text, at);
        if (c == '\n' || c == '\r' || c == '\t')
            fit += ' ';
        else
            appendUtf8(fit, hasPlace(c) ? c : U'\uFFFD');
    }
    return fit;
}

std::string xmlWords(std::string_view text) {
    return htmlText(fitForXml(text));
}

void XmlText::begin(std::string_view name, Attributes attributes) {
    m_out += '<';
    m_out += name;
    for (const auto& [key, value] : attributes) {
        m_out += ' ';
        m_out += key;
        m_out += "=\"" + xmlWords(value) + '"';
    }
}

XmlText& XmlText::open(std::string_view name, Attributes attributes) {
    begin(name, attributes);
    m_out += '>';
    m_open.emplace_back(name);
    return *this;
}

XmlText& XmlText::close() {
    m_out += "</" + m_open.back() + '>';
    m_open.pop_back();
    return *this;
}

XmlText& XmlText::leaf(std::string_view name, Attributes attributes) {
    begin(name, attributes);
    m_out += "/>";
    return *this;
}

XmlText& XmlText::words(std::string_view text) {
    m_out += xmlWords(text);
    return *this;
}

XmlText& XmlText::raw(std::string_view xml) {
    m_out += xml;
    return *this;
}

std::string filledXml(std::string_view xml,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
    std::string out;
    for (std::size_t at = 0; at < xml.size();) {
        const std::size_t mark = std::min(xml.find('@', at), xml.size());
        out += xml.substr(at, mark - at);
        at = mark;
        if (at == xml.size()) break;
        bool filled = false;
        for (const auto& [name, value] : values) {
            const std::string whole = '@' + std::string(name) + '@';
            if (!xml.substr(at).starts_with(whole)) continue;
            out += value;
            at += whole.size();
            filled = true;
            break;
        }
        if (!filled) out += xml[at++];
    }
    return out;
}

}  // namespace duelo
