// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QObject>

#include "base/result.h"

namespace duelo::ui {

class Session;

/// The outcome of a check of a student's text.
struct KernelVerdict {
    Json compiled{};               ///< the reply to "compile"; null: there is none
    std::vector<Json> emulated{};  ///< the replies to "emulate", up to the first that is not right
    Json exercise{};               ///< the reply to "exercise"; null: none was asked about
    std::optional<Reason> why{};   ///< a question that was refused: nothing was asked after it
};

/// Checks a student's text without blocking anybody: the engine's compiler reads it, then the
/// engine emulates it at each size that the reply names (experiments/compile_answer.h), in a
/// process of its own. The engine answers one such question at a time, so one that was put aside is
/// waited for before the next text is asked about.
class KernelCheck final : public QObject {
    Q_OBJECT

public:
    /// `session` outlives it.
    KernelCheck(Session& session, std::string experiment, QObject* parent = nullptr);
    /// Stops what is under way.
    ~KernelCheck() override;

    /// `source`: {name, text}. What is under way is put aside. Without an architecture it is
    /// compiled for the oldest.
    void begin(Json source, std::string architecture);
    /// Asks instead whether it solves an exercise (experiments/exercise_check.h).
    void beginExercise(Json source, std::string exercise);
    /// Nothing is told of what is under way any more.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running; }

Q_SIGNALS:
    /// It has compiled.
    void emulating();
    /// It is over and was not cancelled.
    void ended(const duelo::ui::KernelVerdict& verdict);

private:
    using Take = void (KernelCheck::*)(const Result<Json>& reply);

    void restart(Json source);
    void askFirst();
    void takeExercise(const Result<Json>& reply);
    void compile();
    void takeCompiled(const Result<Json>& reply);
    void emulateNext();
    void takeEmulated(const Result<Json>& reply);
    void ask(const char* query, Json args, Take take);
    void end(std::optional<Reason> why = {});
    void stopAsked();

    Session& m_session;
    const std::string m_experiment;
    Json m_source;
    std::string m_architecture;
    std::string m_exercise;  ///< empty: the text is no solution of one
    KernelVerdict m_verdict;
    std::vector<Json> m_sizes;  ///< args of what is still to be emulated
    bool m_running = false;     ///< somebody waits for the verdict
    std::string m_asked;        ///< the question that is not answered yet; empty: none
    int m_text = 0;             ///< counts what was begun or cancelled
};

}  // namespace duelo::ui
