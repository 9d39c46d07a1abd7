// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "experiments/expression.h"

namespace duelo {

/// A sentence in both languages.
struct BothLanguages {
    std::string es{}, en{};

    [[nodiscard]] const std::string& of(Language language) const {
        return language == Language::Spanish ? es : en;
    }
};

/// An exercise on kernels for a GPU: a text with a fault or a gap in it, and what is to be reached,
/// judged by the emulator: no fault, the right result, and what the counters must say. All of it is
/// data (resources/kernels/exercises). There are no grades.
struct Exercise {
    struct Condition {
        Expression holds{};  ///< over the names of countersJson()
        std::string says{};  ///< a word of the group "exercise_unmet", where it does not hold
    };

    std::string id{};
    std::string finds{};  ///< the code of the reason that the text itself gives; empty: a condition
    BothLanguages title{}, task{};
    std::vector<BothLanguages> hints{};
    std::vector<Condition> conditions{};

    /// Returns its text, with the comments in a language; the launch and the result that it says
    /// hold for every solution.
    [[nodiscard]] std::string text(Language language) const;
};

/// Returns all, from easy to hard.
[[nodiscard]] std::span<const Exercise> exercises();
/// Returns the exercise of that name; null: there is none.
[[nodiscard]] const Exercise* findExercise(std::string_view id);

/// Remembers which exercises this user has solved, in a file of the user's own.
class SolvedExercises {
public:
    explicit SolvedExercises(std::filesystem::path file) : m_file(std::move(file)) {}
    /// The file in userDataDir().
    [[nodiscard]] static SolvedExercises standard();

    /// Returns the known ones. A file that is missing or damaged has none.
    [[nodiscard]] std::set<std::string> all() const;
    [[nodiscard]] Result<void> add(const std::string& id) const;

private:
    std::filesystem::path m_file;
};

}  // namespace duelo
