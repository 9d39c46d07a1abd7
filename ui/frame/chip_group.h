// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QStringList>
#include <QToolButton>
#include <QVector>
#include <QWidget>

namespace duelo::ui {

class FlowLayout;

/// Options as chips that are all seen at once. Several can be chosen, or exactly one.
/// The last chosen one stays: an empty list would be a plan without work.
class ChipGroup final : public QWidget {
    Q_OBJECT

public:
    enum class Choice { Several, One };
    struct Option {
        QString value, label;
        QString tip;          ///< shown on hover and read aloud
        bool enabled = true;  ///< a disabled chip says why in its tip
    };

    /// `name` is read aloud with each chip.
    ChipGroup(const QString& name, Choice choice, QWidget* parent = nullptr);

    void setOptions(const QVector<Option>& options);
    /// Lets whole numbers in this range be typed behind "+"; `unit` follows the field.
    void setTyped(int low, int high, const QString& unit);
    void setEnabled(const QString& value, bool enabled, const QString& tip);
    /// Chosen values in the order of the chips. Values without a chip get one.
    void setValues(const QStringList& values);
    [[nodiscard]] QStringList values() const;

Q_SIGNALS:
    void edited();  ///< by the user

private:
    QToolButton* addChip(const Option& option);
    [[nodiscard]] qsizetype placeOf(const QString& value) const;
    QToolButton* chipOf(const QString& value) const;
    void toggled(QToolButton* chip);
    void askValue();

    QString m_name;
    Choice m_choice;
    FlowLayout* m_flow;
    QVector<QToolButton*> m_chips;
    QToolButton* m_plus = nullptr;
    int m_low = 0, m_high = 0;
    QString m_unit;
};

}  // namespace duelo::ui
