// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "report/labels.h"
#include "report/value_name.h"
#include "report/view.h"

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace duelo {

namespace {

constexpr int kBarCells = 24;

double elapsedMs(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

}  // namespace

bool isTerminal() {
#ifdef _WIN32
    return _isatty(_fileno(stdout)) != 0;
#else
    return isatty(STDOUT_FILENO) != 0;
#endif
}

std::size_t displayWidth(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

std::string cellTitle(const Text& text, const CellRecord& cell) {
    const Params& variant = cell.variant;
    const Text own = text.of(cell.experiment);
    const Spec* spec = findSpec(cell.experiment);
    std::string title = shortName(spec, cell.work, variant, own);
    std::string words;
    // All that tells it from its neighbours, but what most of them are.
    for (const auto& [axis, value] : variant) {
        if (axis == "device" || value == "fp32" || value == "eager") continue;
        const Axis* known = spec ? spec->find(axis) : nullptr;
        if (known && known->zero_is_cores && value == 0) continue;
        const std::string name = valueName(axis, value, false, own);
        if (value.is_number())
            title += ", " + name;
        else
            words += " · " + name;
    }
    return title + words;
}

TerminalProgress::TerminalProgress(const Text& text, OutputQueue& out, bool redraw)
    : m_text(text), m_out(out), m_redraw(redraw), m_start(std::chrono::steady_clock::now()) {}

void TerminalProgress::setFinished(const std::set<std::string>& cells) {
    const std::lock_guard lock(m_mutex);
    m_progress.setFinished(cells);
}

void TerminalProgress::say(const std::string& line) {
    m_pending += line + '\n';
}

void TerminalProgress::sayOnce(std::string line) {
    // What concerns a case comes with each of its variants.
    if (m_said.insert(line).second) say(line);
}

void TerminalProgress::add(const Record& record) {
    const std::lock_guard lock(m_mutex);
    m_progress.add(record, elapsedMs(m_start));
    if (const auto* cell = std::get_if<CellRecord>(&record)) {
        m_titles[cell->cell] = cellTitle(m_text, *cell);
        m_experiments[cell->cell] = cell->experiment;
    } else if (const auto* notice = std::get_if<Notice>(&record)) {
        sayOnce("  ! " + m_text.reason(notice->reason));
    } else if (const auto* event = std::get_if<EventRecord>(&record)) {
        tell(*event);
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        const std::string& title = m_titles[result->cell];
        if (const Spec* spec = specOf(result->cell); spec && spec->view && spec->view->outcome)
            if (const std::string line = spec->view->outcome(*result, m_text.of(spec->id));
                !line.empty())
                say("  " + title + ": " + line);
        if (result->status != Status::Done || !result->summary) {
            if (!result->reason) return;
            const std::string why = m_text.reason(*result->reason);
            say("  " + title + ": " +
                (m_said.insert(why).second ? why : m_text("cli.same_reason")));
            return;
        }
        const Summary& summary = *result->summary;
        m_medians_ms.push_back(summary.median_ms);
        // As the table at the end has it, as far as the times so far tell its unit.
        const TimeUnit unit = timeUnitOf(m_medians_ms, askedTimeUnit(specOf(result->cell)));
        std::string line = "  " + title + ": " +
                           timeText(summary.median_ms, summary.ci95_ms, unit, m_text.numbers()) +
                           "  " + m_text("cli.repetitions", {{"n", summary.n}});
        for (const std::string& flag : result->flags) line += " · " + m_text.word("flag", flag);
        say(line);
    }
}

const Spec* TerminalProgress::specOf(const std::string& cell) const {
    const auto experiment = m_experiments.find(cell);
    return experiment == m_experiments.end() ? nullptr : findSpec(experiment->second);
}

void TerminalProgress::tell(const EventRecord& event) {
    const Spec* spec = specOf(event.cell);
    if (!spec || !spec->view || !spec->view->told) return;
    const std::string line = spec->view->told(event, m_text.of(spec->id));
    if (line.empty()) return;
    const EventSpec* kind = spec->findEvent(event.kind);
    if (kind && !kind->step.empty())
        say("  " + m_titles[event.cell] + ": " + line);
    else
        sayOnce("  " + line);  // what concerns a case comes with each of its variants
}

std::string TerminalProgress::bar(double elapsed_ms) const {
    const ProgressState state = m_progress.at(elapsed_ms);
    const int filled = static_cast<int>(kBarCells * state.share);
    std::string line = "[";
    for (int i = 0; i < kBarCells; ++i) line += i < filled ? "#" : ".";
    line += "] " + std::to_string(state.cells_done) + "/" + std::to_string(state.cells_total) +
            "  " + m_text("cli.elapsed", {{"elapsed", formatElapsed(elapsed_ms)}});
    if (state.remaining_ms)
        line += " · " +
                m_text("cli.remaining", {{"range", formatDurationRange(state.remaining_ms->low,
                                                                       state.remaining_ms->high)}});
    if (const auto title = m_titles.find(state.cell); title != m_titles.end())
        line += "  " + title->second;
    if (!state.stage.empty()) line += ": " + m_text.word("stage", state.stage);
    return line;
}

void TerminalProgress::draw() {
    if (!m_out.drain(std::chrono::milliseconds(0))) return;
    const std::lock_guard lock(m_mutex);
    std::string out = takeLines(false);
    if (m_redraw) {
        const std::string line = bar(elapsedMs(m_start));
        const std::size_t width = displayWidth(line);
        out += '\r' + line + std::string(m_drawn > width ? m_drawn - width : 0, ' ');
        m_drawn = width;
    }
    m_out.put(out);
}

void TerminalProgress::finish() {
    const std::lock_guard lock(m_mutex);
    m_out.put(takeLines(true));
}

std::string TerminalProgress::takeLines(bool clears) {
    std::string lines = std::exchange(m_pending, {});
    if (m_drawn > 0 && (clears || !lines.empty())) {
        lines.insert(0, '\r' + std::string(m_drawn, ' ') + '\r');
        m_drawn = 0;
    }
    return lines;
}

}  // namespace duelo
