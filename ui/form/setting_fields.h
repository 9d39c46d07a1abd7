// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include "ui/form/field.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QSpinBox;

/// Fields of a single value.
namespace duelo::ui {

/// A whole number of few enough digits to be counted up and down.
class SpinField final : public Field {
public:
    explicit SpinField(const FieldContext& context);
    /// Whether the axis has bounds that such a box can have.
    [[nodiscard]] static bool fits(const Axis& axis);

    [[nodiscard]] Place place() const override { return Place::Beside; }
    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }

private:
    QSpinBox* m_box;
    std::vector<Json> m_values;
};

/// A text, or a number that spans too much to be counted: a rate of powers of ten, a seed.
class EditField final : public Field {
public:
    explicit EditField(const FieldContext& context);

    [[nodiscard]] Place place() const override { return Place::Beside; }
    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }
    [[nodiscard]] QString invalid() const override { return m_invalid; }

private:
    void read(const QString& typed);
    void setInvalid(const QString& sentence);

    const Axis& m_axis;
    Text m_text;
    QString m_caption, m_invalid;
    QLineEdit* m_edit;
    QLabel* m_problem;
    std::vector<Json> m_values;
};

class FlagField final : public Field {
public:
    explicit FlagField(const FieldContext& context);

    [[nodiscard]] Place place() const override { return Place::Alone; }
    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }

private:
    QCheckBox* m_box;
    std::vector<Json> m_values;
};

/// Work of another experiment, which a file names and nobody types.
class WorkField final : public Field {
public:
    explicit WorkField(const FieldContext& context);

    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }

private:
    Text m_text;
    QLabel* m_label;
    std::vector<Json> m_values;
};

}  // namespace duelo::ui
