// SPDX-License-Identifier: Apache-2.0
#include "lab_report/evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "lab_report/method_blocks.h"

namespace duelo {
namespace {

bool within(const std::vector<double>& values, double number, double half_step) {
    return std::ranges::any_of(
        values, [&](double value) { return std::abs(value - number) <= half_step * (1 + 1e-9); });
}

/// Returns whether it is the same plan on the same machine, later.
bool isNewerRun(const Citation& now, const Citation& than) {
    return now.of.run != than.of.run && !than.plan.empty() && now.plan == than.plan &&
           now.machine == than.machine && now.started > than.started;
}

}  // namespace

EvidenceBook::EvidenceBook(const Comparison* comparison, const ReportOptions& options,
                           const ReportGround& ground)
    : EvidenceBook(std::array{FileGroup{comparison}}, options, ground) {}

EvidenceBook::EvidenceBook(std::span<const FileGroup> groups, const ReportOptions& options,
                           const ReportGround& ground, const std::function<bool()>& wanted) {
    for (const FileGroup& group : groups)
        if (group.comparison && !group.comparison->sources.empty())
            m_own_files.push_back(
                fileOf(*group.comparison, group.comparison->sources.front()).file);
    const std::vector<GroupPart> parts = groupPartsOf(groups, ground);
    m_order.resize(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        m_order[parts[i].place] = i;
        if (parts[i].is_read) add(*groups[i].comparison, options, i > 0, parts[i], wanted);
    }
    orderPlaced(options.text());
    judge(ground.cited, groups, options);
}

/// The handout's tables come before those of other experiments, whichever was measured last
/// (Y-35); of what only a section asks for, one group tells enough, and none that the results have.
void EvidenceBook::orderPlaced(const Text& text) {
    for (auto* placed : {&m_results, &m_further, &m_method})
        std::ranges::stable_sort(*placed, {}, &PlacedBlock::place);
    const auto idOf = [](const PlacedBlock& one) {
        const auto* table = std::get_if<DocTable>(&one.block);
        return table ? table->id : std::string();
    };
    for (const PlacedBlock& one : m_further)
        if (one.is_told && isPrediction(one.block))
            addPredictions(m_results, std::get<DocTable>(one.block), text);
    std::set<std::string> told;
    for (const PlacedBlock& one : m_results) told.insert(idOf(one));
    std::erase_if(m_further,
                  [&](const PlacedBlock& one) { return !told.insert(idOf(one)).second; });
    std::set<std::string> shown;  // comparisons
    for (const PlacedBlock& one : m_further) shown.insert(one.of);
    std::vector<PlacedBlock> method;
    for (const PlacedBlock& one : m_method)
        if (one.is_told || shown.contains(one.of)) addMethodBlock(method, one, text);
    m_method = std::move(method);
}

void EvidenceBook::judge(std::span<const Citation> cited, std::span<const FileGroup> groups,
                         const ReportOptions& options) {
    for (const Citation& one : cited) {
        const bool known = std::ranges::any_of(
            m_judged, [&](const Evidence& has) { return has.citation.isOf(one); });
        if (known || !isComposed(one.kind)) continue;
        // By every group: two may have other records of the same cells, and find() wants those
        // that were cited. Of two with the same records the first gives the variants their names,
        // so they come in the order of the report, whatever is open.
        for (const std::size_t i : m_order)
            if (const Comparison* of = groups[i].comparison)
                if (auto evidence = judgedEvidence(one, *of, options))
                    m_judged.push_back(std::move(*evidence));
    }
}

const std::vector<Evidence>& EvidenceBook::of(EvidenceKind kind) const {
    return isComposed(kind) ? m_judged : isBox(kind) ? m_boxes : m_figures;
}

bool EvidenceBook::hasTable(std::string_view id) const {
    return std::ranges::any_of(std::array{&m_results, &m_further}, [&](const auto* placed) {
        return std::ranges::any_of(*placed, [&](const PlacedBlock& one) {
            const auto* table = std::get_if<DocTable>(&one.block);
            return table && table->id.starts_with(id);
        });
    });
}

/// Tells whether the files that a citation was made of are open. If they are, evidence that is not
/// found there has changed.
bool EvidenceBook::hasFilesOf(const Citation& citation) const {
    return std::ranges::any_of(m_groups, [&](const Readable& group) {
        if (isOfGroup(citation.kind)) return isSameGroup(group.files, citation.files);
        return group.runs.contains(citation.of.run) &&
               (citation.base.run.empty() || group.runs.contains(citation.base.run));
    });
}

const Evidence* EvidenceBook::newerThan(const Citation& citation) const {
    const Evidence* newer = nullptr;
    const bool composed = isComposed(citation.kind);
    // Of what somebody put together nobody else did the same: a later figure of its cell tells.
    for (const Evidence& one : of(composed ? EvidenceKind::Time : citation.kind)) {
        const Citation& now = one.citation;
        if (isNewerRun(now, citation) && now.of.cell == citation.of.cell &&
            (composed ? now.kind == EvidenceKind::Time
                      : now.kind == citation.kind && now.base.cell == citation.base.cell &&
                            now.item == citation.item) &&
            (newer == nullptr || now.started > newer->citation.started))
            newer = &one;
    }
    return newer;
}

/// Finds what a report of an earlier version cites: the box that has the own file's records and,
/// word for word, what was said; where two groups have such a box, neither is found.
EvidenceBook::Found EvidenceBook::findWithoutGroup(const Citation& citation) const {
    Found found;
    std::size_t alike = 0;
    bool near = false;
    for (const Evidence& one : m_boxes) {
        Citation now = one.citation;
        now.files.clear();
        if (!now.isOf(citation)) continue;
        near = true;
        if (one.own_sha256 != citation.sha256 || one.words != citation.said) continue;
        ++alike;
        found.evidence = &one;
    }
    found.newer = newerThan(citation);
    if (alike == 1) {
        found.standing = found.newer ? Standing::Newer : Standing::Current;
        return found;
    }
    found.evidence = nullptr;
    const bool open = std::ranges::any_of(
        m_groups, [&](const Readable& group) { return group.runs.contains(citation.of.run); });
    found.standing = near || open  ? Standing::Unclear
                     : found.newer ? Standing::Newer
                                   : Standing::Missing;
    return found;
}

EvidenceBook::Found EvidenceBook::find(const Citation& citation) const {
    if (citation.lacksGroup()) return findWithoutGroup(citation);
    Found found;
    bool same = false;
    for (const Evidence& one : of(citation.kind)) {
        if (same || !one.citation.isOf(citation)) continue;
        same = one.citation.sha256 == citation.sha256;
        if (same || found.evidence == nullptr) found.evidence = &one;
    }
    found.newer = newerThan(citation);
    if (!same && (found.evidence != nullptr || hasFilesOf(citation)))
        found.standing = Standing::Changed;
    else if (found.newer)
        found.standing = Standing::Newer;
    else
        found.standing = same ? Standing::Current : Standing::Missing;
    return found;
}

bool EvidenceBook::hasNumber(const NumberWords& number) const {
    using Unit = NumberWords::Unit;
    const double scale = number.perUnit();
    return !m_open || number.unit == Unit::None ||
           within(number.isTime()              ? m_times_s
                  : number.unit == Unit::Times ? m_factors
                                               : m_percents,
                  number.value * scale, number.half_step * scale);
}

}  // namespace duelo
