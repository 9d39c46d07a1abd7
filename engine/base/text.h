// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/words.h"

namespace duelo {

enum class Language { Spanish, English };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<Language>{"es", "en"};

/// The signs that numbers are written with. "Spanish" is not one format: es_ES has the decimal
/// comma, es_MX the point, so the sign can be chosen apart from the language.
struct NumberStyle {
    char decimal = '.';
    std::string_view group{};  ///< between thousands, from five digits on; empty: none

    bool operator==(const NumberStyle&) const = default;
};

/// Returns the style for people. Thousands are parted by a narrow space that does not break (ISO
/// 80000-1): the comma and the point of one country are the decimal sign of another.
[[nodiscard]] NumberStyle styleForPeople(char decimal);
[[nodiscard]] NumberStyle defaultNumberStyle(Language language);
/// The same numbers for programs that read what is pasted or printed.
[[nodiscard]] inline NumberStyle ungrouped(NumberStyle style) {
    return {style.decimal};
}

/// `decimals` digits after the sign; "-" if not finite. Never asks the process's locale.
[[nodiscard]] std::string formatFixed(double value, int decimals, NumberStyle style);
/// `digits` significant digits without an exponent between 1e-4 and 1e15, trailing zeros kept.
[[nodiscard]] std::string formatSignificant(double value, int digits, NumberStyle style);
/// The shortest digits that read back to the same bits; point, for files that machines read.
[[nodiscard]] std::string formatExact(double value);
/// "3.1 GiB", "512 MiB", "17 B".
[[nodiscard]] std::string formatBytes(double bytes, NumberStyle style);
/// "0.42 ms", "38.1 ms", "2.10 s", "12 min", "14.1 h".
[[nodiscard]] std::string formatDuration(double ms, NumberStyle style);
/// A rate as people say it: "12.3 GB/s" of byte/s, "201 GFLOP/s" of flop/s, in powers of 1000;
/// "31.2 image/s" of any other.
[[nodiscard]] std::string formatRate(double per_s, std::string_view unit, NumberStyle style,
                                     int digits = 3);
/// Writes the time that a running clock shows: "25 s", "3 min 05 s", "1 h 02 min".
[[nodiscard]] std::string formatElapsed(double ms);
/// An expectation, no finer than it deserves: "25–90 s", "25 s – 3 min". Rounded outwards to 1 s
/// below 20 s, to 5 s below 2 min, to minutes below 3 h, to hours above.
[[nodiscard]] std::string formatDurationRange(double low_ms, double high_ms);
/// Writes one time in the same steps, rounded to the nearest: "25 s", "3 min"; at least "1 s".
[[nodiscard]] std::string formatRoundDuration(double ms);

/// Well-formed UTF-8 without characters that could change how the rest is shown: control
/// characters become their pictures (U+2400...), bidirectional overrides and broken bytes U+FFFD.
/// For every text that comes from outside: file names, class names, machine names.
[[nodiscard]] std::string visibleText(std::string_view text);
/// The code point at `at`, which moves behind it; U+FFFD for broken UTF-8. `at` < text.size().
[[nodiscard]] char32_t nextCodePoint(std::string_view text, std::size_t& at);
void appendUtf8(std::string& text, char32_t codePoint);

/// The sentences that people read: those of resources/text, which all share, and those of each
/// experiment (experiments/<name>/words.<language>.json).
///
/// A text that belongs to an experiment (of()) finds a key in that experiment's words first and in
/// the shared ones otherwise, never in another experiment's: two experiments may each have an axis
/// "bytes". A text that belongs to none finds shared words and those that one experiment alone has;
/// what stands in a group or under a code that is called like an experiment ("pi.title", "page.pi")
/// is found by every text, and so are reasons, their causes and the words of scripts.
///
/// A key is "group.code". Its {placeholders} are filled from `args` by name; a number is formatted
/// by the unit at the end of its name (_bytes, _ms, _s, _percent, _px, _mhz; _rate with the digits
/// that it has, _exact with nine), a list is joined by commas, and a word of another group (device,
/// mode, stage, precision, ...) is translated. {n|run|runs} is the first form where n is 1, else
/// the second.
class Text {
public:
    explicit Text(Language language);
    Text(Language language, NumberStyle numbers);

    /// Returns the same text for the words of an experiment, by the id of its Spec; for one without
    /// words, the shared ones alone. "": the text of no experiment.
    [[nodiscard]] Text of(std::string_view experiment) const;
    /// Tells whether two experiments have one folder of words.
    [[nodiscard]] bool sharesWordsWith(const Text& other) const { return m_own == other.m_own; }

    [[nodiscard]] Language language() const { return m_language; }
    [[nodiscard]] NumberStyle numbers() const { return m_numbers; }

    [[nodiscard]] bool has(std::string_view key) const;
    /// An unknown key gives the key itself: a report with an odd word beats no report.
    [[nodiscard]] std::string operator()(std::string_view key,
                                         const Json& args = Json::object()) const;
    /// Returns the sentence; nothing where it names what `args` lack, or where there is no such
    /// key.
    [[nodiscard]] std::optional<std::string> complete(std::string_view key, const Json& args) const;
    /// The sentence of a reason. A code that this version does not know gives a general sentence
    /// with the code and the technical message; never empty.
    [[nodiscard]] std::string reason(const Reason& reason) const;
    /// The same for a document that is handed in: how it was, without what to do about it.
    [[nodiscard]] std::string told(const Reason& reason) const;
    /// The word of a code in a group ("flag", "noisy"), also of one with a number behind it
    /// ("model", "mlp-64"; "device", "cuda:1" is "GPU 1"); the code itself if unknown.
    [[nodiscard]] std::string word(std::string_view group, std::string_view code) const;
    /// A value in words by the unit at the end of its name, as the placeholders are filled.
    [[nodiscard]] std::string value(std::string_view name, const Json& arg) const;
    /// The name of an ImageNet class (0...999), empty if unknown.
    [[nodiscard]] std::string className(int index) const;
    /// The keys of a group, in the order of its file; with of(), the experiment's own alone.
    [[nodiscard]] std::vector<std::string> keys(std::string_view group) const;

private:
    struct Words;
    [[nodiscard]] const std::string* find(std::string_view key) const;
    /// `lacking`: set to true where `args` lack what the sentence names.
    [[nodiscard]] std::string fill(std::string_view sentence, const Json& args,
                                   bool* lacking = nullptr) const;

    Language m_language;
    NumberStyle m_numbers;
    std::shared_ptr<const Words> m_words;
    std::string m_experiment{};   ///< of(); empty: none
    const Json* m_own = nullptr;  ///< its words, in m_words
};

}  // namespace duelo
