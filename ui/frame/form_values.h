// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QStringList>
#include <QVector>

#include "base/text.h"
#include "base/words.h"
#include "ui/frame/chip_group.h"
#include "ui/look/settings.h"

class QVBoxLayout;

/// What forms share: a part that folds, and the way between the lists of a Plan and the values of
/// chips, which are texts.
namespace duelo::ui {

/// A chip for each word of E, named by that group of the texts and explained by "<group>_help".
template <typename E>
[[nodiscard]] QVector<ChipGroup::Option> optionsOf(const Text& text, const char* group) {
    QVector<ChipGroup::Option> out;
    for (const std::string_view code : wordsOf<E>) {
        const std::string key(code);
        const std::string help = std::string(group) + "_help." + key;
        out.push_back(
            {qs(key), qs(text.word(group, key)), text.has(help) ? qs(text(help)) : "", true});
    }
    return out;
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
