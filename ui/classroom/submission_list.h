// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QString>

#include "base/text.h"
#include "classroom/classroom.h"

namespace duelo::ui {

/// The submissions of a class as a list in final words. A thread makes it: for a thousand
/// submissions that takes longer than the window may stand still.
struct SubmissionList {
    struct Row {
        std::string key{};  ///< Submission::key
        QString title{}, late{}, seats{}, what{};
        QString id{};       ///< the platform's number, only where names are shown
        bool good = false;  ///< it has times that Duelo measured, and no other has the same
    };
    QString headline{};  ///< how many, and what came of them
    bool names = false;  ///< of students, and their numbers
    std::vector<Row> rows{};
};
[[nodiscard]] SubmissionList submissionList(const Classroom& classroom, bool names,
                                            const Text& text);

}  // namespace duelo::ui
