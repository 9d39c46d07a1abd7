// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duelo {

/// XML 1.0 or a text for it: what has no place in such a file (control characters, broken bytes,
/// U+FFFE) becomes U+FFFD, which readers show, and white space a blank.
[[nodiscard]] std::string fitForXml(std::string_view text);

/// Writes such a text for the inside of an element and of a quoted attribute.
[[nodiscard]] std::string xmlWords(std::string_view text);

/// The elements of an XML document, one after the other. Nothing stays open that was not closed,
/// because closing names nothing.
class XmlText {
public:
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    XmlText& open(std::string_view name, Attributes attributes = {});
    XmlText& close();
    /// An element without anything in it.
    XmlText& leaf(std::string_view name, Attributes attributes = {});
    XmlText& words(std::string_view text);
    /// Adds text that is XML already.
    XmlText& raw(std::string_view xml);

    [[nodiscard]] const std::string& text() const { return m_out; }

private:
    void begin(std::string_view name, Attributes attributes);

    std::string m_out;
    std::vector<std::string> m_open;
};

/// A template in which each "@NAME@" gives way to what it stands for, which is XML already.
[[nodiscard]] std::string filledXml(
    std::string_view xml,
    std::initializer_list<std::pair<std::string_view, std::string_view>> values);

}  // namespace duelo
