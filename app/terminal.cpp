// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <utility>

#include "experiments/training/view_table.h"
#include "report/work_names.h"

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

std::string cellTitle(const Text& text, const Params& work, const Params& variant) {
    const bool trains = work.has("data");
    std::string title = modelName(work);
    const std::string input = inputOf(work);
    if (input != kRandomInput)
        title += " · " + visibleText(input.substr(input.find_last_of(trains ? "/\\" : "/\\:") + 1));
    if (!trains) title += " · " + std::to_string(work.integer("size_px")) + " px";
    if (work.integer("batch", 1) != 1)
        title += " · " + text("cli.batch", {{"batch", work.integer("batch", 1)}});
    title += " · " + text.word("device", variant.text("device"));
    if (variant.integer("threads") > 0)
        title += ", " + text("cli.threads", {{"threads", variant.integer("threads")}});
    if (variant.at("precision") != "fp32") title += " · " + std::string(variant.text("precision"));
    if (variant.at("mode") != "eager") title += " · " + text.word("mode", variant.text("mode"));
    return title;
}

TerminalProgress::TerminalProgress(const Text& text, bool redraw)
    : m_text(text), m_redraw(redraw), m_start(std::chrono::steady_clock::now()) {}

void TerminalProgress::setFinished(const std::set<std::string>& cells) {
    const std::lock_guard lock(m_mutex);
    m_progress.setFinished(cells);
}

void TerminalProgress::say(std::string line) {
    m_pending += line + '\n';
}

void TerminalProgress::sayOnce(std::string line) {
    // What concerns a case comes with each of its variants.
    if (m_said.insert(line).second) say(std::move(line));
}

void TerminalProgress::add(const Record& record) {
    const std::lock_guard lock(m_mutex);
    m_progress.add(record, elapsedMs(m_start));
    if (const auto* cell = std::get_if<CellRecord>(&record)) {
        m_titles[cell->cell] = cellTitle(m_text, cell->work, cell->variant);
    } else if (const auto* notice = std::get_if<Notice>(&record)) {
        sayOnce("  ! " + m_text.reason(notice->reason));
    } else if (const auto* event = std::get_if<EventRecord>(&record)) {
        if (const auto data = dataIn(*event)) sayOnce("  " + dataLine(*data));
        if (const auto epoch = epochIn(*event))
            say("  " + m_titles[event->cell] + ": " + epochLine(*epoch));
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        const std::string& title = m_titles[result->cell];
        if (result->output && result->output->trained) {
            say("  " + title + ": " + trainedLine(*result->output->trained));
        } else if (result->output && result->output->rate_advice) {
            say("  " + title + ": " + m_text.reason(result->output->rate_advice->why));
        }
        if (result->status != Status::Done || !result->summary) {
            if (!result->reason) return;
            say("  " + title + ": " + m_text.reason(*result->reason));
            return;
        }
        Json args{{"n", result->summary->n}};
        std::string line = "  " + title + ": " +
                           formatDuration(result->summary->median_ms, m_text.numbers()) + "  " +
                           m_text("cli.repetitions", args);
        for (const std::string& flag : result->flags) line += " · " + m_text.word("flag", flag);
        say(line);
    }
}

std::string TerminalProgress::dataLine(const DataEvent& data) const {
    return m_text("cli.data", {{"train", samplesIn(data.train)},
                               {"validation", samplesIn(data.validation)},
                               {"test", samplesIn(data.test)},
                               {"classes", data.classes.size()}});
}

std::string TerminalProgress::epochLine(const EpochEvent& epoch) const {
    return m_text("cli.epoch", {{"epoch", epoch.epoch},
                                {"wall_ms", epoch.wall_ms},
                                {"train_loss", epoch.train_loss},
                                {"train_percent", 100 * epoch.train_accuracy},
                                {"valid_loss", epoch.valid_loss},
                                {"valid_percent", 100 * epoch.valid_accuracy}});
}

std::string TerminalProgress::trainedLine(const TrainedRecord& trained) const {
    return m_text("cli.trained", {{"test_percent", 100 * trained.test_accuracy},
                                  {"low_percent", 100 * trained.test_accuracy_ci95.low},
                                  {"high_percent", 100 * trained.test_accuracy_ci95.high},
                                  {"test_loss", trained.test_loss},
                                  {"epoch", trained.best_epoch}}) +
           " " + m_text.word("stopped_by", trained.stopped_by);
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
    const std::lock_guard lock(m_mutex);
    if (!m_redraw) {
        std::cout << std::exchange(m_pending, {}) << std::flush;
        return;
    }
    std::string out;
    if (!m_pending.empty()) {
        out += '\r' + std::string(m_drawn, ' ') + '\r' + std::exchange(m_pending, {});
        m_drawn = 0;
    }
    const std::string line = bar(elapsedMs(m_start));
    const std::size_t width = displayWidth(line);
    out += '\r' + line + std::string(m_drawn > width ? m_drawn - width : 0, ' ');
    m_drawn = width;
    std::cout << out << std::flush;
}

void TerminalProgress::finish() {
    const std::lock_guard lock(m_mutex);
    if (m_redraw) std::cout << '\r' << std::string(m_drawn, ' ') << '\r';
    std::cout << std::exchange(m_pending, {}) << std::flush;
    m_drawn = 0;
}

}  // namespace duelo
