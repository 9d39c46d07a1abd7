// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QCheckBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "experiments/specs.h"
#include "ui/experiments/widgets.h"
#include "ui/form/chip_group.h"
#include "ui/form/experiment_form.h"
#include "ui/session/session.h"

/// Parts that the tests of forms share.
namespace duelo::testing {

inline constexpr int kSoonMs = 30'000;

using Values = std::vector<Json>;

/// Returns the values of an axis in the first block of cases of a plan.
inline const Values& caseValues(const Plan& plan, std::string_view axis) {
    return valuesIn(plan.cases.front(), axis);
}

/// A form on a fake engine, with settings in a folder of its own.
class FormBench {
public:
    explicit FormBench(const Spec& spec, const QString& scenario = "gpu")
        : settings(m_folder.filePath("duelo.ini"), m_folder.filePath("none.ini")) {
        settings.setLanguage(Language::English);
        settings.setDecimal(',');
        session = std::make_unique<ui::Session>(settings, QStringLiteral(DUELO_FAKE_ENGINE),
                                                QStringList{"serve", scenario});
        form = std::make_unique<ui::ExperimentForm>(spec, *session, ui::textOf(settings),
                                                    &ui::makeRegisteredField);
    }

    /// The form knows what the engine knows; false when no answer comes.
    [[nodiscard]] bool ready() {
        QObject::connect(session.get(), &ui::Session::probeArrived, form.get(),
                         &ui::ExperimentForm::setProbe);
        session->askProbe();
        return QTest::qWaitFor([this] { return session->probe().has_value(); }, kSoonMs);
    }
    [[nodiscard]] const Plan& plan() const { return form->plan(); }
    [[nodiscard]] bool shows(const char* axis) const {
        // Others fold away with their line.
        for (QToolButton* more : form->findChildren<QToolButton*>())
            if (more->objectName() == "settings") more->setChecked(true);
        return form->field(axis)->isVisibleTo(form.get());
    }
    /// The chip of a value in an axis's field.
    [[nodiscard]] QToolButton* chip(const char* axis, const QString& value) const {
        return chipIn(*form->field(axis), value);
    }
    /// The box of that caption in an axis's field, of those that are shown.
    [[nodiscard]] QCheckBox* box(const char* axis, const QString& caption) const {
        for (auto* one : form->field(axis)->findChildren<QCheckBox*>())
            if (one->text() == caption && one->isVisibleTo(form->field(axis))) return one;
        return nullptr;
    }
    /// In the group that is called so.
    [[nodiscard]] QToolButton* chipOf(const QString& group, const QString& value) const {
        for (auto* each : form->findChildren<ui::ChipGroup*>())
            if (each->accessibleName() == group) return chipIn(*each, value);
        return nullptr;
    }
    template <typename T>
    [[nodiscard]] T* part(const char* axis) const {
        return form->field(axis)->findChild<T*>();
    }
    void press(const QString& caption) const {
        for (auto* button : form->findChildren<QAbstractButton*>())
            if (button->text() == caption) return button->click();
        QFAIL(qPrintable(caption));
    }

private:
    [[nodiscard]] static QToolButton* chipIn(const QWidget& field, const QString& value) {
        for (auto* button : field.findChildren<QToolButton*>())
            if (button->property("value") == value) return button;
        return nullptr;
    }

    QTemporaryDir m_folder;

public:
    ui::Settings settings;
    std::unique_ptr<ui::Session> session;
    std::unique_ptr<ui::ExperimentForm> form;
};

}  // namespace duelo::testing
