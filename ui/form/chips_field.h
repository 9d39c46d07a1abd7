// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QVector>

#include "ui/form/chip_group.h"
#include "ui/form/field.h"

class QPushButton;
class QToolButton;

namespace duelo::ui {

/// Values as chips: several of an axis that is a sweep, else one. Values that are not offered have
/// a chip while they are chosen.
class ChipsField : public Field {
    Q_OBJECT

public:
    struct Offer {
        Json value;
        QString label, tip;
    };

    explicit ChipsField(const FieldContext& context);

    void setOffers(const QVector<Offer>& offers);
    /// Lets values be typed; `hint` says which. What stands for none is no value.
    void setTyped(const QString& hint, std::function<std::vector<Json>(const QString&)> read);
    /// Chooses a value, as if the user had clicked its chip.
    void choose(const Json& value);
    /// Chooses these values in place of all that were chosen.
    void chooseOnly(const std::vector<Json>& values);

    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }
    void setInapplicable(const std::map<std::string, QString>& why) override;
    void foldList() override;

protected:
    [[nodiscard]] const Axis& axis() const { return m_axis; }
    [[nodiscard]] const Text& text() const { return m_text; }
    /// Adds a link below the chips, which may choose() what it finds.
    QPushButton* addLink(const QString& caption, const QString& tip);
    /// Returns the chip of a value that is not among the offers.
    [[nodiscard]] virtual Offer offerOf(const Json& value) const;

private:
    [[nodiscard]] static QString keyOf(const Json& value);
    [[nodiscard]] ChipGroup::Option optionOf(const Offer& offer);
    void showChips();
    void showApplicable();
    void showFold();
    void readChips();

    const Axis& m_axis;
    Text m_text;
    QToolButton* m_fold;  ///< over a list that was folded away
    ChipGroup* m_chips;
    QVector<Offer> m_offers;
    std::map<QString, Offer> m_known;  ///< by the value of its chip
    std::map<std::string, QString> m_inapplicable;
    std::vector<Json> m_values;
};

}  // namespace duelo::ui
