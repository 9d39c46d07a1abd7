// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "base/brief_text.h"
#include "base/reason_json.h"
#include "resources/resources.h"

namespace duelo {
namespace {

constexpr const char* kUntold = "?";  ///< an argument that nobody knows

/// Reads a size as libraries write it: "822083584 bytes", "3.10 GiB". Returns nothing for other
/// words.
std::optional<double> bytesIn(std::string_view size) {
    constexpr std::pair<std::string_view, double> kUnits[] = {
        {" bytes", 1.0}, {" KiB", 1024.0}, {" MiB", 1024.0 * 1024}, {" GiB", 1024.0 * 1024 * 1024}};
    for (const auto& [unit, factor] : kUnits) {
        if (!size.ends_with(unit)) continue;
        const char* const end = size.data() + size.size() - unit.size();
        double number = 0;
        const auto [stop, error] = std::from_chars(size.data(), end, number);
        return error == std::errc() && stop == end ? std::optional(number * factor) : std::nullopt;
    }
    return std::nullopt;
}

/// A number after which a unit follows: whole numbers as they are, others with 3 digits.
std::string quantity(double value, NumberStyle style) {
    if (std::abs(value) < 1e15 && value == std::floor(value)) return formatFixed(value, 0, style);
    return std::abs(value) >= 100 ? formatFixed(value, 0, style)
                                  : formatSignificant(value, 3, style);
}

/// Zeros at the end of decimals would say a precision that the number has not.
std::string withoutZeros(std::string digits) {
    if (digits.find_first_of(".,") == digits.npos || digits.find('e') != digits.npos) return digits;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.' || digits.back() == ',') digits.pop_back();
    return digits;
}

constexpr char32_t kReplacement = 0xFFFD;

char32_t visible(char32_t c) {
    if (c < 0x20) return 0x2400 + c;
    if (c == 0x7F) return 0x2421;
    const bool bidi = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
                      c == 0x200F || c == 0x061C;
    const bool breaks = c == 0x2028 || c == 0x2029 || c == 0xFEFF || (c >= 0x80 && c < 0xA0);
    return bidi || breaks || (c & 0xFFFE) == 0xFFFE ? kReplacement : c;
}

/// Tells whether words of that language stand in a resource: the common ones or an experiment's.
bool isWordsFile(std::string_view name, const std::string& language) {
    return name == "text/" + language + ".json" ||
           (name.starts_with("experiments/") && name.ends_with("/words." + language + ".json"));
}

std::string_view unitOf(std::string_view name) {
    const auto at = name.rfind('_');
    return at == std::string_view::npos ? std::string_view{} : name.substr(at + 1);
}

/// Returns the form of "run|runs" for one or for any other number.
std::string_view formOf(std::string_view forms, bool one) {
    const auto bar = std::min(forms.find('|'), forms.size());
    return one ? forms.substr(0, bar) : forms.substr(std::min(bar + 1, forms.size()));
}

}  // namespace

void appendUtf8(std::string& text, char32_t c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xC0 | (c >> 6));
        text += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        text += static_cast<char>(0xE0 | (c >> 12));
        text += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        text += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        text += static_cast<char>(0xF0 | (c >> 18));
        text += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
        text += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        text += static_cast<char>(0x80 | (c & 0x3F));
    }
}

char32_t nextCodePoint(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at++);
    if (first < 0x80) return first;
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4) return kReplacement;
    char32_t c = first & (0x3F >> more);
    for (int i = 0; i < more; ++i) {
        if (at >= text.size() || (byte(at) & 0xC0) != 0x80) return kReplacement;
        c = (c << 6) | (byte(at++) & 0x3F);
    }
    constexpr char32_t smallest[] = {0, 0x80, 0x800, 0x10000};
    const bool bad = c < smallest[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF);
    return bad ? kReplacement : c;
}

std::string visibleText(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) appendUtf8(out, visible(nextCodePoint(text, at)));
    return out;
}

std::string briefText(std::string_view text, std::size_t most) {
    std::string out;
    for (std::size_t at = 0, chars = 0; at < text.size(); ++chars) {
        if (chars == most) return out + "…";
        appendUtf8(out, visible(nextCodePoint(text, at)));
    }
    return out;
}

struct Text::Words {
    Json shared = Json::object(), all = Json::object();
    std::map<std::string, Json, std::less<>> own;  ///< by the name of the experiment's folder
    /// The folder whose words an experiment has, by its id: a folder may bring several.
    std::map<std::string, std::string, std::less<>> folders;
    std::vector<std::string> labels;

    void add(std::string_view file, const Json& words);
    void joinOwn();
    void addLabels(std::string_view lines);
    static std::shared_ptr<const Words> of(Language language);
};

namespace {

/// The folder of an experiment's words: "pi" of "experiments/pi/words.es.json"; empty: they are
/// shared.
std::string_view folderOf(std::string_view file) {
    const auto end = file.rfind('/');
    if (end == file.npos || !file.substr(end + 1).starts_with("words.")) return {};
    const auto begin = file.rfind('/', end - 1);
    return file.substr(begin + 1, end - begin - 1);
}

const std::string* findIn(const Json& groups, std::string_view group, std::string_view code) {
    const auto found = groups.find(group);
    if (found == groups.end() || !found->is_object()) return nullptr;
    const auto entry = found->find(code);
    return entry == found->end() ? nullptr : entry->get_ptr<const std::string*>();
}

}  // namespace

void Text::Words::add(std::string_view file, const Json& words) {
    const std::string folder(folderOf(file));
    if (folder.empty()) return shared.update(words, true);
    own[folder].update(words, true);
    if (const auto names = words.find("experiment"); names != words.end())
        for (const auto& [id, _] : names->items()) folders[id] = folder;
}

/// A word that two experiments have is found through of() alone: either would be wrong elsewhere.
void Text::Words::joinOwn() {
    all = shared;
    std::set<std::pair<std::string, std::string>> met;
    for (const auto& [folder, words] : own)
        for (const auto& [group, codes] : words.items())
            for (const auto& [code, sentence] : codes.items()) {
                if (findIn(shared, group, code)) continue;
                if (met.emplace(group, code).second)
                    all[group][code] = sentence;
                else
                    all[group].erase(code);
            }
}

void Text::Words::addLabels(std::string_view lines) {
    while (!lines.empty()) {
        const auto end = std::min(lines.find('\n'), lines.size());
        std::string line(lines.substr(0, end));
        if (!line.empty() && line.back() == '\r') line.pop_back();
        labels.push_back(std::move(line));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
}

std::shared_ptr<const Text::Words> Text::Words::of(Language language) {
    const auto load = [](Language wanted) {
        const std::string code(duelo::word(wanted));
        auto words = std::make_shared<Words>();
        // Merged here and not by the build: CMake would sort the keys, and what takes time is the
        // parsing, of which there is no more than of one file.
        for (const Resource& file : resources())
            if (isWordsFile(file.name, code))
                if (const Json more = Json::parse(file.bytes, nullptr, false); more.is_object())
                    words->add(file.name, more);
        words->joinOwn();
        words->addLabels(resource("labels/imagenet_" + code + ".txt"));
        return std::shared_ptr<const Words>(std::move(words));
    };
    static const std::shared_ptr<const Words> all[] = {load(Language::Spanish),
                                                       load(Language::English)};
    return all[static_cast<std::size_t>(language)];
}

Text::Text(Language language) : Text(language, defaultNumberStyle(language)) {}

Text::Text(Language language, NumberStyle numbers)
    : m_language(language), m_numbers(numbers), m_words(Words::of(language)) {}

Text Text::of(std::string_view experiment) const {
    static const Json kNone = Json::object();
    Text text = *this;
    text.m_experiment = experiment;
    text.m_own = nullptr;
    if (experiment.empty()) return text;
    const auto folder = m_words->folders.find(experiment);
    text.m_own = folder == m_words->folders.end() ? &kNone : &m_words->own.at(folder->second);
    return text;
}

const std::string* Text::find(std::string_view key) const {
    const auto dot = key.find('.');
    if (dot == std::string_view::npos) return nullptr;
    const std::string_view group = key.substr(0, dot), code = key.substr(dot + 1);
    if (!m_own) return findIn(m_words->all, group, code);
    // A folder of several experiments has what one of them calls otherwise in the group of that
    // one.
    if (const std::string* found = findIn(*m_own, m_experiment, key)) return found;
    if (const std::string* found = findIn(*m_own, group, code)) return found;
    // "pi.title" and "page.pi" name their experiment; a reason may be that of a work inside another
    // experiment's (a stopwatch's), and its code says which.
    const auto& ids = m_words->folders;
    const bool named = ids.contains(group) || ids.contains(code) || group == "reason" ||
                       group == "cause" || group == "script";
    return findIn(named ? m_words->all : m_words->shared, group, code);
}

bool Text::has(std::string_view key) const {
    return find(key) != nullptr;
}

std::string Text::operator()(std::string_view key, const Json& args) const {
    const std::string* sentence = find(key);
    return sentence ? fill(*sentence, args) : std::string(key);
}

std::optional<std::string> Text::complete(std::string_view key, const Json& args) const {
    const std::string* sentence = find(key);
    bool lacking = sentence == nullptr;
    std::string filled = lacking ? std::string() : fill(*sentence, args, &lacking);
    return lacking ? std::nullopt : std::optional(std::move(filled));
}

std::string Text::word(std::string_view group, std::string_view code) const {
    const std::string prefix = std::string(group) + ".";
    if (const std::string* found = find(prefix + std::string(code))) return *found;
    const auto mark = code.find_last_not_of("0123456789");
    if (mark < code.size() - 1 && (code[mark] == '-' || code[mark] == ':'))
        if (const std::string* found = find(prefix + std::string(code.substr(0, mark))))
            return *found + (code[mark] == ':' ? ' ' : '-') + std::string(code.substr(mark + 1));
    return briefText(code, kMostArgumentChars);
}

std::string Text::reason(const Reason& reason) const {
    const std::string* sentence = nullptr;
    // What nobody told has a sentence without it rather than one with a question mark.
    if (std::ranges::any_of(reason.args, [](const Json& arg) { return arg == kUntold; }))
        sentence = find("reason." + reason.code + "_untold");
    if (sentence == nullptr) sentence = find("reason." + reason.code);
    if (sentence != nullptr) {
        std::string told = fill(*sentence, reason.args);
        // One more, and no further: a file from elsewhere nests as it likes.
        if (const auto more = reason.args.find(kNextReason); more != reason.args.end()) {
            const Reason next = reasonFromJson(*more);
            if (const std::string* then = find("reason." + next.code))
                told += ' ' + fill(*then, next.args);
        }
        return told;
    }
    const bool silent = reason.message.empty();
    return (*this)(silent ? "reason.unknown" : "reason.unknown_detail",
                   {{"code", reason.code}, {"message", reason.message}});
}

std::string Text::told(const Reason& reason) const {
    const std::string key = "told_then." + reason.code;
    return has(key) ? (*this)(key, reason.args) : this->reason(reason);
}

std::string Text::className(int index) const {
    const auto i = static_cast<std::size_t>(index);
    return index >= 0 && i < m_words->labels.size() ? m_words->labels[i] : std::string{};
}

std::vector<std::string> Text::keys(std::string_view group) const {
    std::vector<std::string> out;
    const Json& words = m_own ? *m_own : m_words->all;
    if (const auto found = words.find(group); found != words.end())
        for (const auto& [key, _] : found->items()) out.push_back(key);
    return out;
}

std::string Text::fill(std::string_view sentence, const Json& args, bool* lacking) const {
    std::string out;
    while (!sentence.empty()) {
        const auto open = sentence.find('{');
        const auto close = sentence.find('}', std::min(open, sentence.size()));
        if (close == std::string_view::npos) break;
        const std::string_view inside = sentence.substr(open + 1, close - open - 1);
        const std::string name(inside.substr(0, inside.find('|')));
        out += sentence.substr(0, open);
        const auto arg = args.is_object() ? args.find(name) : args.end();
        const bool known = args.is_object() && arg != args.end();
        if (!known && lacking) *lacking = true;
        if (name.size() < inside.size())
            out += formOf(inside.substr(name.size() + 1), known && (*arg == 1 || *arg == "1"));
        else
            out += known ? value(name, *arg) : "?";
        sentence.remove_prefix(close + 1);
    }
    return out += sentence;
}

std::string Text::value(std::string_view name, const Json& arg) const {
    if (arg.is_array()) {
        std::string joined;
        for (const Json& item : arg)  // not deeper: a hostile file nests without end
            joined += (joined.empty() ? "" : ", ") +
                      (item.is_structured() ? std::string("...") : value(name, item));
        return joined;
    }
    if (arg.is_string()) {
        const std::string& words = arg.get_ref<const std::string&>();
        // Libraries tell sizes in their own way: "822083584 bytes", "3.10 GiB".
        if (name == "asked" || name == "free")
            if (const auto bytes = bytesIn(words)) return formatBytes(*bytes, m_numbers);
        return word(name, words);
    }
    if (arg.is_boolean()) return (*this)(arg.get<bool>() ? "note.yes" : "note.no");
    if (!arg.is_number()) return arg.is_null() ? "?" : "...";

    const double number = arg.get<double>();
    // What is typed in elsewhere stands as it is typed.
    if (name == "seed" || name == "pid") return formatFixed(number, 0, ungrouped(m_numbers));
    const std::string_view unit = unitOf(name);
    if (name == "bytes" || unit == "bytes") return formatBytes(number, m_numbers);
    if (unit == "ms") return formatDuration(number, m_numbers);
    if (unit == "s") return formatDuration(number * 1000, m_numbers);
    if (name == "percent" || unit == "percent") return quantity(number, m_numbers) + " %";
    if (unit == "px") return quantity(number, m_numbers) + " px";
    if (unit == "rate") return withoutZeros(formatSignificant(number, 6, m_numbers));
    // Two numbers that a check told apart are to be seen apart.
    if (unit == "exact") return withoutZeros(formatSignificant(number, 9, m_numbers));
    if (unit == "mhz") return quantity(number, m_numbers) + " MHz";
    return quantity(number, m_numbers);
}

}  // namespace duelo
