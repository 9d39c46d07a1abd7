// SPDX-License-Identifier: Apache-2.0
#include "experiments/program_text.h"

#include <algorithm>

#include "base/utf8.h"
#include "report/time_unit.h"

namespace duelo {
namespace {

constexpr std::size_t kCommentWidth = 92;

}  // namespace

void ProgramText::comment(std::string_view key, std::string_view indent) {
    const std::string sentence = words("script." + std::string(key));
    const std::string head = std::string(indent) + m_mark;
    std::string next = head;
    for (std::size_t at = 0; at < sentence.size();) {
        const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
        const std::string_view word = std::string_view(sentence).substr(at, end - at);
        if (letterCount(next) + 1 + letterCount(word) > kCommentWidth && next != head) {
            line(next);
            next = head;
        }
        next.append(" ").append(word);
        at = end + 1;
    }
    line(next);
}

void ProgramText::part(std::string_view source) {
    const std::string key = m_mark + "@";
    while (!source.empty()) {
        const std::size_t end = std::min(source.find('\n'), source.size());
        const std::string_view one = source.substr(0, end);
        const std::size_t indent = std::min(one.find_first_not_of(' '), one.size());
        if (one.substr(indent).starts_with(key))
            comment(one.substr(indent + key.size()), one.substr(0, indent));
        else
            line(one);
        source.remove_prefix(std::min(end + 1, source.size()));
    }
}

std::string ProgramText::words(const std::string& key) const {
    Json args{{"time", "{time:.4f}"},       {"share", "{share:.1f}"},
              {"unit", inSeconds().symbol}, {"hash", planHash(toJson(m_plan))},
              {"packages", m_packages},     {"preset", word(m_plan.preset)}};
    for (const char* same : {"error", "label", "missing", "model", "n", "path", "rate", "seed",
                             "smaller", "total", "variant"})
        args[same] = std::string("{").append(same).append("}");
    return m_text(key, args);
}

}  // namespace duelo
