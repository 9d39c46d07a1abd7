// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <QStringList>
#include <QVector>

#include "base/text.h"
#include "base/words.h"
#include "plan/axis.h"
#include "plan/plan.h"
#include "ui/frame/chip_group.h"
#include "ui/look/settings.h"

class QVBoxLayout;

/// What forms share: a part that folds, and the way between the blocks of a Plan and the values of
/// chips, which are texts.
namespace duelo::ui {

/// A chip for each word that an axis takes, named by the group of the texts that is called as the
/// axis and explained by "<axis>_help".
[[nodiscard]] QVector<ChipGroup::Option> optionsOf(const Text& text, const Axis& axis);
template <typename E>
[[nodiscard]] QVector<ChipGroup::Option> optionsOf(const Text& text, const char* group) {
    return optionsOf(text, Axis{.id = group, .words = {wordsOf<E>.begin(), wordsOf<E>.end()}});
}

template <typename E>
[[nodiscard]] QStringList wordsFrom(const std::vector<E>& values) {
    QStringList out;
    for (const E value : values) out << qs(std::string(word(value)));
    return out;
}

template <typename E>
[[nodiscard]] std::vector<E> parsed(const QStringList& words) {
    std::vector<E> out;
    for (const QString& text : words)
        if (const auto value = parseWord<E>(text.toStdString())) out.push_back(*value);
    return out;
}

/// What a block has of an axis. Files can hold anything: values of another type are passed over.
[[nodiscard]] std::vector<int> integersIn(const Block& block, std::string_view axis);
[[nodiscard]] std::vector<std::string> textsIn(const Block& block, std::string_view axis);
template <typename E>
[[nodiscard]] std::vector<E> wordsIn(const Block& block, std::string_view axis) {
    std::vector<E> out;
    for (const std::string& text : textsIn(block, axis))
        if (const auto value = parseWord<E>(text)) out.push_back(*value);
    return out;
}
/// The names of the networks in a block: "mlp-64" where the model is mlp with 64 hidden units.
[[nodiscard]] std::vector<std::string> networksIn(const Block& block);
/// The first value of each axis; of a setting that is its only one.
[[nodiscard]] Params settingsIn(const Block& block);

/// Of numbers, texts or words, as a block holds them.
template <typename T>
[[nodiscard]] std::vector<Json> valuesFrom(const std::vector<T>& values) {
    std::vector<Json> out;
    for (const T& value : values)
        if constexpr (std::is_enum_v<T>)
            out.emplace_back(word(value));
        else
            out.emplace_back(value);
    return out;
}

/// A form shows the settings of one block, and what is edited there holds for all of them; what is
/// not edited stays as different as it was. Null takes the setting away.
template <typename Blocks>
void setEverywhere(Blocks&& blocks, const Block& shown, const std::string& axis,
                   const Json& value) {
    std::vector<Json> values;
    if (!value.is_null()) values.push_back(value);
    if (valuesIn(shown, axis) == values) return;
    for (Block& block : blocks)
        if (values.empty())
            block.erase(axis);
        else
            block[axis] = values;
}

/// A seed beyond the range of a field came from a file, and the field shows its highest value.
[[nodiscard]] int shownSeed(std::uint64_t seed);

[[nodiscard]] QStringList numbers(const std::vector<int>& values);
/// Ascending.
[[nodiscard]] std::vector<int> integers(const QStringList& texts);
[[nodiscard]] QStringList strings(const std::vector<std::string>& values);
[[nodiscard]] std::vector<std::string> strings(const QStringList& values);

void setNumberOptions(ChipGroup& group, std::initializer_list<int> values);
/// "All cores", then 1, 2, 4… up to the cores of this PC; others can be typed.
void setThreadOptions(ChipGroup& group, int cores);

/// `body` under a button that shows and hides it; hidden at first.
void addFolded(QVBoxLayout& column, const QString& caption, QWidget* body);

}  // namespace duelo::ui
