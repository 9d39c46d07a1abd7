// SPDX-License-Identifier: Apache-2.0
#include "lab_report/facts.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "lab_report/number_words.h"
#include "lab_report/references.h"
#include "lab_report/text_sources.h"

namespace duelo {
namespace {

bool isBlank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

const std::string& answerTo(const LabReport& report, const ReportQuestion& question) {
    static const std::string none;
    const auto found = report.texts.find(question.id);
    return found == report.texts.end() ? none : found->second;
}

/// Tells whether a question of words has any of the student's own: a citation alone says nothing of
/// what follows from it.
bool isAnswered(const LabReport& report, const ReportQuestion& question, SectionKind kind) {
    const std::string& answer = answerTo(report, question);
    if (kind != SectionKind::Words) return !isBlank(answer);
    return std::ranges::any_of(piecesOf(answer, report), [](const TextPiece& piece) {
        return piece.citation == nullptr && !isBlank(piece.words);
    });
}

/// Returns the beginning of the words, as a sentence quotes it.
std::string beginningOf(std::string_view words) {
    constexpr std::size_t kChars = 40;
    std::size_t end = 0;
    for (std::size_t n = 0; n < kChars && end < words.size(); ++n) (void)nextCodePoint(words, end);
    // In one line: a line feed has no sign in many faces.
    std::string quoted(words.substr(0, end));
    std::ranges::replace_if(
        quoted, [](char sign) { return sign == '\n' || sign == '\r' || sign == '\t'; }, ' ');
    return visibleText(quoted) + (end < words.size() ? "…" : "");
}

/// Returns whether the words have an address, a DOI, a number in brackets or a year in parentheses.
bool namesSource(std::string_view words) {
    for (const char* mark : {"http://", "https://", "www.", "doi", "DOI", "ISBN"})
        if (words.find(mark) != std::string_view::npos) return true;
    for (std::size_t at = words.find_first_of("[("); at != std::string_view::npos;
         at = words.find_first_of("[(", at + 1)) {
        const std::size_t end = words.find(words[at] == '[' ? ']' : ')', at);
        if (end == std::string_view::npos) return false;
        const auto inside = words.substr(at + 1, end - at - 1);
        const auto digits =
            static_cast<std::size_t>(std::ranges::count_if(inside, NumberWords::isDigit));
        if (words[at] == '[' ? digits > 0 && digits == inside.size() : digits >= 4) return true;
    }
    return false;
}

class FactFinder {
public:
    FactFinder(const LabReport& report, const EvidenceBook& book, const Text& text)
        : m_report(report), m_book(book), m_text(text) {}

    std::vector<ReportFact> find(const ReportForm& form) {
        for (const RubricRow& row : form.rubric)
            if (row.needs == RowNeeds::Cover) lookAtCover();
        for (const Citation& one : m_report.citations) m_entries.insert(one.source);
        if (m_book.hasTable("scaling"))
            for (const std::string& work : referencesOfScaling()) m_entries.insert(work);
        for (const auto& [question, answer] : m_report.texts)
            for (std::string& entry : referenceEntriesIn(answer))
                m_entries.insert(std::move(entry));
        for (const ReportSection& section : form.sections) {
            look(section);
            for (const RubricRow& row : form.rubric)
                if (row.needs == RowNeeds::GpuTimes && row.marks(section)) lookAtTimes();
        }
        return std::move(m_facts);
    }

private:
    using Kind = ReportFact::Kind;

    void tell(const char* code, Json args = Json::object(), Kind kind = Kind::Other) {
        args["place"] = m_place;
        m_facts.push_back(
            {m_section, m_question, m_text("lab_report_fact." + std::string(code), args), kind});
    }

    void lookAtTimes() {
        if (m_book.results().empty()) return tell("no_tables");
        if (!m_book.hasOwnTimes()) tell("no_own_times");
        if (!m_book.hasGpuTimes()) tell("no_gpu_times");
    }

    /// Looks for what the handout wants on the cover (S0-54); an empty date is today's.
    void lookAtCover() {
        std::string list;
        for (const auto& [field, isEmpty] : {std::pair{"authors", m_report.authors.empty()},
                                             std::pair{"subject", m_report.subject.empty()},
                                             std::pair{"teacher", m_report.teacher.empty()},
                                             std::pair{"group", m_report.group.empty()}})
            if (isEmpty) list += (list.empty() ? "" : ", ") + m_text.word("field", field);
        if (!list.empty()) tell("cover_empty", {{"list_text", list}}, Kind::Cover);
    }

    void look(const ReportSection& section) {
        m_section = section.id;
        m_question.clear();
        m_place = section.title.in(m_text.language());
        const auto isEmpty = [&](const ReportQuestion& one) {
            return isBlank(answerTo(m_report, one));
        };
        if (section.kind == SectionKind::Words && std::ranges::all_of(section.questions, isEmpty))
            return tell("section_empty", {}, Kind::Unwritten);
        for (std::size_t i = 0; i < section.questions.size(); ++i) {
            m_question = section.questions[i].id;
            if (section.questions.size() > 1)
                m_place = m_text(
                    "lab_report.place",
                    {{"section_name", section.title.in(m_text.language())}, {"question", i + 1}});
            look(section.questions[i], section.kind);
        }
        m_question.clear();
        m_place = section.title.in(m_text.language());
    }

    void look(const ReportQuestion& question, SectionKind kind) {
        const std::string& answer = answerTo(m_report, question);
        if (kind == SectionKind::Words && !isAnswered(m_report, question, kind))
            tell("question_unanswered", {}, Kind::Unwritten);
        if (isBlank(answer)) return;
        const auto pieces = piecesOf(answer, m_report);
        const bool cites = std::ranges::any_of(
            pieces, [](const TextPiece& piece) { return piece.citation != nullptr; });
        if (question.needs == AnswerNeeds::Citation && !cites) tell("no_citation");
        if (question.needs == AnswerNeeds::Source) lookForSources(answer);
        for (const TextSource& source : sourcesNamedIn(answer))
            if (source.title.empty() && !isListed(source, m_entries))
                tell("source_unlisted", {{"words", visibleText(source.words())}});
        for (const TextPiece& piece : pieces)
            piece.citation ? lookAt(*piece.citation) : lookForNumbers(piece.words);
    }

    /// A line of an answer, up to a box: as the report prints it.
    struct Paragraph {
        std::string words{};
        bool has_words = false;
        bool has_source = false;  ///< it cites a change with where the student has it from
    };

    [[nodiscard]] std::vector<Paragraph> paragraphsOf(std::string_view answer) const {
        std::vector<Paragraph> out(1);
        const auto isBegun = [&] { return out.back().has_words || out.back().has_source; };
        for (const TextPiece& piece : piecesOf(answer, m_report)) {
            if (piece.citation) {
                out.back().words += "…";
                out.back().has_source |= !isBlank(piece.citation->source);
                if (isBox(piece.citation->kind)) out.emplace_back();
                continue;
            }
            for (std::size_t at = 0; at <= piece.words.size();) {
                const std::size_t end = std::min(piece.words.find('\n', at), piece.words.size());
                const std::string line(piece.words.substr(at, end - at));
                out.back().words += line;
                out.back().has_words |= !isBlank(line);
                if (end < piece.words.size() && isBegun()) out.emplace_back();
                at = end + 1;
            }
        }
        std::erase_if(out, [](const Paragraph& one) { return !one.has_words && !one.has_source; });
        return out;
    }

    /// Each paragraph is a proposal.
    void lookForSources(std::string_view answer) {
        const std::vector<Paragraph> all = paragraphsOf(answer);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].has_source || namesSource(all[i].words)) continue;
            // A change that was measured stands below the words that propose it.
            const bool measured =
                i + 1 < all.size() && all[i + 1].has_source && !all[i + 1].has_words;
            if (!measured) tell("no_source", {{"words", beginningOf(all[i].words)}});
        }
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
             holds(found.standing) ? Kind::Other : Kind::Lost);
    }

    void lookForNumbers(std::string_view words) {
        for (const NumberWords& number : numbersIn(words))
            if (!m_book.hasNumber(number)) {
                const std::size_t end = words.find_first_of(" .,;:)\n", number.end + 1);
                const auto told =
                    words.substr(number.begin, std::min(end, words.size()) - number.begin);
                tell("number_unknown", {{"words", beginningOf(told)}});
            }
    }

    const LabReport& m_report;
    const EvidenceBook& m_book;
    const Text& m_text;
    std::string m_section, m_question, m_place;
    std::set<std::string> m_entries;  ///< of the references
    std::vector<ReportFact> m_facts;
};

std::vector<std::string> sentencesOf(std::vector<ReportFact> facts, ReportFact::Kind kind) {
    std::vector<std::string> sentences;
    for (ReportFact& fact : facts)
        if (fact.kind == kind) sentences.push_back(std::move(fact.sentence));
    return sentences;
}

}  // namespace

std::vector<ReportFact> factsOf(const LabReport& report, const ReportForm& form,
                                const EvidenceBook& book, const Text& text) {
    return FactFinder(report, book, text).find(form);
}

std::vector<std::string> unwrittenOf(const LabReport& report, const ReportForm& form,
                                     const EvidenceBook& book, const Text& text) {
    return sentencesOf(factsOf(report, form, book, text), ReportFact::Kind::Unwritten);
}

std::vector<std::string> lostOf(const LabReport& report, const ReportForm& form,
                                const EvidenceBook& book, const Text& text) {
    return sentencesOf(factsOf(report, form, book, text), ReportFact::Kind::Lost);
}

std::vector<RowStanding> rubricOf(const ReportForm& form, std::span<const ReportFact> facts,
                                  const Text& text) {
    std::vector<RowStanding> out;
    for (const RubricRow& row : form.rubric) {
        RowStanding standing{&row};
        std::string unwritten;
        for (const ReportSection& section : form.sections)
            for (const ReportFact& fact : facts) {
                if (fact.section != section.id) continue;
                if (row.marks(section)) standing.missing.push_back(fact.sentence);
                if (fact.kind == ReportFact::Kind::Unwritten && fact.question.empty())
                    unwritten +=
                        (unwritten.empty() ? "" : ", ") + section.title.in(text.language());
            }
        for (const ReportFact& fact : facts)
            if (fact.kind == ReportFact::Kind::Cover && row.needs == RowNeeds::Cover)
                standing.missing.push_back(fact.sentence);
        if (row.sections.empty() && !unwritten.empty())
            standing.missing.push_back(
                text("lab_report_fact.sections_empty", {{"list_text", unwritten}}));
        out.push_back(std::move(standing));
    }
    return out;
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
        return isAnswered(report, one, section.kind);
    });
    if (static_cast<std::size_t>(answered) == section.questions.size())
        return SectionState::Answered;
    return answered == 0 ? SectionState::Empty : SectionState::Begun;
}

}  // namespace duelo
