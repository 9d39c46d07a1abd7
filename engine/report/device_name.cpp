// SPDX-License-Identifier: Apache-2.0
#include "report/device_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace duelo {

namespace {

/// A longer name is no head of a column: "RTX 4080 SUPER Laptop" and "Ryzen 7 PRO 4750U" have
/// these.
constexpr std::size_t kMostWords = 4;

using Words = std::vector<std::string>;

/// They say who made it, of what line it is or what it is at all; what follows says which one.
constexpr std::array<std::string_view, 16> kIdle{
    "AMD",    "ATI",        "Advanced", "CPU",    "GPU",   "GeForce", "Graphics",  "Intel",
    "NVIDIA", "Generation", "Gen",      "Design", "Tesla", "with",    "Processor", "Series",
};

/// Lines of products that need no name where what follows has one of its own: "Core i5", "Ryzen
/// Threadripper", "Radeon RX". "Core 7" and "Radeon Graphics" would be nothing without.
constexpr std::array<std::string_view, 6> kLines{"Core",   "Ryzen", "Radeon",
                                                 "Quadro", "Tegra", "AI"};

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// Takes out "(R)", "(TM)", "®", "™" and whatever else stands in brackets.
std::string withoutMarks(std::string_view name) {
    std::string out;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool registered = name.substr(i).starts_with("®");
        const bool trade = name.substr(i).starts_with("™");
        if (registered || trade) {
            i += (registered ? 2 : 3) - 1;
        } else if (name[i] == '(') {
            ++depth;
        } else if (name[i] == ')') {
            depth = std::max(0, depth - 1);
        } else if (depth == 0) {
            out += name[i];
        }
    }
    return out;
}

/// Ends the name where the clock, a list or the graphics of a CPU begins.
std::string_view headOf(std::string_view name) {
    std::size_t end = name.size();
    for (const std::string_view end_of : {" @", ", ", " - ", " w/", " with Radeon", " / ", "/"})
        end = std::min(end, name.find(end_of));
    return name.substr(0, end);
}

/// Returns how many letters of a word are left without "-SXM4-40GB" and the like at its end.
std::size_t keptOf(std::string_view word) {
    std::size_t end = word.size();
    for (const std::string_view socket : {"-SXM", "-PCI"}) end = std::min(end, word.find(socket));
    for (std::size_t at = word.find('-'); at != word.npos; at = word.find('-', at + 1))
        if (word.ends_with("GB") && at + 1 < word.size() && isDigit(word[at + 1]))
            end = std::min(end, at);
    return end;
}

/// Sizes of memory, sockets, numbers of cores and of generations tell no device from another.
bool isDetail(std::string_view word) {
    const auto begins = [&](std::string_view with) { return word.starts_with(with); };
    const bool counts = isDigit(word.front());
    if (counts && (word.ends_with("GB") || word.ends_with("GiB"))) return true;
    if (counts && (word.ends_with("th") || word.ends_with("nd") || word.ends_with("rd")))
        return true;
    return begins("PCI") || begins("SXM") || begins("HBM") || word.ends_with("-Core") ||
           word.ends_with("-Cores") || word.ends_with("-core");
}

Words nameWords(std::string_view name) {
    Words words;
    std::string word;
    const auto end = [&] {
        const std::string_view kept = std::string_view(word).substr(0, keptOf(word));
        if (!kept.empty() && !isDetail(kept) && std::ranges::find(kIdle, kept) == kIdle.end())
            words.emplace_back(kept);
        word.clear();
    };
    for (const char c : name)
        if (c == ' ' || c == '\t')
            end();
        else
            word += c;
    end();
    return words;
}

/// Tells whether a line of products stands before a name of its own: one of letters, and no
/// ordinary word that the line needs.
bool isSaidByNext(const Words& words, std::size_t at) {
    if (std::ranges::find(kLines, words[at]) == kLines.end() || at + 1 == words.size())
        return false;
    const std::string& next = words[at + 1];
    if (words[at] == "Quadro") return next == "RTX";
    if (words[at] == "Radeon") return next == "RX" || next == "Vega";
    if (words[at] == "Ryzen") return next == "Threadripper";
    if (words[at] == "Tegra") return next == "Orin" || next == "Xavier";
    if (words[at] == "AI") return at > 0 && words[at - 1] == "Ryzen";
    return isLetter(next.front()) && next != "Duo" && next != "Solo" && next != "Quad";
}

}  // namespace

std::string shortDeviceName(std::string_view name) {
    const std::string plain = withoutMarks(name);
    const Words words = nameWords(headOf(plain));
    std::string out;
    std::size_t count = 0;
    for (std::size_t i = 0; i < words.size() && count < kMostWords; ++i) {
        if (isSaidByNext(words, i)) continue;
        out += (out.empty() ? "" : " ") + words[i];
        ++count;
    }
    return out.empty() ? std::string(name) : out;
}

std::string shortMachineName(std::string_view cpu, std::string_view gpu) {
    std::string out;
    for (const std::string_view device : {cpu, gpu})
        if (!device.empty()) out += (out.empty() ? "" : ", ") + shortDeviceName(device);
    return out;
}

}  // namespace duelo
