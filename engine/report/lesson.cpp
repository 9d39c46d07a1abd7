// SPDX-License-Identifier: Apache-2.0
#include "report/lesson.h"

#include <algorithm>
#include <string_view>

namespace duelo {

bool Lesson::Setting::appliesTo(const Params& settings) const {
    return when.empty() || std::ranges::find(in, settings.text(when)) != in.end();
}

Json Lesson::Setting::value() const {
    return words.empty() ? Json(usual) : Json(words.front());
}

Params Lesson::usual() const {
    Params out;
    for (const Setting& setting : settings) out.set(setting.id, setting.value());
    return out;
}

GridsValue Lesson::at(const Params& chosen, int step, const Text& text) const {
    GridsValue value = picture(chosen, step, text);
    // Lines that stand below each other need no full stop; in one text they do.
    for (const std::string& words : value.words) {
        value.description += (value.description.empty() ? "" : " ") + words;
        if (!words.empty() && std::string_view(".:!?").find(words.back()) == std::string_view::npos)
            value.description += '.';
    }
    return value;
}

GridsValue Lesson::still(const Text& text) const {
    const Params chosen = usual();
    return at(chosen, steps(chosen) / 2, text);
}

}  // namespace duelo
