// SPDX-License-Identifier: Apache-2.0
#include "help_text.h"

#include <algorithm>
#include <string>

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
    void translate(CLI::App& app) const {
        for (const char* label : kLabels) app.get_formatter()->label(label, of(label));
        app.description(of(app.get_description()));
        // Its first line; what follows is for a database.
        if (const std::string footer = app.get_footer(); !footer.empty()) {
            const std::size_t end = footer.find('\n');
            app.footer(of(footer.substr(0, end)) + footer.substr(std::min(end, footer.size())));
        }
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
