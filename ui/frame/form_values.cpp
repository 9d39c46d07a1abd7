// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/form_values.h"

#include <algorithm>
#include <limits>

#include <QCoreApplication>
#include <QToolButton>
#include <QVBoxLayout>

#include "experiments/common_axes.h"
#include "networks/hidden_units.h"

namespace duelo::ui {

QVector<ChipGroup::Option> optionsOf(const Text& text, const Axis& axis) {
    QVector<ChipGroup::Option> out;
    for (const std::string& key : axis.words) {
        const std::string help = axis.id + "_help." + key;
        out.push_back(
            {qs(key), qs(text.word(axis.id, key)), text.has(help) ? qs(text(help)) : "", true});
    }
    return out;
}

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::FormValues)
};

}  // namespace

std::vector<int> integersIn(const Block& block, std::string_view axis) {
    std::vector<int> out;
    for (const Json& value : valuesIn(block, axis)) {
        if (!value.is_number_integer()) continue;
        const auto number = value.get<double>();
        if (number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max())
            out.push_back(value.get<int>());
    }
    return out;
}

std::vector<std::string> textsIn(const Block& block, std::string_view axis) {
    std::vector<std::string> out;
    for (const Json& value : valuesIn(block, axis))
        if (value.is_string()) out.push_back(value.get<std::string>());
    return out;
}

std::vector<std::string> networksIn(const Block& block) {
    std::vector<std::string> out;
    for (const std::string& model : textsIn(block, "model")) {
        if (model == kMlp)
            for (const int hidden : integersIn(block, "hidden")) out.push_back(mlpName(hidden));
        else
            out.push_back(model);
    }
    return out;
}

Params settingsIn(const Block& block) {
    Params out;
    for (const auto& [axis, values] : block)
        if (!values.empty()) out.set(axis, values.front());
    return out;
}

int shownSeed(std::uint64_t seed) {
    return static_cast<int>(std::min<std::uint64_t>(seed, std::numeric_limits<int>::max()));
}

QStringList numbers(const std::vector<int>& values) {
    QStringList out;
    for (const int value : values) out << QString::number(value);
    return out;
}

std::vector<int> integers(const QStringList& texts) {
    std::vector<int> out;
    for (const QString& text : texts) out.push_back(text.toInt());
    std::sort(out.begin(), out.end());
    return out;
}

QStringList strings(const std::vector<std::string>& values) {
    QStringList out;
    for (const std::string& value : values) out << qs(value);
    return out;
}

std::vector<std::string> strings(const QStringList& values) {
    std::vector<std::string> out;
    for (const QString& value : values) out.push_back(value.toStdString());
    return out;
}

void setNumberOptions(ChipGroup& group, std::initializer_list<int> values) {
    QVector<ChipGroup::Option> options;
    for (const int value : values)
        options.push_back({QString::number(value), QString::number(value), {}, true});
    group.setOptions(options);
}

void setThreadOptions(ChipGroup& group, int cores) {
    QVector<ChipGroup::Option> options{
        {"0", Tr::tr("All cores"), Tr::tr("One thread per physical core"), true}};
    for (int n = 1; n <= cores; n *= 2)
        options.push_back({QString::number(n), QString::number(n), {}, true});
    group.setOptions(options);
    group.setTyped(1, kMaxThreads, {});
}

void addFolded(QVBoxLayout& column, const QString& caption, QWidget* body) {
    auto* more = new QToolButton;
    more->setText(caption);
    more->setCheckable(true);
    more->setArrowType(Qt::RightArrow);
    more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    more->setProperty("role", "quiet");
    column.addWidget(more, 0, Qt::AlignLeft);
    body->hide();
    column.addWidget(body);
    QObject::connect(more, &QToolButton::toggled, body, [more, body](bool open) {
        body->setVisible(open);
        more->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });
}

}  // namespace duelo::ui
