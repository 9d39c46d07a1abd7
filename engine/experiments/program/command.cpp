// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/command.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/places.h"

namespace duelo {

namespace {

bool isProgramFile(const std::string& command) {
    std::error_code error;
    return std::filesystem::is_regular_file(fromUtf8(command), error);
}

void replaceNumber(std::string& word, std::int64_t n) {
    const std::string number = std::to_string(n);
    for (std::size_t at = word.find(kNumberPlaceholder); at != std::string::npos;
         at = word.find(kNumberPlaceholder, at + number.size()))
        word.replace(at, kNumberPlaceholder.size(), number);
}

Result<std::vector<std::string>> splitCommand(const std::string& command) {
    std::vector<std::string> words;
    std::string word;
    bool begun = false;
    char quote = '\0';
    for (const char c : command) {
        if (quote != '\0' ? c == quote : c == '"' || c == '\'') {
            quote = quote != '\0' ? '\0' : c;
            begun = true;  // "" is an argument too
        } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
            if (begun) words.push_back(std::exchange(word, {}));
            begun = false;
        } else {
            word += c;
            begun = true;
        }
    }
    if (quote != '\0') return fail("program_quote_open", {{"command", command}});
    if (begun) words.push_back(std::move(word));
    if (words.empty()) return fail("program_command_empty");
    return words;
}

}  // namespace

Result<std::vector<std::string>> commandWords(const std::string& command,
                                              std::optional<std::int64_t> n) {
    if (isProgramFile(command)) {
        std::vector<std::string> words{command};
        if (n) words.push_back(std::to_string(*n));
        return words;
    }
    auto words = splitCommand(command);
    if (words && n)
        for (std::string& word : *words) replaceNumber(word, *n);
    return words;
}

Result<std::vector<std::string>> scriptWords(const std::string& name, const std::string& text,
                                             const std::string& file,
                                             std::optional<std::int64_t> n) {
#ifdef _WIN32
    constexpr const char* kPython = "python";
#else
    constexpr const char* kPython = "python3";
#endif
    std::vector<std::string> words;
    if (name.ends_with(".py")) {
        words = {kPython, file};
#ifdef _WIN32
    } else if (name.ends_with(".cmd") || name.ends_with(".bat")) {
        words = {"cmd.exe", "/d", "/c", file};
#else
    } else if (text.starts_with("#!")) {
        words = {file};
    } else if (name.ends_with(".sh")) {
        words = {"sh", file};
#endif
    } else {
        return fail("program_no_interpreter", {{"name", name}});
    }
    static_cast<void>(text);
    if (n) words.push_back(std::to_string(*n));
    return words;
}

Result<void> checkNumber(const std::string& name, const Attachment& attachment, bool hasNumber) {
    const std::string& text = attachment.text();
    if (isScript(name, attachment)) return {};
    const bool wants = text.find(kNumberPlaceholder) != std::string::npos;
    const Json args{{"command", text}, {"placeholder", std::string(kNumberPlaceholder)}};
    if (wants && !hasNumber) return fail("program_needs_n", args);
    if (hasNumber && !wants && !isProgramFile(text)) return fail("program_without_n", args);
    return {};
}

}  // namespace duelo
