// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_feedback.h"

#include <algorithm>
#include <set>
#include <utility>

#include "classroom/handed_reports.h"
#include "lab_report/facts.h"
#include "report/labels.h"
#include "report/report_words.h"

namespace duelo {
namespace {

constexpr std::size_t kMostFacts = 8;  // of a comment; its page has all
constexpr std::size_t kMostListed = 50;

DocParagraph paragraph(std::string words) {
    return {std::move(words), false, false};
}

/// Returns what the student called a file: in a flat download its name begins with whose it is.
std::string nameOf(const ClassPlace& place) {
    constexpr std::string_view part = "_assignsubmission_file_";
    const std::string name = place.name();
    const std::size_t at = name.find(part);
    return at == std::string::npos ? name : name.substr(at + part.size());
}

/// Lists the claims of a report that the files handed in with it contradict.
std::vector<std::string> contradictedClaims(const LabReport& report, const Comparison& comparison,
                                            const Text& text) {
    std::vector<std::string> out;
    for (const JudgedClaim& answer : judgedClaims(report, comparison, text)) {
        if (answer.answer() != ClaimAnswer::Contradicted) continue;
        std::string shown;
        for (const ClaimCheck& check : answer.checks)
            if (check.answer == ClaimAnswer::Contradicted)
                shown += (shown.empty() ? "" : "; ") + check.shown;
        out.push_back(text("feedback.wrong_claim",
                           {{"claim_text", answer.statement}, {"shown_text", shown}}));
    }
    return out;
}

}  // namespace

ClassFeedback::ClassFeedback(const Classroom& classroom, const FindSpec& find,
                             const ClassOptions& options)
    : m_classroom(classroom),
      m_find(find),
      m_options{.language = options.language, .numbers = options.numbers},
      m_text(options.text()),
      m_all(submissionsOf(classroom)),
      m_places(placesOf(m_all)),
      m_cases(caseNames(classroom, find, m_text)),
      m_differences(classroom, m_text) {
    for (const ClassSeat& seat : classroom.seats()) {
        m_seats[seat.id] = &seat;
        for (const auto& [key, mark] : seat.marks) m_times[key].all.push_back(mark.time->median_ms);
    }
    for (auto& [key, times] : m_times) {
        std::ranges::sort(times.all);
        times.box = *boxOf(times.all);
    }
}

std::string ClassFeedback::t(const std::string& key, const Json& args) const {
    return m_text("feedback." + key, args);
}

const TimeUnit& ClassFeedback::unitOf(std::size_t number) const {
    const auto found = m_units.find(number);
    if (found != m_units.end()) return found->second;
    return m_units.emplace(number, unitAround(m_classroom, number, m_find, {})).first->second;
}

/// Returns the times of its files that count, in the order of the class.
std::vector<ClassFeedback::OwnTime> ClassFeedback::timesOf(const Submission& submission) const {
    std::vector<OwnTime> out;
    for (const std::string& id : submission.seats) {
        const ClassSeat& seat = *m_seats.at(id);
        for (const auto& [key, mark] : seat.marks)
            // A copy has the same times, whichever of both counts.
            if (std::ranges::find(submission.files, mark.file->place) != submission.files.end() ||
                !submission.same_as.empty())
                out.push_back({&seat, key, &mark});
    }
    return out;
}

ClassFeedback::Place ClassFeedback::placeOf(const OwnTime& time) const {
    const auto& [all, box] = m_times.at(time.key);
    const auto before = std::ranges::lower_bound(all, time.mark->time->median_ms);
    return {static_cast<std::size_t>(before - all.begin()) + 1, all.size(), box};
}

const std::optional<ClassBox>& ClassFeedback::ratioBox(std::size_t work, ClassPair pair) const {
    const auto [box, added] = m_ratios.try_emplace({work, pair});
    if (added) box->second = boxOf(m_classroom.ratios(work, pair));
    return box->second;
}

/// Says what submissionWords() says, to the student: nobody else is named.
std::string ClassFeedback::stateWords(std::size_t number) const {
    const Submission& one = m_all[number];
    if (one.state == Submission::State::Copy) return t("same", {{"count", one.same_as.size()}});
    std::vector<Submission> alone{one};
    alone.front().same_as.clear();
    std::string out = submissionWords(m_classroom, alone, 0, false, m_text);
    if (!one.same_as.empty()) out += ' ' + t("same", {{"count", one.same_as.size()}});
    return out;
}

std::vector<std::string> ClassFeedback::facts(std::size_t number) const {
    const Submission& one = m_all[number];
    std::vector<std::string> out{stateWords(number)};
    const auto times = timesOf(one);
    for (const OwnTime& time : times) {
        if (out.size() > kMostFacts) {
            out.push_back(t("more_times", {{"count", times.size() - kMostFacts}}));
            break;
        }
        const Place at = placeOf(time);
        const TimeUnit& unit = unitOf(time.key.work);
        const auto told = [&](double ms) {
            return timeText(ms, std::nullopt, unit, m_text.numbers());
        };
        std::string sentence =
            t("time",
              {{"case_name", m_cases.at(time.key.work)},
               {"variant_text", variantWords(m_classroom.variants()[time.key.variant], m_text)},
               {"time_text", told(time.mark->time->median_ms)},
               {"median_text", told(at.box.median)},
               {"place", at.place},
               {"n", at.of}});
        for (const std::string& flag : time.mark->time->doubts)
            sentence += ' ' + t("doubtful", {{"flag", flag}});
        out.push_back(std::move(sentence));
    }
    if (one.brought > 0 && one.measured > 0) out.push_back(t("brought"));
    return out;
}

DocTable ClassFeedback::table(const char* id, std::vector<std::string> columns) const {
    DocTable out;
    out.id = id;
    out.title = t(std::string(id) + "_title");
    for (const std::string& code : columns) out.columns.push_back(t("column_" + code));
    out.numeric.resize(out.columns.size());
    return out;
}

DocTable ClassFeedback::timesTable(const Submission& submission) const {
    DocTable out = table("times", {"case", "variant", "time", "place", "low", "q1", "median", "q3",
                                   "high", "doubt"});
    for (const OwnTime& time : timesOf(submission)) {
        const Place at = placeOf(time);
        const TimeUnit& unit = unitOf(time.key.work);
        const auto told = [&](double ms) {
            return words(timeText(ms, std::nullopt, unit, m_text.numbers()));
        };
        const ClassTime& own = *time.mark->time;
        std::string doubts;
        for (const std::string& flag : own.doubts)
            doubts += (doubts.empty() ? "" : "; ") + m_text.word("flag", flag);
        out.rows.push_back({words(m_cases.at(time.key.work)),
                            words(variantWords(m_classroom.variants()[time.key.variant], m_text)),
                            words(timeText(own.median_ms, own.ci95_ms, unit, m_text.numbers())),
                            words(t("place", {{"place", at.place}, {"n", at.of}})),
                            told(at.box.low), told(at.box.q1), told(at.box.median), told(at.box.q3),
                            told(at.box.high), words(std::move(doubts))});
    }
    out.notes = {t("times_note")};
    return out;
}

DocTable ClassFeedback::ratioTable(const Submission& submission) const {
    DocTable out = table("ratios", {"case", "pair", "ratio", "class_ratio", "verdict"});
    const auto shown = [&](double ratio) { return formatSignificant(ratio, 3, m_text.numbers()); };
    for (const std::string& id : submission.seats)
        for (const auto& [of, mark] : m_seats.at(id)->ratios) {
            if (std::ranges::find(submission.files, mark.file->place) == submission.files.end() &&
                submission.same_as.empty())
                continue;
            const auto name = [&](std::size_t variant) {
                return variantWords(m_classroom.variants()[variant], m_text);
            };
            const auto& told = mark.ratio->estimate;
            const auto& box = ratioBox(of.first, of.second);
            out.rows.push_back({words(m_cases.at(of.first)),
                                words(name(of.second.base) + " / " + name(of.second.other)),
                                words(told ? "× " + shown(told->ratio) : "–"),
                                words(box ? t("class_ratio", {{"median_text", shown(box->median)},
                                                              {"q1_text", shown(box->q1)},
                                                              {"q3_text", shown(box->q3)},
                                                              {"n", box->count}})
                                          : "–"),
                                words(told ? m_text.word("verdict", verdictName(told->verdict))
                                           : m_text.reason(*mark.ratio->why))});
        }
    return out;
}

DocTable ClassFeedback::predictionTable(const Submission& submission) const {
    DocTable out = table("predictions", {"question", "predicted", "measured", "met"});
    for (const std::string& id : submission.seats)
        for (const ClassPrediction& one : predictionsOf(m_classroom, *m_seats.at(id))) {
            const PredictionOutcome& outcome = one.outcome;
            if (outcome.predicted.empty()) continue;
            std::string measured;
            for (const std::string& answer : outcome.measured)
                measured += (measured.empty() ? "" : "; ") + answerWords(answer, m_text);
            const auto met = outcome.met();
            out.rows.push_back({words(questionWords(one, m_text)),
                                words(answerWords(outcome.predicted, m_text)),
                                words(measured.empty() ? "–" : measured),
                                words(!met   ? "–"
                                      : *met ? m_text("prediction.met")
                                             : m_text("prediction.not_met"))});
        }
    return out;
}

std::vector<std::string> ClassFeedback::differencesOf(const Submission& submission) const {
    std::vector<std::string> out;
    std::set<std::string> known;
    for (const OwnTime& time : timesOf(submission))
        for (const SeatDifference& one : m_differences.of(*time.seat, time.key.work)) {
            std::string words = m_text(
                "class.differs",
                {{"property_text", one.title}, {"own_text", one.own}, {"usual_text", one.usual}});
            if (known.insert(words).second) out.push_back(std::move(words));
        }
    return out;
}

/// Asks the files of the same hand-in, as their student had no others open.
std::vector<std::string> ClassFeedback::reportFacts(const Submission& submission) const {
    std::vector<std::string> out;
    const HandedReports handed = handedReports(submission, m_find);
    const auto& comparison = handed.files;
    for (const auto& report : handed.reports) {
        if (!report) {
            out.push_back(m_text.reason(report.error()));
            continue;
        }
        const ReportForm* form = findForm(report->form);
        ReportOptions options;
        options.language = m_options.language;
        options.numbers = m_options.numbers;
        const EvidenceBook book(comparison ? &*comparison : nullptr, options,
                                {report->citations, report->kept});
        if (form != nullptr)
            for (const ReportFact& fact : factsOf(*report, *form, book, m_text))
                out.push_back(fact.sentence);
        if (comparison)
            for (std::string& wrong : contradictedClaims(*report, *comparison, m_text))
                out.push_back(std::move(wrong));
    }
    return out;
}

Document ClassFeedback::page(std::size_t number, bool late) const {
    const Submission& one = m_all[number];
    Document out;
    out.language = m_text.language();
    out.numbers = m_text.numbers();
    out.title = t("title");
    DocSection first{t("handed_in"), {paragraph(stateWords(number))}, false};
    Submission known = one;
    known.late |= late;
    if (const std::string notes = submissionNotes(known, m_text); !notes.empty())
        first.blocks.emplace_back(paragraph(notes));
    DocList files;
    for (const ClassPlace& place : one.files) {
        if (files.items.size() == kMostListed) break;
        files.items.push_back(visibleText(nameOf(place)));
    }
    first.blocks.emplace_back(std::move(files));
    first.blocks.emplace_back(paragraph(t("no_grade")));
    out.sections.push_back(std::move(first));
    const auto add = [&](const char* heading, DocBlock block, bool empty) {
        if (!empty) out.sections.push_back({t(heading), {std::move(block)}, false});
    };
    DocTable times = timesTable(one), ratios = ratioTable(one), said = predictionTable(one);
    add("times_heading", times, times.rows.empty());
    add("ratios_heading", ratios, ratios.rows.empty());
    add("predictions_heading", said, said.rows.empty());
    DocList differs{differencesOf(one)};
    add("differs_heading", differs, differs.items.empty());
    if (one.reports > 0) {
        DocList facts{reportFacts(one)};
        if (facts.items.empty()) facts.items.push_back(t("report_whole"));
        add("report_heading", facts, false);
    }
    return out;
}

}  // namespace duelo
