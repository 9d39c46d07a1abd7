// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "base/sheet.h"

namespace duelo {

/// The answers of a student about a run before anything of it was measured (P-01). They stand in
/// the header, which is written before the first cell and is part of what the end line seals.
///
/// It says what it is about in the words of the run's own cells, so that it means the same on every
/// machine: of two variants, or of one, the first and the last case of what is swept.
struct Prediction {
    Json base{}, other{};  ///< variants; without the second there is one
    Json first{}, last{};  ///< cases; the same one where nothing is swept
    /// A GPU of another PC is asked about too, whose file is added after the run.
    bool elsewhere = false;
    TextTable answers{};   ///< by the id of a question (report/prediction.h)
    bool skipped = false;  ///< the questions were shown, and none was answered
    /// Number of runs of this experiment that the user had measured before: after them it is no
    /// guess.
    int seen_runs = 0;
    Json extra = Json::object();
    bool operator==(const Prediction&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("base", self.base);
        field("other", self.other);
        field("first", self.first);
        field("last", self.last);
        field("elsewhere", self.elsewhere);
        field("answers", self.answers);
        field("skipped", self.skipped);
        field("seen_runs", self.seen_runs);
    }

    /// Returns the answer; empty: that question was left open.
    [[nodiscard]] std::string answerTo(const std::string& question) const {
        const auto found = std::ranges::find(answers, question, &TextTable::value_type::first);
        return found == answers.end() ? std::string() : found->second;
    }
};

}  // namespace duelo
