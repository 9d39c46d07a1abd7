// SPDX-License-Identifier: Apache-2.0
#include "lab_report/compose_lab_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "base/json_text.h"
#include "base/local_time.h"
#include "base/places.h"
#include "lab_report/annex_fit.h"
#include "lab_report/block_identity.h"
#include "lab_report/key_figure.h"
#include "lab_report/method_blocks.h"
#include "lab_report/names.h"
#include "lab_report/reference_list.h"
#include "lab_report/sentence_joins.h"
#include "lab_report/text_sources.h"
#include "resources/resources.h"

namespace duelo {
namespace {

/// Finds it in seconds, milliseconds, microseconds, times or percent; counts are other figures.
bool shows(const DocTable& table, double value) {
    const auto same = [value](double shown) {
        return std::abs(shown - value) <= 1e-9 * std::abs(value);
    };
    return std::ranges::any_of(table.rows, [&](const std::vector<DocCell>& row) {
        return std::ranges::any_of(row, [&](const DocCell& cell) {
            return cell.value && cell.decimals > 0 &&
                   (same(*cell.value) || same(*cell.value / 1e3) || same(*cell.value / 1e6));
        });
    });
}

/// Tells whether a figure of the table stands in these words.
bool tellsFigureOf(const DocTable& table, const std::string& words) {
    const std::string within = " " + words + " ";
    return std::ranges::any_of(table.rows, [&](const std::vector<DocCell>& row) {
        return std::ranges::any_of(row, [&](const DocCell& cell) {
            return cell.value && cell.decimals > 0 &&
                   within.find(" " + cell.text + " ") != within.npos;
        });
    });
}

/// Tells whether `whole` has each ratio of `part`, of the same comparison, and more.
bool repeats(const DocTable& part, const DocTable& whole) {
    return !part.ratios.empty() && part.ratios.size() < whole.ratios.size() &&
           std::ranges::all_of(part.ratios, [&](const RatioAt& ratio) {
               return std::ranges::find(whole.ratios, ratio) != whole.ratios.end();
           });
}

/// "2 of 16: More threads than numbers, Whole blocks"; an exercise that this version does not know
/// by its id.
std::string exercisesText(const ExerciseProgress& progress, const Text& text) {
    const Json known = parseJson(resource("kernels/exercises/exercises.json")).value();
    const char* language = text.language() == Language::Spanish ? "es" : "en";
    std::vector<std::string> titles;
    for (const std::string& id : progress.solved) {
        const auto one = std::ranges::find_if(
            known, [&](const Json& exercise) { return exercise.at("id") == id; });
        titles.push_back(one == known.end() ? id
                                            : one->at("title").at(language).get<std::string>());
    }
    return text(
        titles.empty() ? "lab_report.exercises_none" : "lab_report.exercises",
        {{"solved", titles.size()}, {"all", progress.all}, {"titles", commaJoined(titles)}});
}

std::string today() {
    constexpr std::size_t kDayChars = 10;
    return localTime(utcNow()).substr(0, kDayChars);
}

class LabReportComposer {
public:
    LabReportComposer(const LabReport& report, const ReportForm& form, const EvidenceBook& book,
                      const ReportOptions& options)
        : m_report(report), m_form(form), m_book(book), m_text(options.text()) {
        for (const ReportSection& section : form.sections) {
            if (section.kind == SectionKind::Results)
                for (const PlacedBlock& one : book.results()) m_elsewhere.insert(identityOf(one));
            if (section.kind == SectionKind::Words)
                for (const PlacedBlock& one : book.further())
                    if (section.names(one.block)) m_elsewhere.insert(identityOf(one));
            if (section.kind == SectionKind::Annex)
                for (const PlacedBlock& one : book.method())
                    if (isWanted(one.block, section)) m_elsewhere.insert(identityOf(one));
        }
    }

    ComposedReport compose() {
        // The place of a figure is known once all tables have theirs.
        const Document laidOut = build();
        for (const DocSection& section : laidOut.sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* table = std::get_if<DocTable>(&block)) m_tables.push_back(*table);
        ComposedReport out;
        out.document = build();
        for (const Citation& one : m_report.citations) {
            const EvidenceBook::Found found = m_book.find(one);
            out.cited[one.id] = {
                isBox(one.kind) ? boxWords(one) : figureWords(one), found.standing,
                holds(found.standing) && found.evidence ? found.evidence->how : std::string()};
        }
        return out;
    }

private:
    [[nodiscard]] std::string t(const std::string& key, const Json& args = Json::object()) const {
        return m_text("lab_report." + key, args);
    }
    [[nodiscard]] const std::string& in(const BothWords& words) const {
        return words.in(m_text.language());
    }

    Document build() {
        m_tableNumber = m_chartNumber = 0;
        m_ids.clear();
        m_printed.clear();
        m_deferred.clear();
        m_resultsCome = std::ranges::any_of(m_form.sections, [](const ReportSection& section) {
            return section.kind == SectionKind::Results;
        });
        Document out;
        out.language = m_text.language();
        out.numbers = m_text.numbers();
        out.title = m_report.title.empty() ? in(m_form.title) : visibleText(m_report.title);
        if (m_form.declares_no_gpu)
            out.declaration = m_book.declaration().value_or(t("declaration"));
        out.fields = fields();
        out.authors = visibleText(namesText(m_report.authors));
        out.contents = out.numbered = true;
        for (const ReportSection& section : m_form.sections) out.sections.push_back(made(section));
        addReferences(out);
        return out;
    }

    [[nodiscard]] std::vector<std::pair<std::string, std::string>> fields() const {
        std::vector<std::pair<std::string, std::string>> out;
        const auto add = [&](const char* key, const std::string& value) {
            if (!value.empty()) out.emplace_back(m_text.word("field", key), visibleText(value));
        };
        add("authors", namesText(m_report.authors));
        add("institution", m_report.institution);
        add("subject", m_report.subject);
        add("teacher", m_report.teacher);
        add("group", m_report.group);
        add("date", m_report.date.empty() ? today() : m_report.date);
        out.insert(out.end(), m_book.machine().begin(), m_book.machine().end());
        add("competences", commaJoined(m_form.competences));
        if (m_report.exercises) add("exercises", exercisesText(*m_report.exercises, m_text));
        return out;
    }

    DocSection made(const ReportSection& section) {
        DocSection out{in(section.title), {}, section.kind == SectionKind::Annex};
        if (const auto competences = m_form.competencesOf(section); !competences.empty())
            out.heading += " (" + visibleText(commaJoined(competences)) + ")";
        for (std::size_t i = 0; i < section.questions.size(); ++i) {
            const ReportQuestion& question = section.questions[i];
            const std::string number =
                section.questions.size() > 1 ? std::to_string(i + 1) + ". " : std::string();
            const auto answer = m_report.texts.find(question.id);
            const bool answered = answer != m_report.texts.end() && !answer->second.empty();
            const std::string& heading = in(question.heads());
            if ((section.kind == SectionKind::Words || answered) && !heading.empty())
                out.blocks.emplace_back(DocParagraph{number + heading, true});
            if (answered) addAnswer(out, answer->second);
            addEvidence(out, section, &question);
        }
        addEvidence(out, section, nullptr);
        if (section.kind == SectionKind::Results) addResults(out);
        if (section.kind == SectionKind::Annex) {
            addMethod(out, section);
            fitAnnex(out, m_form.most_annex_pages, m_text);
        }
        return out;
    }

    /// Adds the tables that answers of a section lean on, each below the question that it is for.
    /// Null: those of no question.
    void addEvidence(DocSection& out, const ReportSection& section,
                     const ReportQuestion* question) {
        if (section.kind != SectionKind::Words) return;
        for (const auto* placed : {&m_book.further(), &m_book.results()})
            for (const PlacedBlock& one : *placed)
                if (section.names(one.block) && section.questionOf(one.block) == question)
                    addNumbered(out, one.block, identityOf(one));
    }

    /// Adds the results. The handout's tables are 1, 2 and 3: what was predicted comes after them,
    /// and then what earlier sections cite. Ratios that the table of all variants has too stand
    /// there alone, and a citation names that one (Y-35).
    void addResults(DocSection& out) {
        std::map<const PlacedBlock*, std::vector<const PlacedBlock*>> parts;  // by what has them
        std::set<const PlacedBlock*> elsewhere;
        for (const PlacedBlock& one : m_book.results())
            if (const PlacedBlock* whole = wholeOf(one)) {
                parts[whole].push_back(&one);
                elsewhere.insert(&one);
            }
        for (const bool prediction : {false, true})
            for (const PlacedBlock& one : m_book.results()) {
                if (isPrediction(one.block) != prediction || isBesideWords(one.block) ||
                    elsewhere.contains(&one))
                    continue;
                DocBlock block = one.block;
                for (const PlacedBlock* part : parts[&one])
                    for (const std::string& note : std::get<DocTable>(part->block).notes)
                        addNote(std::get<DocTable>(block), note);
                addNumbered(out, std::move(block), identityOf(one));
                for (const PlacedBlock* part : parts[&one])
                    m_places[identityOf(*part)] = m_places[identityOf(one)];
            }
        m_resultsCome = false;
        for (auto& [block, identity] : m_deferred) addNumbered(out, std::move(block), identity);
    }

    /// Lists, before the annex, what the report stands on.
    void addReferences(Document& out) const {
        DocList sources{referencesOf(m_report, m_form, out, m_text)};
        if (sources.items.empty()) return;
        const auto annex = std::ranges::find(out.sections, true, &DocSection::annex);
        out.sections.insert(annex, DocSection{t("references"), {std::move(sources)}});
    }

    static void addNote(DocTable& table, const std::string& note) {
        if (std::ranges::find(table.notes, note) == table.notes.end()) table.notes.push_back(note);
    }

    /// Returns the table of the same files that has all of this one; null: it stands by itself.
    [[nodiscard]] const PlacedBlock* wholeOf(const PlacedBlock& one) const {
        const auto* part = std::get_if<DocTable>(&one.block);
        for (const PlacedBlock& other : m_book.results())
            if (const auto* whole = std::get_if<DocTable>(&other.block);
                part && whole && other.of == one.of && repeats(*part, *whole))
                return &other;
        return nullptr;
    }

    [[nodiscard]] bool isBesideWords(const DocBlock& block) const {
        return std::ranges::any_of(m_form.sections, [&](const ReportSection& section) {
            return section.kind == SectionKind::Words && section.names(block);
        });
    }

    /// Tables that the form names, and whatever is none.
    [[nodiscard]] static bool isWanted(const DocBlock& block, const ReportSection& section) {
        return !std::holds_alternative<DocTable>(block) || section.names(block);
    }

    /// The lists of the method, and its tables, in their own order.
    void addMethod(DocSection& out, const ReportSection& section) {
        for (const PlacedBlock& one : m_book.method())
            if (isWanted(one.block, section)) addNumbered(out, one.block, identityOf(one));
    }

    /// A line of the text is a paragraph; a box ends one.
    void addAnswer(DocSection& out, const std::string& answer) {
        std::string words;
        // Entries of the references stand there (addReferences()), unless they are the answer.
        const bool isList = areReferenceEntries(answer);
        const auto end = [&] {
            // Blanks before a line would make it a program's text in Markdown.
            words.erase(0, std::min(words.find_first_not_of(' '), words.size()));
            if (!words.empty() && (isList || !isReferenceEntry(words)))
                out.blocks.emplace_back(DocParagraph{visibleText(words)});
            words.clear();
        };
        bool afterFigure = false;
        for (const TextPiece& piece : piecesOf(answer, m_report)) {
            if (piece.citation == nullptr) {
                std::string_view typed = piece.words;
                if (afterFigure && beginsWord(typed)) words += ' ';
                // A figure brings its blank along, and whoever writes on may type another.
                while (afterFigure && typed.starts_with("  ")) typed.remove_prefix(1);
                for (const char c : typed)
                    if (c == '\n')
                        end();
                    else if (c != '\r')
                        words += c == '\t' ? ' ' : c;
            } else if (isBox(piece.citation->kind)) {
                end();
                addBox(out, *piece.citation);
            } else {
                if (endsInWord(words)) words += ' ';
                words += figureWords(*piece.citation);
            }
            afterFigure = piece.citation != nullptr && !isBox(piece.citation->kind);
        }
        end();
    }

    void addBox(DocSection& out, const Citation& citation) {
        const EvidenceBook::Found found = m_book.find(citation);
        out.blocks.emplace_back(DocParagraph{boxWords(citation), false, true});
        const Evidence* evidence = shownBy(found);
        if (evidence == nullptr || citation.kind == EvidenceKind::Headline) return;
        for (const DocBlock& block : evidence->blocks) {
            const std::string identity = identityOf(block, subjectOf(*evidence, citation));
            if (m_elsewhere.contains(identity) || m_printed.contains(identity)) continue;
            DocBlock shown = block;
            auto* table = std::get_if<DocTable>(&shown);
            // The box above it has said that already.
            if (table)
                std::erase_if(table->notes, [&](const std::string& note) {
                    return evidence->words.find(note) != evidence->words.npos;
                });
            if (table && !citation.source.empty())
                table->notes.push_back(
                    m_text("what_if.source", {{"source", visibleText(citation.source)}}));
            if (!m_resultsCome)
                addNumbered(out, std::move(shown), identity);
            else if (std::ranges::none_of(m_deferred,
                                          [&](const auto& one) { return one.second == identity; }))
                m_deferred.emplace_back(std::move(shown), identity);
        }
    }

    /// Keeps the number that a block gets under its identity: a box that shows it names it by that.
    void addNumbered(DocSection& out, DocBlock block, const std::string& identity) {
        std::string number;
        if (auto* table = std::get_if<DocTable>(&block)) {
            number = t("table", {{"number", ++m_tableNumber}});
            table->title = number + ". " + table->title;
            for (std::vector<DocCell>& row : table->rows)
                for (DocCell& cell : row) cell.text = unbroken(cell.text);
            std::string id = table->id;
            for (int n = 2; !m_ids.insert(id).second; ++n) id = table->id + "-" + std::to_string(n);
            table->id = id;
        } else if (auto* chart = std::get_if<ChartValue>(&block)) {
            number = t("figure", {{"number", ++m_chartNumber}});
            std::visit([&](auto& value) { value.title = number + ". " + value.title; }, *chart);
        }
        if (!number.empty() && m_printed.insert(identity).second) m_places[identity] = number;
        out.blocks.push_back(std::move(block));
    }

    /// Names what a box shows by its numbers: "Figure 1, Table 2".
    [[nodiscard]] std::string numbersOf(const Citation& citation, const Evidence* shown) const {
        std::string out;
        for (std::size_t i = 0; shown && i < shown->blocks.size(); ++i)
            if (const auto at =
                    m_places.find(identityOf(shown->blocks[i], subjectOf(*shown, citation)));
                at != m_places.end())
                out += (out.empty() ? "" : ", ") + at->second;
        return out;
    }

    /// Returns the table of the results that shows a headline: the first of the same files with
    /// ratios, else the first with times; empty: there is none.
    [[nodiscard]] std::string firstTableOf(const Evidence& shown) const {
        const auto found = [&](const std::vector<PlacedBlock>& placed, const auto& wanted) {
            for (const PlacedBlock& one : placed) {
                const auto* table = std::get_if<DocTable>(&one.block);
                if (one.of != shown.citation.sha256 || !table || isPrediction(one.block) ||
                    !wanted(*table))
                    continue;
                if (const auto at = m_places.find(identityOf(one)); at != m_places.end())
                    return at->second;
            }
            return std::string();
        };
        std::string out =
            found(m_book.results(), [](const DocTable& table) { return !table.ratios.empty(); });
        if (out.empty()) out = found(m_book.results(), [](const DocTable&) { return true; });
        // Of a group that is not that of the results: the table that has its figure.
        if (out.empty())
            out = found(m_book.further(),
                        [&](const DocTable& table) { return tellsFigureOf(table, shown.words); });
        return out;
    }

    [[nodiscard]] std::string shownIn(const Evidence& evidence) const {
        for (std::size_t i = 0; evidence.value && i < m_tables.size(); ++i)
            if (shows(m_tables[i], *evidence.value)) return t("table", {{"number", i + 1}});
        return {};
    }

    /// Returns what was cited where the files still have it; null: they have not.
    [[nodiscard]] static const Evidence* shownBy(const EvidenceBook::Found& found) {
        return holds(found.standing) ? found.evidence : nullptr;
    }

    /// Returns the words of the records. Where the records no longer have them, returns the words
    /// as they were cited, and says so.
    [[nodiscard]] std::string figureWords(const Citation& citation) const {
        const EvidenceBook::Found found = m_book.find(citation);
        const Evidence* shown = shownBy(found);
        std::string place = shown ? shownIn(*shown) : std::string();
        if (place.empty()) place = visibleText(citation.filesText());
        return t("cited", {{"words", shown ? shown->words : visibleText(citation.said)},
                           {"place", place + standingText(citation, found)}});
    }

    [[nodiscard]] std::string boxWords(const Citation& citation) const {
        const EvidenceBook::Found found = m_book.find(citation);
        const Evidence* shown = shownBy(found);
        bool tells = !shown || citation.kind == EvidenceKind::Headline ||
                     citation.kind == EvidenceKind::WhatIf ||
                     (citation.kind == EvidenceKind::Chart && charsOf(shown->words) <= kSaidChars);
        std::string words = shown ? shown->words : citation.said;
        if (shown && citation.kind == EvidenceKind::Table && !shown->blocks.empty())
            if (const auto* table = std::get_if<DocTable>(&shown->blocks.front())) {
                words = keyFigureOf(*table, m_text);
                tells = !words.empty();
            }
        // The annex says of what is shown which files and runs it is from.
        std::string place = numbersOf(citation, shown);
        if (shown && citation.kind == EvidenceKind::Headline) place = firstTableOf(*shown);
        if (place.empty() && shown) place = visibleText(citation.file);
        if (place.empty())
            place = visibleText(citation.filesText()) + ", " +
                    visibleText(citation.of.run.substr(0, kRunChars));
        return t("box", {{"title", shown ? shown->title
                                         : m_text.word("lab_report_kind", word(citation.kind))},
                         {"words", tells ? ": " + visibleText(words) : std::string()},
                         {"place", place + standingText(citation, found)}});
    }

    [[nodiscard]] std::string standingText(const Citation& citation,
                                           const EvidenceBook::Found& found) const {
        if (found.standing == Standing::Current) return {};
        std::string key = "standing_" + std::string(word(found.standing));
        if (found.standing == Standing::Missing && citation.files.size() > 1) key += "_together";
        if (found.standing == Standing::Changed && isBox(citation.kind)) key += "_box";
        Json args{{"now", found.evidence ? found.evidence->words : t("nothing")}};
        return "; " + t(key, args);
    }

    static constexpr std::size_t kSaidChars = 200;  ///< of a chart whose description is a sentence
    static constexpr std::size_t kRunChars = 8;     ///< of a UUID, to tell runs apart

    const LabReport& m_report;
    const ReportForm& m_form;
    const EvidenceBook& m_book;
    Text m_text;
    std::vector<DocTable> m_tables;  ///< as they are numbered
    int m_tableNumber = 0, m_chartNumber = 0;
    std::set<std::string> m_ids;  ///< of the tables so far: each is there once
    /// By identityOf(): what stands in the results and the annex, and what is printed so far.
    std::set<std::string> m_elsewhere, m_printed;
    std::map<std::string, std::string> m_places;  ///< "Figure 1" by identity, of the last build
    bool m_resultsCome = false;                   ///< their section is still to be made
    /// Blocks that earlier sections cite, with their identity: they follow those of the results.
    std::vector<std::pair<DocBlock, std::string>> m_deferred;
};

}  // namespace

ComposedReport composeLabReport(const LabReport& report, const ReportForm& form,
                                const EvidenceBook& book, const ReportOptions& options) {
    return LabReportComposer(report, form, book, options).compose();
}

Result<Document> documentOf(const LabReport& report, const Comparison* comparison,
                            std::optional<NumberStyle> numbers) {
    return documentOf(report, std::array{FileGroup{comparison}}, numbers);
}

Result<Document> documentOf(const LabReport& report, std::span<const FileGroup> groups,
                            std::optional<NumberStyle> numbers) {
    const ReportForm* form = findForm(report.form);
    if (!form) return fail("lab_report_form_unknown", {{"form", visibleText(report.form)}});
    const ReportOptions options = optionsOf(report, numbers);
    const EvidenceBook book(groups, options, {report.citations, report.kept});
    return composeLabReport(report, *form, book, options).document;
}

ReportOptions optionsOf(const LabReport& report, std::optional<NumberStyle> numbers) {
    ReportOptions options;
    options.language = report.language;
    options.numbers = numbers;
    return options;
}

}  // namespace duelo
