// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/number_words.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>

#include "experiments/specs.h"
#include "plan/spec.h"
#include "report/layout.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kPercentDigits = 12;  ///< fewer than a double has: 0.07 is 7 percent, not 7.000...01

struct NumberTr {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::NumberWords)
};

}  // namespace

QString NumberWords::shown(const Json& number) const {
    QString text =
        m_axis.per_typed == 1 || !number.is_number()
            ? qs(number.dump())
            : QString::number(number.get<double>() * (1 / m_axis.per_typed), 'g', kPercentDigits);
    if (number.is_number_float() && m_axis.per_typed == 1)
        text = qs(formatExact(number.get<double>()));
    return text.replace('.', QChar(m_style.decimal));
}

std::optional<Json> NumberWords::read(const QString& typed) const {
    const QString text = qs(withoutUnit(m_axis, typed.trimmed().replace(',', '.').toStdString()));
    bool number = false;
    Json value;
    if (m_axis.kind == AxisKind::Integer)
        value = QLocale::c().toLongLong(text, &number);
    else
        value = QLocale::c().toDouble(text, &number) / (1 / m_axis.per_typed);
    const double size = value.get<double>();
    if (!number || !std::isfinite(size) || size < m_axis.min.value_or(size) ||
        size > m_axis.max.value_or(size))
        return std::nullopt;
    return value;
}

std::vector<Json> NumberWords::readAll(const QString& typed) const {
    std::vector<Json> values = doubled(m_axis, typed.trimmed().toStdString());
    if (values.empty()) {
        const auto value = read(typed);
        if (value) values.push_back(*value);
    } else if (!read(qs(values.front().dump())) || !read(qs(values.back().dump()))) {
        values.clear();
    }
    return values;
}

QString NumberWords::hint() const {
    // From where it begins: 0 stands for something else, where it stands for anything.
    const auto first = std::max<long long>(1, std::llround(m_axis.min.value_or(1)));
    const QString doubles = QString("%1..%2").arg(first).arg(8 * first);
    if (doubled(m_axis, doubles.toStdString()).empty()) return range();
    const QString example =
        NumberTr::tr("%1 for %2, %3, %4…").arg(doubles).arg(first).arg(2 * first).arg(4 * first);
    return range().isEmpty() ? example : range() + "; " + example;
}

QString NumberWords::suffix() const {
    return m_axis.per_typed == 1 ? QString() : QStringLiteral(" %");
}

QString NumberWords::range() const {
    const bool bytes = m_axis.unit == kByteUnit;
    const auto bound = [this, bytes](double value) {
        if (bytes) return qs(formatBytes(value, m_style));
        return shown(m_axis.kind == AxisKind::Integer ? Json(std::llround(value)) : Json(value));
    };
    if (!m_axis.min && !m_axis.max) return {};
    const QString unit = m_axis.unit.empty() || bytes ? suffix() : ' ' + qs(m_axis.unit);
    if (!m_axis.max) return "≥ " + bound(*m_axis.min) + unit;
    if (!m_axis.min) return "≤ " + bound(*m_axis.max) + unit;
    return bound(*m_axis.min) + " – " + bound(*m_axis.max) + unit;
}

QString NumberWords::problem(const QString& caption) const {
    const QString wanted =
        (m_axis.kind == AxisKind::Integer ? NumberTr::tr("%1: a whole number is needed.")
                                          : NumberTr::tr("%1: a number is needed."))
            .arg(caption);
    return range().isEmpty() ? wanted : wanted + ' ' + NumberTr::tr("Possible: %1.").arg(range());
}

QString valueLabel(const Text& text, const Axis& axis, const Json& value) {
    if (value.is_boolean()) return qs(text.value(axis.id, value));
    if (axis.zero_is_cores && value == 0) return NumberTr::tr("All cores");
    if (value.is_number() && axis.unit == kByteUnit)
        return qs(formatBytes(value.get<double>(), text.numbers()));
    if (value.is_number_integer() && axis.per_typed == 1)
        return qs(formatFixed(value.get<double>(), 0, text.numbers()));
    if (value.is_number()) return NumberWords(axis, text.numbers()).shown(value);
    if (axis.kind == AxisKind::Work && value.is_object()) return qs(workName(value, text));
    if (value.is_object() && value.contains("name")) return valueLabel(text, axis, value["name"]);
    if (axis.kind == AxisKind::Path && value.is_array()) {
        QStringList names;
        for (const Json& one : value) names << valueLabel(text, axis, one);
        return names.join(" + ");
    }
    if (!value.is_string()) return qs(value.dump(-1, ' ', false, Json::error_handler_t::replace));
    const auto word = value.get<std::string>();
    return qs(axis.kind == AxisKind::Path ? fileName(axis, word, text)
                                          : visibleText(text.word(axis.id, word)));
}

}  // namespace duelo::ui
