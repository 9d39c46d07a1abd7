// SPDX-License-Identifier: Apache-2.0
#include "lab_report/facts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace duelo {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isBlank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

const std::string& answerTo(const LabReport& report, const ReportQuestion& question) {
    static const std::string none;
    const auto found = report.texts.find(question.id);
    return found == report.texts.end() ? none : found->second;
}

/// The beginning of it, as a sentence quotes it.
std::string beginningOf(std::string_view words) {
    constexpr std::size_t kChars = 40;
    std::size_t end = 0;
    for (std::size_t n = 0; n < kChars && end < words.size(); ++n) (void)nextCodePoint(words, end);
    return visibleText(words.substr(0, end)) + (end < words.size() ? "…" : "");
}

/// An address, a DOI, a number in brackets or a year in parentheses.
bool namesSource(std::string_view words) {
    for (const char* mark : {"http://", "https://", "www.", "doi", "DOI", "ISBN"})
        if (words.find(mark) != std::string_view::npos) return true;
    for (std::size_t at = words.find_first_of("[("); at != std::string_view::npos;
         at = words.find_first_of("[(", at + 1)) {
        const std::size_t end = words.find(words[at] == '[' ? ']' : ')', at);
        if (end == std::string_view::npos) return false;
        const auto inside = words.substr(at + 1, end - at - 1);
        const auto digits = static_cast<std::size_t>(std::ranges::count_if(inside, isDigit));
        if (words[at] == '[' ? digits > 0 && digits == inside.size() : digits >= 4) return true;
    }
    return false;
}

enum class Unit { None, Second, Millisecond, Microsecond, Times, Percent };

/// What stands behind a number.
Unit unitOf(std::string_view rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    for (const std::string_view space : {"\u00A0", "\u202F"})
        if (rest.starts_with(space)) rest.remove_prefix(space.size());
    struct Named {
        std::string_view word;
        Unit unit;
    };
    constexpr Named kNamed[] = {{"%", Unit::Percent},
                                {"veces", Unit::Times},
                                {"times", Unit::Times},
                                {"×", Unit::Times},
                                {"x", Unit::Times},
                                {"ms", Unit::Millisecond},
                                {"µs", Unit::Microsecond},
                                {"us", Unit::Microsecond},
                                {"segundos", Unit::Second},
                                {"seconds", Unit::Second},
                                {"milisegundos", Unit::Millisecond},
                                {"milliseconds", Unit::Millisecond},
                                {"s", Unit::Second}};
    for (const auto& [name, unit] : kNamed) {
        if (!rest.starts_with(name)) continue;
        const char next = rest.size() > name.size() ? rest[name.size()] : ' ';
        const bool ends = unit == Unit::Percent || name == "×" ||
                          (!isDigit(next) &&
                           std::string_view(" .,;:)!?\n\r\t").find(next) != std::string_view::npos);
        if (ends) return unit;
    }
    return Unit::None;
}

struct Number {
    double value = 0, half_step = 0;
    std::size_t end = 0;
};

/// With a point or a comma as its decimal sign; others between digits make it no number to look up.
std::optional<Number> numberAt(std::string_view text, std::size_t at) {
    std::string digits;
    std::size_t end = at, signs = 0, decimals = 0;
    for (; end < text.size(); ++end) {
        const char c = text[end];
        const bool sign = (c == '.' || c == ',') && end + 1 < text.size() && isDigit(text[end + 1]);
        if (!isDigit(c) && !sign) break;
        if (sign) ++signs;
        if (isDigit(c) && signs > 0) ++decimals;
        digits += sign ? '.' : c;
    }
    Number out;
    out.end = end;
    if (signs > 1) return out;
    std::from_chars(digits.data(), digits.data() + digits.size(), out.value);
    out.half_step = 0.5 * std::pow(10.0, -static_cast<double>(decimals));
    return out;
}

/// Where a time, a factor or a share is measured, within what its digits say.
bool isKnown(const EvidenceBook& book, const Number& number, Unit unit) {
    const auto time = [&](double unit_s) {
        return book.hasTime(number.value * unit_s, number.half_step * unit_s);
    };
    switch (unit) {
        case Unit::Second:
            return time(1);
        case Unit::Millisecond:
            return time(1e-3);
        case Unit::Microsecond:
            return time(1e-6);
        case Unit::Times:
            return book.hasFactor(number.value, number.half_step);
        case Unit::Percent:
            return book.hasPercent(number.value, number.half_step);
        case Unit::None:
            break;
    }
    return true;
}

class FactFinder {
public:
    FactFinder(const LabReport& report, const EvidenceBook& book, const Text& text)
        : m_report(report), m_book(book), m_text(text) {}

    std::vector<ReportFact> find(const ReportForm& form) {
        for (const ReportSection& section : form.sections) look(section);
        return std::move(m_facts);
    }

private:
    void tell(const char* code, Json args = Json::object(), bool lost = false) {
        args["section_name"] = m_section->title.in(m_text.language());
        args["place"] = m_place;
        m_facts.push_back({m_section->id, m_question,
                           m_text("lab_report_fact." + std::string(code), args), lost});
    }

    void look(const ReportSection& section) {
        m_section = &section;
        m_question.clear();
        m_place = section.title.in(m_text.language());
        if (section.kind == SectionKind::Words && stateOf(m_report, section) == SectionState::Empty)
            return tell("section_empty");
        for (std::size_t i = 0; i < section.questions.size(); ++i) {
            m_question = section.questions[i].id;
            if (section.questions.size() > 1)
                m_place = m_text(
                    "lab_report.place",
                    {{"section_name", section.title.in(m_text.language())}, {"question", i + 1}});
            look(section.questions[i], section.kind);
        }
    }

    void look(const ReportQuestion& question, SectionKind kind) {
        const std::string& answer = answerTo(m_report, question);
        if (isBlank(answer)) {
            if (kind == SectionKind::Words) tell("question_unanswered");
            return;
        }
        const auto pieces = piecesOf(answer, m_report);
        const bool cites = std::ranges::any_of(
            pieces, [](const TextPiece& piece) { return piece.citation != nullptr; });
        if (question.needs == AnswerNeeds::Citation && !cites) tell("no_citation");
        if (question.needs == AnswerNeeds::Source) lookForSources(answer);
        for (const TextPiece& piece : pieces)
            piece.citation ? lookAt(*piece.citation) : lookForNumbers(piece.words);
    }

    /// Each paragraph is a proposal.
    void lookForSources(std::string_view answer) {
        for (std::size_t at = 0; at < answer.size();) {
            const std::size_t end = std::min(answer.find('\n', at), answer.size());
            const auto paragraph = answer.substr(at, end - at);
            if (!isBlank(paragraph) && !namesSource(paragraph) && !citesSource(paragraph))
                tell("no_source", {{"words", wordsOnly(paragraph)}});
            at = end + 1;
        }
    }

    /// A change with where the student has it from.
    [[nodiscard]] bool citesSource(std::string_view text) const {
        return std::ranges::any_of(piecesOf(text, m_report), [](const TextPiece& piece) {
            return piece.citation && !isBlank(piece.citation->source);
        });
    }

    [[nodiscard]] std::string wordsOnly(std::string_view text) const {
        std::string out;
        for (const TextPiece& piece : piecesOf(text, m_report))
            out += piece.citation ? "…" : piece.words;
        return beginningOf(out);
    }

    void lookAt(const Citation& citation) {
        const EvidenceBook::Found found = m_book.find(citation);
        if (found.standing == Standing::Current) return;
        const bool together = citation.files.size() > 1 && (found.standing == Standing::Changed ||
                                                            found.standing == Standing::Missing);
        const std::string code = "citation_" + std::string(word(found.standing));
        tell((code + (together ? "_together" : "")).c_str(),
             {{"said", beginningOf(citation.said)},
              {"file", visibleText(citation.filesText())},
              {"newer_file", found.newer ? found.newer->citation.file : std::string()}},
             !holds(found.standing));
    }

    void lookForNumbers(std::string_view words) {
        for (std::size_t at = 0; at < words.size(); ++at) {
            if (!isDigit(words[at])) continue;
            const bool inWord =
                at > 0 &&
                (std::isalnum(static_cast<unsigned char>(words[at - 1])) || words[at - 1] == '_');
            const auto number = numberAt(words, at);
            const Unit unit = unitOf(words.substr(number->end));
            if (!inWord && number->half_step > 0 && !isKnown(m_book, *number, unit)) {
                const std::size_t end = words.find_first_of(" .,;:)\n", number->end + 1);
                tell("number_unknown",
                     {{"words", beginningOf(words.substr(at, std::min(end, words.size()) - at))}});
            }
            at = number->end - 1;
        }
    }

    const LabReport& m_report;
    const EvidenceBook& m_book;
    const Text& m_text;
    const ReportSection* m_section = nullptr;
    std::string m_question, m_place;
    std::vector<ReportFact> m_facts;
};

}  // namespace

std::vector<ReportFact> factsOf(const LabReport& report, const ReportForm& form,
                                const EvidenceBook& book, const Text& text) {
    return FactFinder(report, book, text).find(form);
}

std::vector<std::string> unwrittenOf(const LabReport& report, const ReportForm& form,
                                     const EvidenceBook& book, const Text& text) {
    std::vector<std::string> sentences;
    for (ReportFact& fact : factsOf(report, form, book, text)) {
        const auto answer = report.texts.find(fact.question);
        const bool section = fact.question.empty();
        if (section || answer == report.texts.end() || isBlank(answer->second))
            sentences.push_back(std::move(fact.sentence));
    }
    return sentences;
}

std::vector<std::string> lostOf(const LabReport& report, const ReportForm& form,
                                const EvidenceBook& book, const Text& text) {
    std::vector<std::string> sentences;
    for (ReportFact& fact : factsOf(report, form, book, text))
        if (fact.lost) sentences.push_back(std::move(fact.sentence));
    return sentences;
}

std::vector<std::string> pageFacts(const ReportForm& form, int body_pages, int annex_pages,
                                   const Text& text) {
    std::vector<std::string> facts;
    const auto tell = [&](const char* part, int pages, int most) {
        if (most > 0 && pages > most)
            facts.push_back(
                text(std::string("lab_report.pages_") + part, {{"pages", pages}, {"most", most}}));
    };
    tell("body", body_pages, form.most_body_pages);
    tell("annex", annex_pages, form.most_annex_pages);
    return facts;
}

std::string pagesText(const ReportForm& form, int body_pages, int annex_pages, const Text& text) {
    const auto part = [&](const char* key, int pages, int most) {
        return text(std::string("lab_report.pages_now_") + key + (most > 0 ? "_of" : ""),
                    {{"pages", pages}, {"most", most}});
    };
    return part("body", body_pages, form.most_body_pages) + " " +
           part("annex", annex_pages, form.most_annex_pages);
}

SectionState stateOf(const LabReport& report, const ReportSection& section) {
    const auto answered = std::ranges::count_if(section.questions, [&](const ReportQuestion& one) {
        return !isBlank(answerTo(report, one));
    });
    if (static_cast<std::size_t>(answered) == section.questions.size())
        return SectionState::Answered;
    return answered == 0 ? SectionState::Empty : SectionState::Begun;
}

}  // namespace duelo
