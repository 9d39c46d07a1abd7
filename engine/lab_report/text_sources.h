// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Sources that a student names in running text, and the entries that belong to them.
namespace duelo {

/// A source named by author and year: "(Kirk y Hwu, 2016)", "Kirk (2016)".
struct TextSource {
    std::string author{};   ///< as written: "Kirk y Hwu"
    std::string surname{};  ///< of the first author
    std::string year{};     ///< "2016", "2016a"
    std::string title{};    ///< all that follows the year in its parentheses; empty: nothing

    [[nodiscard]] std::string words() const { return author + ", " + year; }
    /// Returns the entry that one with a title is.
    [[nodiscard]] std::string entry() const { return author + " (" + year + "). " + title; }
};

/// Returns the sources that a text names so, each once, in its order.
[[nodiscard]] std::vector<TextSource> sourcesNamedIn(std::string_view text);

/// Tells whether a line is an entry of a list of references: "Kirk, D. B. (2016). Title."
[[nodiscard]] bool isReferenceEntry(std::string_view line);
/// Tells whether each line that has words is one: the answer is itself a list of sources.
[[nodiscard]] bool areReferenceEntries(std::string_view answer);
/// Returns the lines of an answer that are entries.
[[nodiscard]] std::vector<std::string> referenceEntriesIn(std::string_view answer);

/// Tells whether one of the entries is of that author and year.
[[nodiscard]] bool isListed(const TextSource& source, const std::set<std::string>& entries);

}  // namespace duelo
