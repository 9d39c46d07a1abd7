// SPDX-License-Identifier: Apache-2.0
#include "help_text.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/help_words.h"

namespace duelo {

namespace {

/// The headings and words that CLI11 itself puts between the descriptions.
constexpr const char* kLabels[] = {"Usage",       "OPTIONS",  "SUBCOMMAND", "SUBCOMMANDS",
                                   "Positionals", "REQUIRED", "Needs",      "TEXT",
                                   "INT",         "FLOAT"};

class Translator {
public:
    explicit Translator(Language language) : m_words(helpWords(language)) {}

    [[nodiscard]] std::string of(const std::string& english) const {
        return m_words.value(english, english);
    }
    /// A footer line by line: its remarks have words, and what is typed as it stands has none.
    [[nodiscard]] std::string lines(const std::string& footer) const {
        constexpr std::string_view kRemark = "-- ";
        std::string out;
        for (std::size_t at = 0; at <= footer.size();) {
            const std::size_t end = std::min(footer.find('\n', at), footer.size());
            const std::string line = footer.substr(at, end - at);
            out += line.starts_with(kRemark)
                       ? std::string(kRemark) + of(line.substr(kRemark.size()))
                       : of(line);
            if (end < footer.size()) out += '\n';
            at = end + 1;
        }
        return out;
    }
    void translate(CLI::App& app) const {
        for (const char* label : kLabels) app.get_formatter()->label(label, of(label));
        app.description(of(app.get_description()));
        if (const std::string footer = app.get_footer(); !footer.empty()) app.footer(lines(footer));
        for (CLI::Option* option : app.get_options()) {
            option->description(of(option->get_description()));
            option->group(of(option->get_group()));
        }
        for (CLI::App* command : app.get_subcommands({})) {
            translate(*command);
            command->group(of(command->get_group()));
        }
    }

private:
    const Json m_words;
};

}  // namespace

void translateHelp(CLI::App& app, Language language) {
    Translator(language).translate(app);
}

}  // namespace duelo
