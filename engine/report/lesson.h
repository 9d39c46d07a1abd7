// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "plan/axis.h"
#include "plan/params.h"
#include "report/chart_value.h"

namespace duelo {

/// A lesson on how a work is done, at a size that can be looked at: a picture for each step. It
/// needs no result, and its values are those of the code that is measured. Its title is the text
/// "tab.<id>", that of a setting "lesson.<id>".
struct Lesson {
    /// A setting that the student chooses: a whole number, or one of some words
    /// ("lesson.<id>_<word>").
    struct Setting {
        std::string id{};
        std::int64_t min = 0, max = 0, usual = 0;
        std::vector<std::string> words{};  ///< the first is usual
        /// Words of another setting for which this one counts; none: always.
        std::string when{};
        std::vector<std::string> in{};

        [[nodiscard]] bool appliesTo(const Params& settings) const;
        /// Returns the usual value.
        [[nodiscard]] Json value() const;
    };
    std::string id{};
    std::vector<Setting> settings{};
    /// Returns how many steps there are: at least one, for any values within the bounds of the
    /// settings.
    int (*steps)(const Params& settings) = nullptr;
    /// Makes the picture, without its description, which at() makes.
    GridsValue (*picture)(const Params& settings, int step, const Text& text) = nullptr;
    /// The cases that a document shows it with: all hold for one that was measured. None: any.
    std::vector<When> when{};

    /// Returns the usual value of each setting.
    [[nodiscard]] Params usual() const;
    /// Returns the picture of a step, from 0 on, below steps(), with all of its words for people
    /// who cannot see it.
    [[nodiscard]] GridsValue at(const Params& chosen, int step, const Text& text) const;
    /// Half way, as a file shows it.
    [[nodiscard]] GridsValue still(const Text& text) const;
};

}  // namespace duelo
