// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

#include "base/result.h"
#include "plan/plan.h"
#include "record/prediction.h"

/// The input of a RunController and its output.
namespace duelo::ui {

struct RunRequest {
    Plan plan{};
    QString file{};                          ///< the new journal; one that exists is refused
    Json label = Json::object();             ///< student, group...: goes into the header as it is
    std::optional<Prediction> prediction{};  ///< likewise
};

struct RunEnd {
    enum class Status { Completed, Cancelled, Failed };
    Status status = Status::Completed;
    int exit_code = -1;              ///< the engine's (app/program.h); -1: it gave none
    std::optional<Reason> reason{};  ///< always there when failed
};

}  // namespace duelo::ui
