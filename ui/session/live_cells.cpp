// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/live_cells.h"

#include <set>
#include <variant>

namespace duelo::ui {

void LiveCells::take(std::span<const Record> records) {
    std::set<LiveCell*> sampled;
    for (const Record& record : records) {
        if (const auto* samples = std::get_if<Samples>(&record)) {
            if (LiveCell* cell = takeSamples(*samples)) sampled.insert(cell);
        } else {
            take(record);
        }
    }
    for (LiveCell* cell : sampled)
        cell->estimate = estimateMedian(cell->kept_ms, cell->round_sizes);
}

void LiveCells::take(const Record& record) {
    if (const auto* cell = std::get_if<CellRecord>(&record)) {
        m_cells[cell->cell] = {
            .experiment = cell->experiment, .work = cell->work, .variant = cell->variant};
        m_ended.erase(cell->cell);
    } else if (const auto* stage = std::get_if<Stage>(&record)) {
        m_running = stage->cell;
        if (const auto at = m_cells.find(stage->cell); at != m_cells.end())
            at->second.stage = stage->stage;
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        m_ended[result->cell] = ++m_results;
        if (m_running == result->cell) m_running.clear();
    }
}

/// The cell that has more kept samples now; null where none counts.
LiveCell* LiveCells::takeSamples(const Samples& samples) {
    m_running = samples.cell;
    const auto at = m_cells.find(samples.cell);
    if (at == m_cells.end()) return nullptr;
    LiveCell& cell = at->second;
    cell.samples.append(samples);
    const std::size_t before = cell.kept_ms.size();
    for (std::size_t i = 0; i < samples.wall_ms.size(); ++i) {
        if (!samples.counts(i)) continue;
        const int of = i < samples.round.size() ? samples.round[i] : 0;
        if (cell.last_round != of) cell.round_sizes.push_back(0);
        cell.last_round = of;
        ++cell.round_sizes.back();
        cell.kept_ms.push_back(samples.wall_ms[i]);
    }
    return cell.kept_ms.size() > before ? &cell : nullptr;
}

const LiveCell* LiveCells::find(const std::string& id) const {
    const auto found = m_cells.find(id);
    return found == m_cells.end() ? nullptr : &found->second;
}

void LiveCells::settle(std::size_t results) {
    std::erase_if(m_ended, [&](const auto& ended) {
        const bool known = ended.second <= results;
        if (known) m_cells.erase(ended.first);
        return known;
    });
}

}  // namespace duelo::ui
