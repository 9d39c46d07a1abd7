// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "base/text.h"
#include "plan/axis.h"

namespace duelo::ui {

/// Shows and reads the numbers of an axis as people write them: with their decimal sign, and in
/// percent where the command line takes percent.
class NumberWords {
public:
    /// `axis` must outlive it.
    NumberWords(const Axis& axis, NumberStyle style) : m_axis(axis), m_style(style) {}

    [[nodiscard]] QString shown(const Json& number) const;
    /// Reads a number with point or comma; absent: it is none that the axis takes.
    [[nodiscard]] std::optional<Json> read(const QString& typed) const;
    /// Reads what was typed for a sweep: a number, or, for whole numbers, a range of them
    /// (doubled() in plan/spec.h). Empty where the axis does not take one of them.
    [[nodiscard]] std::vector<Json> readAll(const QString& typed) const;
    /// The suffix of a number: " %" or nothing. Other units stand in the caption.
    [[nodiscard]] QString suffix() const;
    /// "128 – 4096"; empty: any number.
    [[nodiscard]] QString range() const;
    /// Says what can be typed for readAll(): range(), and an example of doubled numbers.
    [[nodiscard]] QString hint() const;
    /// Says what is wrong with a text that read() does not take.
    [[nodiscard]] QString problem(const QString& caption) const;

private:
    const Axis& m_axis;
    NumberStyle m_style;
};

/// A value of an axis in as few words as a chip has room for.
[[nodiscard]] QString valueLabel(const Text& text, const Axis& axis, const Json& value);

/// Returns a caption as it stands behind a number: "Threads" as "threads", "CPU threads" as it is.
[[nodiscard]] inline QString behindNumber(QString caption) {
    if (caption.size() > 1 && caption[1].isLower()) caption[0] = caption[0].toLower();
    return caption;
}

}  // namespace duelo::ui
