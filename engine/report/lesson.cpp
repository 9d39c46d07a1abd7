// SPDX-License-Identifier: Apache-2.0
#include "report/lesson.h"

#include <algorithm>

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
    for (const std::string& words : value.words)
        value.description += (value.description.empty() ? "" : " ") + words;
    return value;
}

GridsValue Lesson::still(const Text& text) const {
    const Params chosen = usual();
    return at(chosen, steps(chosen) / 2, text);
}

}  // namespace duelo
