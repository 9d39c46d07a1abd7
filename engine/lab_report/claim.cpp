// SPDX-License-Identifier: Apache-2.0
#include "lab_report/claim.h"

#include <algorithm>

#include "base/sha256.h"
#include "report/imported.h"
#include "report/report_words.h"

namespace duelo {
namespace {

using claims::LineJudgement;

ClaimAnswer answerOf(Verdict verdict, const std::string& says) {
    if (verdict == Verdict::Inconclusive) return ClaimAnswer::NotMeasured;
    return verdictName(verdict) == says ? ClaimAnswer::Consistent : ClaimAnswer::Contradicted;
}

class Judge : private Labels {
public:
    Judge(const Comparison& comparison, const Claim& claim, const Text& text)
        : Labels(comparison, text), m_claim(claim), m_of(placeOf(comparison, claim.of)) {}

    std::optional<JudgedClaim> judge() {
        switch (m_claim.kind) {
            case ClaimKind::Pair:
            case ClaimKind::All:
            case ClaimKind::Metric:
                m_pair = {placeOf(m_c, m_claim.base), m_of};
                if (!m_pair) return std::nullopt;
                if (m_claim.kind == ClaimKind::Pair) return pair();
                return m_claim.kind == ClaimKind::All ? all() : metric();
            case ClaimKind::Growth:
                if (!m_of) return std::nullopt;
                return line(claims::growthCheck(m_c, *this, m_of, m_claim));
            case ClaimKind::Workers:
                if (!m_of) return std::nullopt;
                return line(claims::workersCheck(m_c, *this, m_of, m_claim));
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] std::string key(const char* what) const {
        return "claim." + std::string(word(m_claim.kind)) + "_" + what;
    }
    [[nodiscard]] std::string said(Json args) const {
        args["says_text"] = t((key(m_claim.says.c_str())).c_str());
        return args.contains("common") && !args["common"].get<std::string>().empty()
                   ? t((key("said_of")).c_str(), args)
                   : t((key("said")).c_str(), args);
    }

    /// The factor as a sentence says it, of whichever is the faster.
    [[nodiscard]] std::string shownRatio(const PairRatio& ratio) const {
        const RatioEstimate& estimate = *ratio.estimate;
        const SaidRatio told = saidRatio(estimate);
        return t(("claim.ratio_" + std::string(verdictName(estimate.verdict))).c_str(),
                 {{"factor_text", number(told.value, told.ci95)},
                  {"interval_text",
                   intervalText(estimate, told.ci95, decimalsFor(told.value, told.ci95))},
                  {"of_name", m_names.of},
                  {"base_name", m_names.base},
                  {"unit_text", rateText(ratio, m_pair, m_text)}});
    }

    [[nodiscard]] ClaimCheck pairCheck(const PairRatio& ratio) const {
        ClaimCheck check;
        if (ratio.why) {
            check.answer = ratio.other_work ? ClaimAnswer::Contradicted : ClaimAnswer::NotMeasured;
            check.shown = m_text.told(*ratio.why);
            return check;
        }
        if (const std::string open = uncheckedText(m_c, m_pair, m_text); !open.empty()) {
            check.shown =
                t("claim.ratio_unchecked", {{"factor_text", number(ratio.estimate->ratio)},
                                            {"unit_text", rateText(ratio, m_pair, m_text)},
                                            {"open_text", open}});
            return check;
        }
        check.shown = shownRatio(ratio);
        check.answer = answerOf(ratio.estimate->verdict, m_claim.says);
        return check;
    }

    [[nodiscard]] JudgedClaim pair() {
        m_names = namesOf(*this, m_pair);
        const PairRatio ratio = ratioOf(m_c, *this, m_pair);
        ClaimCheck check = pairCheck(ratio);
        check.said = said(
            {{"common", m_names.common}, {"of_name", m_names.of}, {"base_name", m_names.base}});
        JudgedClaim out{.statement = check.said};
        out.checks.push_back(std::move(check));
        if (!m_claim.cause.empty()) {
            ClaimCheck why = claims::causeCheck(m_c, *this, m_pair, ratio, m_claim.cause);
            why.said =
                t("claim.because",
                  {{"cause_text", causeWords(m_pair.of.row->experiment, m_claim.cause, m_text)}});
            out.statement += ", " + why.said;
            out.checks.push_back(std::move(why));
        }
        out.sha256 = digest({m_pair.base.cell, m_pair.of.cell});
        return out;
    }

    /// Judges each case by itself; what is doubtful in one says nothing.
    [[nodiscard]] JudgedClaim all() {
        const std::size_t base = m_pair.base.cell->column, of = m_pair.of.cell->column;
        std::vector<std::string> as, otherwise, open;
        std::vector<const ReportCell*> cells;
        for (const Row& row : m_c.rows) {
            if (row.experiment != m_pair.of.row->experiment || row.cells[base].id.empty() ||
                row.cells[of].id.empty())
                continue;
            m_pair = {{&row, &row.cells[base]}, {&row, &row.cells[of]}};
            m_names = {.base = columnName(base), .of = columnName(of)};
            cells.insert(cells.end(), {m_pair.base.cell, m_pair.of.cell});
            const PairRatio ratio = ratioOf(m_c, *this, m_pair);
            const ClaimCheck check = pairCheck(ratio);
            auto& list = check.answer == ClaimAnswer::Consistent     ? as
                         : check.answer == ClaimAnswer::Contradicted ? otherwise
                                                                     : open;
            list.push_back(caseName(row) + (check.answer == ClaimAnswer::Consistent
                                                ? std::string()
                                                : " (" + check.shown + ")"));
        }
        ClaimCheck check{.said =
                             said({{"of_name", columnName(of)}, {"base_name", columnName(base)}})};
        check.answer = !otherwise.empty() ? ClaimAnswer::Contradicted
                       : as.empty()       ? ClaimAnswer::NotMeasured
                                          : ClaimAnswer::Consistent;
        check.shown =
            t("claim.all_shown", {{"n", as.size()}, {"of", as.size() + otherwise.size()}});
        const auto tell = [&](const char* code, const std::vector<std::string>& list) {
            if (list.empty()) return;
            std::string joined;
            for (const std::string& one : list) joined += (joined.empty() ? "" : "; ") + one;
            check.shown += " " + t(code, {{"list_text", joined}});
        };
        tell("claim.all_otherwise", otherwise);
        tell("claim.all_open", open);
        if (check.answer == ClaimAnswer::Consistent) check.shown += " " + t("claim.all_here");
        JudgedClaim out{.statement = check.said, .sha256 = digest(cells)};
        out.checks.push_back(std::move(check));
        return out;
    }

    [[nodiscard]] JudgedClaim metric() {
        m_names = namesOf(*this, m_pair);
        const Metric *base = m_pair.base.cell->result.metric(m_claim.what),
                     *of = m_pair.of.cell->result.metric(m_claim.what);
        ClaimCheck check{
            .said = said(
                {{"common", m_names.common},
                 {"of_name", m_names.of},
                 {"base_name", m_names.base},
                 {"metric_name", columnTitle(m_text, m_pair.of.row->experiment, m_claim.what)}})};
        if (!base || !of) {
            check.shown = t("claim.metric_missing");
        } else {
            check.shown = t("claim.metric_shown", {{"base_name", m_names.base},
                                                   {"base_text", metricText(*this, *base)},
                                                   {"of_name", m_names.of},
                                                   {"of_text", metricText(*this, *of)}});
            check.answer = metricAnswer(*base, *of, check.shown);
        }
        JudgedClaim out{.statement = check.said,
                        .sha256 = digest({m_pair.base.cell, m_pair.of.cell})};
        out.checks.push_back(std::move(check));
        return out;
    }

    [[nodiscard]] ClaimAnswer metricAnswer(const Metric& base, const Metric& of,
                                           std::string& shown) const {
        if (!base.ci95 || !of.ci95) return ClaimAnswer::NotMeasured;
        const bool above = of.ci95->low > base.ci95->high, below = of.ci95->high < base.ci95->low;
        if (!above && !below) {
            shown += " " + t("claim.metric_overlap");
            return ClaimAnswer::NotMeasured;
        }
        const Spec* spec = m_c.find(m_pair.of.row->experiment);
        const bool more = !spec || std::ranges::none_of(spec->metrics, [&](const MetricSpec& one) {
            return one.id == of.id && !one.more_is_better;
        });
        return m_claim.says == (above == more ? "better" : "worse") ? ClaimAnswer::Consistent
                                                                    : ClaimAnswer::Contradicted;
    }

    [[nodiscard]] JudgedClaim line(LineJudgement judgement) const {
        judgement.check.said =
            said({{"common", std::string()},
                  {"of_name", caseOfLine()},
                  {"axis_name", columnTitle(m_text, m_of.row->experiment, m_claim.what)}});
        JudgedClaim out{.statement = judgement.check.said, .sha256 = digest(judgement.cells)};
        out.checks.push_back(std::move(judgement.check));
        return out;
    }
    /// Returns whose line it is: of workers a case, of growth a way of doing it.
    [[nodiscard]] std::string caseOfLine() const {
        return m_claim.kind == ClaimKind::Workers ? caseName(*m_of.row)
                                                  : columnName(m_of.cell->column);
    }

    [[nodiscard]] static std::string digest(const std::vector<const ReportCell*>& cells) {
        std::string all;
        for (const ReportCell* cell : cells) all += digestOf(*cell);
        return sha256Hex(all);
    }

    const Claim& m_claim;
    const CellPlace m_of;
    CellPair m_pair;
    PairNames m_names;
};

}  // namespace

std::vector<std::string> sayingsOf(ClaimKind kind) {
    switch (kind) {
        case ClaimKind::Pair:
        case ClaimKind::All:
            return {"faster", "same", "slower"};
        case ClaimKind::Metric:
            return {"better", "same", "worse"};
        case ClaimKind::Growth:
            return {"constant", "linear", "quadratic", "cubic", "fifth", "exponential"};
        case ClaimKind::Workers:
            return {"ideal", "always_faster", "amdahl"};
    }
    return {};
}

ClaimAnswer JudgedClaim::answer() const {
    const auto has = [&](ClaimAnswer answer) {
        return std::ranges::find(checks, answer, &ClaimCheck::answer) != checks.end();
    };
    if (has(ClaimAnswer::Contradicted)) return ClaimAnswer::Contradicted;
    return has(ClaimAnswer::NotMeasured) || checks.empty() ? ClaimAnswer::NotMeasured
                                                           : ClaimAnswer::Consistent;
}

std::optional<JudgedClaim> judged(const Comparison& comparison, const Claim& claim,
                                  const Text& text) {
    return Judge(comparison, claim, text).judge();
}

std::optional<Evidence> claimEvidence(const Comparison& comparison, const Claim& claim,
                                      const Text& text) {
    const auto judgement = judged(comparison, claim, text);
    if (!judgement) return std::nullopt;
    const auto answerWords = [&](ClaimAnswer answer) {
        return text("claim.answer_" + std::string(word(answer)));
    };
    DocTable table;
    table.id = "claim";
    table.title = text("claim.table_title");
    table.columns = {text("claim.column_said"), text("claim.column_answer"),
                     text("claim.column_shown")};
    table.numeric.assign(table.columns.size(), false);
    Evidence out;
    for (const ClaimCheck& check : judgement->checks) {
        table.rows.push_back(
            {words(check.said), words(answerWords(check.answer)), words(check.shown)});
        out.words +=
            (out.words.empty() ? "" : "\n") + answerWords(check.answer) + ". " + check.shown;
    }
    out.title = text("claim.box_title") + ": " + judgement->statement + ": " +
                answerWords(judgement->answer());
    out.blocks.emplace_back(std::move(table));
    out.citation = citationOf(claim);
    out.citation.sha256 = judgement->sha256;
    return out;
}

Citation citationOf(const Claim& claim) {
    Citation out;
    out.kind = EvidenceKind::Claim;
    out.of = claim.of;
    out.base = claim.base;
    out.item = itemOf(claim);
    return out;
}

std::string itemOf(const Claim& claim) {
    return std::string(word(claim.kind)) + '|' + claim.what + '|' + claim.says + '|' + claim.cause;
}

std::optional<Claim> claimOf(const Citation& citation) {
    if (citation.kind != EvidenceKind::Claim) return std::nullopt;
    std::vector<std::string> parts{{}};
    for (const char c : citation.item)
        if (c == '|')
            parts.emplace_back();
        else
            parts.back() += c;
    if (parts.size() != 4) return std::nullopt;
    const auto kind = parseWord<ClaimKind>(parts[0]);
    if (!kind) return std::nullopt;
    Claim claim{*kind, citation.base, citation.of, parts[1], parts[2], parts[3]};
    const auto known = sayingsOf(*kind);
    if (std::ranges::find(known, claim.says) == known.end()) return std::nullopt;
    return claim;
}

}  // namespace duelo
