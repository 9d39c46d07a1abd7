// SPDX-License-Identifier: Apache-2.0
#include "measure/child_work.h"

#include <utility>

#include "base/child_pipe.h"
#include "base/json_text.h"
#include "base/reason_json.h"
#include "measure/child_json.h"

namespace duelo {

namespace {

template <typename T>
T orFailed(Result<T> read) {
    if (!read) throw WorkFailed{read.error()};
    return std::move(*read);
}

}  // namespace

ChildWork::ChildWork(const ChildProgram& program, Cell cell, Params run)
    : ChildWork(
          [program]() -> Result<std::unique_ptr<LineChannel>> {
              return ChildPipe::start(program.path, program.arguments);
          },
          std::move(cell), std::move(run)) {
    m_sourceLimit_s = program.source_limit_s;
}

ChildWork::ChildWork(Reach reach, Cell cell, Params run)
    : m_reach(std::move(reach)), m_cell(std::move(cell)), m_run(std::move(run)) {}

ChildWork::~ChildWork() = default;

Result<Prepared> ChildWork::prepare() {
    if (auto begun = beginPrepare(); !begun) return tl::unexpected(begun.error());
    return endPrepare();
}

Result<void> ChildWork::beginPrepare() {
    if (!m_pipe) {
        auto pipe = m_reach();
        if (!pipe) return tl::unexpected(pipe.error());
        m_pipe = std::move(*pipe);
    }
    tell({{"do", "prepare"}, {"cell", toJson(m_cell)}, {"run", m_run.json()}});
    return {};
}

Result<Prepared> ChildWork::endPrepare() {
    auto prepared = preparedFromJson(hear("prepared"));
    if (prepared) prepared->own_process = true;
    return prepared;
}

Timing ChildWork::step(int calls) {
    beginStep(calls);
    return endStep();
}

void ChildWork::beginStep(int calls) {
    tell({{"do", "step"}, {"calls", calls}});
}

Timing ChildWork::endStep() {
    return orFailed(timingFromJson(hear("timing")));
}

Output ChildWork::output() {
    return orFailed(outputFromJson(ask({{"do", "output"}}, "output")));
}

void ChildWork::beginBlock() {
    // Before prepare() there is no process yet; it sees to its own beginning.
    if (m_pipe) static_cast<void>(ask({{"do", "block"}}, "block"));
}

std::optional<DeviceState> ChildWork::deviceState() {
    const Json state = ask({{"do", "state"}}, "state");
    if (state.is_null()) return std::nullopt;
    return orFailed(deviceStateFromJson(state));
}

Parts ChildWork::measureApart() {
    return orFailed(partsFromJson(ask({{"do", "apart"}}, "apart")));
}

void ChildWork::leave() {
    if (m_pipe) m_pipe->leave();
}

Json ChildWork::ask(const Json& request, const char* answer) {
    tell(request);
    return hear(answer);
}

void ChildWork::tell(const Json& request) {
    if (!m_pipe->write(jsonText(request))) died();
}

Json ChildWork::hear(const char* answer) {
    for (;;) {
        const HeardLine heard = m_pipe->read(m_control.stop);
        switch (heard.what) {
            case HeardLine::What::Stopped:
                throw StepStopped();
            case HeardLine::What::End:
                died();
            case HeardLine::What::Line:
                break;
        }
        const auto line = parseJson(heard.text);
        if (line && line->is_object() && isAnswer(*line, answer)) return line->at(answer);
    }
}

bool ChildWork::isAnswer(const Json& line, const char* answer) const {
    if (const auto beat = line.find("beat"); beat != line.end()) {
        if (beat->is_number())
            m_control.progress(beat->get<double>());
        else
            m_control.beat();
        return false;
    }
    m_control.beat();
    if (const auto refused = line.find("refused"); refused != line.end()) {
        if (*refused == "skipped") throw WorkRefused{reasonFromFields(line)};
        throw WorkFailed{reasonFromFields(line)};
    }
    if (!line.contains(answer)) throw WorkFailed{notUnderstood(jsonText(line))};
    return true;
}

void ChildWork::died() {
    const ChildExit exit = m_pipe->end();
    if (exit.code == kSourceHangs)
        throw WorkFailed{Reason{"call_hung", {{"limit_s", m_sourceLimit_s}}, exit.errors}};
    throw WorkFailed{Reason{"child_died", {{"code", exit.code}}, exit.errors}};
}

}  // namespace duelo
