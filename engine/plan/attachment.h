// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "base/result.h"

namespace duelo {

/// A source or a command of a student's own, which a plan brings along. It is known by its digest:
/// who has allowed that has seen this text and no other. Copies share the text.
class Attachment {
public:
    explicit Attachment(std::string text);

    [[nodiscard]] const std::string& text() const { return *m_text; }
    /// 64 lower-case hexadecimal digits.
    [[nodiscard]] const std::string& sha256() const { return m_sha256; }

    bool operator==(const Attachment& other) const { return m_sha256 == other.m_sha256; }

private:
    std::shared_ptr<const std::string> m_text;
    std::string m_sha256;
};

/// Attachments by the names that the parameters give them.
using Attachments = std::map<std::string, Attachment, std::less<>>;

/// The most bytes of all attachments of a plan together: a person reads them before they run, and
/// every header has them.
inline constexpr std::size_t kMaxAttachedBytes = std::size_t{1} << 20;

/// Tells whether a text can be read: not empty, UTF-8, without NUL.
[[nodiscard]] bool isReadableText(std::string_view text);
/// Returns why these cannot be attached: "attachment_not_text" {name}, "attachments_too_large"
/// {max_bytes}.
[[nodiscard]] std::optional<Reason> whyNotAttached(const Attachments& attachments);
[[nodiscard]] std::set<std::string> digestsOf(const Attachments& attachments);

/// {name, sha256}: the value that stands for it in the parameters.
[[nodiscard]] Json referenceTo(const std::string& name, const Attachment& attachment);
/// Why `value` is no such reference to one of `known`: reasons of Fields, "attachment_missing"
/// {field, name}, "attachment_differs" {field, name, expected, found} of another digest.
[[nodiscard]] std::optional<Reason> whyNoReference(const Json& value, const std::string& field,
                                                   const Attachments& known);
/// Adds what a reference names to `to`; nothing where `from` has none of that name.
void addNamed(const Json& reference, const Attachments& from, Attachments& to);

/// {name: text}
[[nodiscard]] Json toJson(const Attachments& attachments);
/// Reads the field "attachments", which may be absent. Throws FieldError.
[[nodiscard]] Attachments attachmentsFrom(Fields& fields);

}  // namespace duelo
