// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QStringList>
#include <QToolButton>
#include <QVector>
#include <QWidget>

namespace duelo::ui {

class FlowLayout;

/// Options as chips that are all seen at once. Several can be chosen, or exactly one.
/// The last chosen one stays, unless there may be none.
class ChipGroup final : public QWidget {
    Q_OBJECT

public:
    enum class Choice { Several, One };
    struct Option {
        QString value, label;
        QString tip;          ///< shown on hover and read aloud
        bool enabled = true;  ///< a disabled chip says why in its tip

        bool operator==(const Option&) const = default;
    };
    /// Turns what was typed into one value, or into several where it stands for them; none: it is
    /// no value.
    using Read = std::function<QVector<Option>(const QString& typed)>;

    /// `name` is read aloud with each chip.
    ChipGroup(const QString& name, Choice choice, QWidget* parent = nullptr);

    void setMayBeEmpty(bool may) { m_mayBeEmpty = may; }
    void setOptions(const QVector<Option>& options);
    /// Lets values be typed behind "+"; `hint` says which. From then on numbers stand in their
    /// order.
    void setTyped(const QString& hint, Read read);
    void setEnabled(const QString& value, bool enabled, const QString& tip);
    void setShown(const QString& value, bool shown);
    /// Values without a chip are passed over.
    void setValues(const QStringList& values);
    /// The chosen values in the order of the chips.
    [[nodiscard]] QStringList values() const;

Q_SIGNALS:
    void edited();  ///< by the user

private:
    QToolButton* addChip(const Option& option);
    [[nodiscard]] qsizetype placeOf(const QString& value) const;
    QToolButton* chipOf(const QString& value) const;
    void toggled(QToolButton* chip);
    void askValue();
    void addTyped(const QVector<Option>& options);

    QString m_name, m_hint;
    Choice m_choice;
    bool m_mayBeEmpty = false;
    FlowLayout* m_flow;
    QVector<Option> m_options;
    QVector<QToolButton*> m_chips;
    QToolButton* m_plus = nullptr;
    Read m_read;
};

}  // namespace duelo::ui
