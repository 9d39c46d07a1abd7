// SPDX-License-Identifier: Apache-2.0
#include "fake_scenario.h"

#include <algorithm>
#include <array>

namespace duelo::fake {

namespace {

constexpr std::array<std::string_view, 38> kWords{
    "normal",    "gpu",          "slow",         "abort",      "segv",
    "killed",    "exit",         "device-lost",  "call-hangs", "half-line",
    "hang",      "mute",         "between",      "at-start",   "at-start-once",
    "bad-input", "disk-full",    "deaf",         "silent",     "late",
    "garbage",   "endless-line", "stderr-flood", "wrong-ids",  "missing-library",
    "refuses",   "many-samples", "big-line",     "stale",      "diverges",
    "no-data",   "noisy",        "unread",       "probes",     "blocked",
    "keeps",     "locked",       "gpu-fails"};

}  // namespace

std::optional<Scenario> Scenario::parse(std::string_view text) {
    Scenario scenario;
    while (!text.empty()) {
        const auto end = std::min(text.find('+'), text.size());
        std::string word(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        Word place{.value = {}, .cell = "c002"};
        if (const auto at = word.find('@'); at != std::string::npos) {
            place.cell = word.substr(at + 1);
            word.resize(at);
        }
        if (const auto equals = word.find('='); equals != std::string::npos) {
            place.value = word.substr(equals + 1);
            word.resize(equals);
        }
        if (std::ranges::find(kWords, word) == kWords.end()) return std::nullopt;
        scenario.m_words[word] = place;
    }
    return scenario;
}

std::string Scenario::value(const std::string& word, const std::string& fallback) const {
    const auto found = m_words.find(word);
    return found == m_words.end() || found->second.value.empty() ? fallback : found->second.value;
}

int Scenario::number(const std::string& word, int fallback) const {
    return std::stoi(value(word, std::to_string(fallback)));
}

bool Scenario::strikes(const std::string& word, const std::string& cell) const {
    const auto found = m_words.find(word);
    return found != m_words.end() && (found->second.cell == "any" || found->second.cell == cell);
}

}  // namespace duelo::fake
