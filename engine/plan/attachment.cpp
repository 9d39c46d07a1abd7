// SPDX-License-Identifier: Apache-2.0
#include "plan/attachment.h"

#include <utility>

#include "base/sha256.h"
#include "base/utf8.h"

namespace duelo {

Attachment::Attachment(std::string text)
    : m_text(std::make_shared<const std::string>(std::move(text))), m_sha256(sha256Hex(*m_text)) {}

bool isReadableText(std::string_view text) {
    if (text.empty() || text.find('\0') != std::string_view::npos) return false;
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::optional<Reason> whyNotAttached(const Attachments& attachments) {
    std::size_t bytes = 0;
    for (const auto& [name, attachment] : attachments) {
        bytes += attachment.text().size();
        if (bytes > kMaxAttachedBytes)
            return Reason{"attachments_too_large", {{"max_bytes", kMaxAttachedBytes}}, {}};
        if (!isReadableText(attachment.text()))
            return Reason{"attachment_not_text", {{"name", name}}, {}};
    }
    return std::nullopt;
}

std::set<std::string> digestsOf(const Attachments& attachments) {
    std::set<std::string> digests;
    for (const auto& [name, attachment] : attachments) digests.insert(attachment.sha256());
    return digests;
}

Json referenceTo(const std::string& name, const Attachment& attachment) {
    return {{"name", name}, {"sha256", attachment.sha256()}};
}

std::optional<Reason> whyNoReference(const Json& value, const std::string& field,
                                     const Attachments& known) {
    try {
        Fields fields(value, field);
        const std::string name = fields.text("name"), sha256 = fields.text("sha256");
        fields.refuseRest();
        const auto found = known.find(name);
        if (found == known.end())
            return Reason{"attachment_missing", {{"field", field}, {"name", name}}, {}};
        if (found->second.sha256() == sha256) return std::nullopt;
        return Reason{"attachment_differs",
                      {{"field", field},
                       {"name", name},
                       {"expected", sha256},
                       {"found", found->second.sha256()}},
                      {}};
    } catch (const FieldError& error) {
        return error.reason;
    }
}

void addNamed(const Json& reference, const Attachments& from, Attachments& to) {
    if (!reference.is_object()) return;
    const auto name = reference.find("name");
    if (name == reference.end() || !name->is_string()) return;
    if (const auto found = from.find(name->get<std::string>()); found != from.end())
        to.insert(*found);
}

Json toJson(const Attachments& attachments) {
    Json json = Json::object();
    for (const auto& [name, attachment] : attachments) json[name] = attachment.text();
    return json;
}

Attachments attachmentsFrom(Fields& fields) {
    Attachments attachments;
    if (const Json* json = fields.find("attachments")) {
        const Fields inner(*json, fields.pathOf("attachments"));
        for (const auto& [name, text] : json->items())
            attachments.emplace(name, Attachment(textOf(text, inner.pathOf(name))));
    }
    return attachments;
}

}  // namespace duelo
