// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/result_tab.h"

class QComboBox;
class QLabel;

namespace duelo::ui {

class DuelView;

/// The duel of the row that is looked at. Of every experiment, because it needs no more than
/// samples; nothing is replayed while something is measured.
class DuelTab final : public ResultTab {
    Q_OBJECT

public:
    explicit DuelTab(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Duel"); }
    [[nodiscard]] Group group() const override { return Group::Duel; }
    [[nodiscard]] bool has(const Shown& shown) const override;
    void show(const Shown* shown) override;
    [[nodiscard]] bool hidesTable() const override { return hasRace(); }
    void setLive(bool live) override;
    void setSlide(bool slide, bool buttons) override;
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    /// Whether the page is to show nothing of the result: no headline, no chart, no table.
    void resultHidden(bool hidden);

private:
    void arrange();
    [[nodiscard]] bool hasRace() const;

    QComboBox* m_pair;
    QLabel* m_note;  ///< in the place of the race
    DuelView* m_view;
    int m_wanted = 0;  ///< of the pairs, once there are any
    bool m_live = false, m_slide = false, m_buttons = true;
};

}  // namespace duelo::ui
