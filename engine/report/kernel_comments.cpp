// SPDX-License-Identifier: Apache-2.0
#include "report/kernel_comments.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/json_text.h"
#include "report/kernel_text.h"
#include "resources/resources.h"

namespace duelo {

namespace {

/// A line up to the first word of its comment, and these words.
struct SplitLine {
    std::string_view code, words;
    bool alone = false;  ///< the comment has the line for itself
};

/// Slashes between quotation marks begin no comment.
SplitLine splitLine(std::string_view line) {
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\')
            ++at;
        else if (line[at] == '"')
            quoted = !quoted;
        else if (!quoted && line.substr(at).starts_with("//")) {
            const std::size_t words = std::min(line.find_first_not_of("/< ", at), line.size());
            return {line.substr(0, words), line.substr(words), line.find_first_not_of(' ') == at};
        }
    }
    return {line};
}

}  // namespace

std::string textFor(std::string_view text, Language language) {
    if (language == Language::English) return std::string(text);
    static const Json comments = parseJson(resource("kernels/comments.es.json")).value();
    std::vector<SplitLine> lines;
    for (const std::string_view line : linesOf(text)) lines.push_back(splitLine(line));
    std::string out;
    for (auto from = lines.begin(); from != lines.end();) {
        auto to = std::next(from);
        if (from->alone) to = std::ranges::find(to, lines.end(), false, &SplitLine::alone);
        std::string english(from->words);
        for (auto each = std::next(from); each != to; ++each)
            english.append(" ").append(each->words);
        const std::string spanish = comments.value(english, std::string());
        std::vector<std::string_view> said = linesOf(spanish);
        if (said.size() != static_cast<std::size_t>(to - from)) said.clear();
        for (std::size_t k = 0; from != to; ++from, ++k)
            out.append(from->code).append(said.empty() ? from->words : said[k]).append("\n");
    }
    if (!text.ends_with('\n') && !out.empty()) out.pop_back();
    return out;
}

}  // namespace duelo
