// SPDX-License-Identifier: Apache-2.0
#include "experiments/printed_output.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>

#include "base/text.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "experiments/imported_times.h"
#include "networks/registry.h"

namespace duelo {
namespace {

/// A longer line is no time, and a program prints no more of them.
constexpr std::size_t kMostLineBytes = 2000, kMostTimes = 1000;

std::string lowered(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

bool isAsciiDigit(char c) {
    return c >= '0' && c <= '9';
}

std::optional<std::int64_t> wholeAt(std::string_view text, std::size_t& at) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc() || value <= 0) return std::nullopt;
    at = static_cast<std::size_t>(end - text.data());
    return value;
}

/// "224x224", the only way in which a line of its own says a size.
std::optional<std::int64_t> squareIn(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (!isAsciiDigit(line[at]) ||
            (at > 0 && (isAsciiDigit(line[at - 1]) || line[at - 1] == '.')))
            continue;
        std::size_t end = at;
        const auto width = wholeAt(line, end);
        if (!width || end >= line.size() || (line[end] != 'x' && line[end] != 'X')) continue;
        const auto height = wholeAt(line, ++end);
        if (height == width) return width;
    }
    return std::nullopt;
}

/// Returns a time whose unit its program told, so that no slip of units is to be feared: a call of
/// less than a microsecond is a time too. Reasons with {value}: "typed_not_number",
/// "typed_not_positive", "printed_out_of_range".
Result<double> toldMs(const Json& median_ms) {
    constexpr double kShortest_ms = 1e-6, kLongest_ms = 24 * 3600 * 1e3;
    if (!median_ms.is_number()) return fail("typed_not_number", {{"value", ""}});
    const auto ms = median_ms.get<double>();
    const Json args{{"value", formatExact(ms)}};
    if (ms <= 0) return fail("typed_not_positive", args);
    if (!(ms >= kShortest_ms && ms <= kLongest_ms)) return fail("printed_out_of_range", args);
    return ms;
}

std::string fromUtf16(std::string_view bytes, bool big) {
    std::string out;
    const auto unitAt = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(bytes[at]),
                   second = static_cast<unsigned char>(bytes[at + 1]);
        return static_cast<char32_t>(big ? first << 8 | second : second << 8 | first);
    };
    for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
        char32_t c = unitAt(at);
        if (c >= 0xD800 && c < 0xDC00 && at + 3 < bytes.size()) {
            c = 0x10000 + ((c - 0xD800) << 10) + (unitAt(at + 2) - 0xDC00);
            at += 2;
        }
        appendUtf8(out, c);
    }
    return out;
}

Result<std::string> textIn(std::string_view bytes) {
    if (bytes.size() > kMostPrintedBytes)
        return fail("printed_too_large", {{"most_bytes", kMostPrintedBytes}});
    const bool little = bytes.starts_with("\xFF\xFE"), big = bytes.starts_with("\xFE\xFF");
    std::string text = little || big ? fromUtf16(bytes, big) : std::string(bytes);
    std::size_t broken = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\0') return fail("printed_not_text");
        const std::size_t length = utf8Length(std::string_view(text).substr(at));
        broken += length == 0;
        at += std::max<std::size_t>(length, 1);
    }
    // A console of another code page spoils some letters, and no digit.
    if (broken > text.size() / 10) return fail("printed_not_text");
    return text;
}

class Reader {
public:
    Reader() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string sentence =
                lowered(Text(language)("report.time_gpu", {{"time", "@"}}));
            const std::size_t lead = sentence.substr(0, sentence.find('@')).find_last_not_of(' ');
            m_leads.push_back(sentence.substr(0, lead + 1));
        }
    }

    Result<PrintedOutput> read(std::string_view text) {
        int number = 0;
        while (!text.empty() && m_out.times.size() < kMostTimes) {
            const std::size_t end = text.find_first_of("\r\n");
            ++number;
            take(text.substr(0, end), number);
            if (end == text.npos) break;
            text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
        }
        // A program that prints exact lines has told the same before in a sentence.
        if (!m_exact.empty()) m_out.times = std::move(m_exact);
        if (m_out.times.empty() && m_out.refused.empty()) return fail("printed_no_times");
        return std::move(m_out);
    }

private:
    void take(std::string_view line, int number) {
        if (line.size() > kMostLineBytes) return;
        if (const std::size_t at = line.find(kTimeLine); at != line.npos)
            return takeExact(line.substr(at + kTimeLine.size()), number);
        if (line.starts_with("PyTorch ") && line.find(", CUDA: ") != line.npos) {
            m_duelo = true;
            m_out.timing = TimedBy::WarmMedian;
        }
        if (m_duelo && takeShape(line)) return;
        const std::string low = lowered(line);
        for (const std::string& lead : m_leads)
            if (const std::size_t at = low.find(lead); at != low.npos)
                return takeSentence(line, line.substr(at + lead.size()), number);
    }

    /// Takes the line that Duelo's program prints before the times of a size: "resnet18, 'random',
    /// [1, 3, 224, 224]".
    bool takeShape(std::string_view line) {
        const std::size_t open = line.rfind('['), comma = line.find(',');
        if (open == line.npos || !line.ends_with(']') || comma > open) return false;
        std::vector<std::int64_t> shape;
        for (std::size_t at = open + 1; at < line.size();) {
            const auto value = wholeAt(line, at);
            if (!value) return false;
            shape.push_back(*value);
            at += line.substr(at).starts_with(", ") ? 2 : 1;
        }
        if (shape.size() != 4 || shape[2] != shape[3]) return false;
        m_told = {
            .size_px = shape[2], .batch = shape[0], .model = std::string(line.substr(0, comma))};
        if (!findModel(m_told.model)) m_told.model.clear();
        return true;
    }

    void takeSentence(std::string_view line, std::string_view rest, int number) {
        PrintedTime time = m_duelo ? m_told : PrintedTime{};
        time.line = number;
        if (const auto square = squareIn(line)) time.size_px = square;
        const std::size_t details = rest.find('(');
        takeDetails(details == rest.npos ? std::string_view() : rest.substr(details), time);
        const auto ms = typedMs(rest.substr(0, details), TypedUnit::Seconds);
        if (!ms) return refuse(number, ms.error());
        time.ms = *ms;
        m_out.times.push_back(std::move(time));
    }

    static void takeDetails(std::string_view text, PrintedTime& time) {
        for (const std::string_view one : wordsOf<Precision>)
            if (text.find(one) != text.npos) time.precision = one;
    }

    void takeExact(std::string_view text, int number) {
        const Json json = Json::parse(text, nullptr, false);
        if (!json.is_object()) return;
        m_out.timing = TimedBy::WarmMedian;
        const auto word = [&](const char* key) {
            const auto found = json.find(key);
            return found != json.end() && found->is_string() ? found->get<std::string>()
                                                             : std::string();
        };
        const auto whole = [&](const char* key) -> std::optional<std::int64_t> {
            const auto found = json.find(key);
            if (found == json.end() || !found->is_number_integer()) return std::nullopt;
            const auto value = found->get<std::int64_t>();
            return value > 0 ? std::optional(value) : std::nullopt;
        };
        const auto object = [&](const char* key) {
            const auto found = json.find(key);
            return found == json.end() ? Params() : Params::from(*found);
        };
        const Params work = object("work"), variant = object("variant");
        if (work.empty() && word("device") != "cuda") return;
        if (word("protocol") != duelo::word(TimedBy::WarmMedian)) m_out.timing = TimedBy::Unknown;
        PrintedTime time{.line = number,
                         .n = whole("n").value_or(0),
                         .size_px = whole("size_px"),
                         .batch = whole("batch"),
                         .model = word("model"),
                         .input = word("input"),
                         .precision = word("precision"),
                         .mode = word("mode"),
                         .weights = word("weights"),
                         .experiment = word("experiment"),
                         .technology = word("technology"),
                         .work = work,
                         .variant = variant};
        const auto median = json.find("median_ms");
        const auto ms = toldMs(median != json.end() ? *median : Json());
        if (!ms) return refuse(number, ms.error());
        time.ms = *ms;
        if (m_out.gpu.empty()) m_out.gpu = visibleText(word("gpu"));
        m_exact.push_back(std::move(time));
    }

    void refuse(int number, Reason reason) {
        if (m_out.refused.size() < kMostTimes)
            m_out.refused.emplace_back(number, std::move(reason));
    }

    std::vector<std::string> m_leads;  ///< the words before a time, in lower case
    PrintedOutput m_out;
    std::vector<PrintedTime> m_exact;
    PrintedTime m_told;  ///< by the latest shape
    bool m_duelo = false;
};

}  // namespace

Result<PrintedOutput> readPrinted(std::string_view text) {
    const auto readable = textIn(text);
    if (!readable) return tl::unexpected(readable.error());
    return Reader().read(*readable);
}

Result<std::string> printedText(const std::filesystem::path& path) {
    auto file = openToRead(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    std::string bytes(kMostPrintedBytes + 1, '\0');
    file->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file->gcount()));
    return textIn(bytes);
}

Result<PrintedOutput> readPrinted(const std::filesystem::path& path) {
    const auto text = printedText(path);
    if (!text) return tl::unexpected(text.error());
    return Reader().read(*text);
}

}  // namespace duelo
