// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/lesson_tab.h"

#include <utility>

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/grids_chart.h"
#include "ui/form/flow_layout.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// Slow enough to read a step; all of many steps in a time that a class waits for.
constexpr int kStep_ms = 1200, kLeastStep_ms = 250, kWhole_ms = 30000;

}  // namespace

LessonTab::LessonTab(Lesson lesson, const Text& text, QWidget* parent)
    : ResultTab(parent),
      m_lesson(std::move(lesson)),
      m_text(text),
      m_settings(m_lesson.usual()),
      m_chart(new GridsChart),
      m_back(new QToolButton),
      m_play(new QToolButton),
      m_next(new QToolButton),
      m_slider(new QSlider(Qt::Horizontal)),
      m_told(new QLabel) {
    // Tabs share their room, and the others need less.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeChoices());
    m_steps = makeSteps();
    column->addWidget(m_steps);
    auto* area = new QScrollArea;
    makePlain(*area);
    area->setWidget(m_chart);
    column->addWidget(area, 1);
    m_chart->setObjectName("lesson");
    m_chart->setNumberStyle(text.numbers());
    connect(m_chart, &GridsChart::stepChosen, this, &LessonTab::setStep);
    connect(m_chart, &GridsChart::stepsWanted, this, [this](int by) { setStep(step() + by); });
    connect(m_chart, &GridsChart::playWanted, m_play, &QToolButton::click);
    connect(&m_timer, &QTimer::timeout, this, &LessonTab::advance);
    choose();
}

QWidget* LessonTab::makeChoices() {
    auto* choices = new QWidget;
    auto* row = new FlowLayout(choices, 10);
    for (const Lesson::Setting& setting : m_lesson.settings) {
        m_choices.push_back(makeChoice(setting));
        row->addWidget(m_choices.back().row);
    }
    return choices;
}

LessonTab::Choice LessonTab::makeChoice(const Lesson::Setting& setting) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* caption = new QLabel(qs(m_text.word("lesson", setting.id)));
    caption->setProperty("role", "muted");
    layout->addWidget(caption);
    const auto add = [&](QWidget* field) {
        field->setObjectName(qs(setting.id));
        field->setAccessibleName(caption->text());
        caption->setBuddy(field);
        layout->addWidget(field);
    };
    if (setting.words.empty()) {
        auto* number = new QSpinBox;
        number->setRange(static_cast<int>(setting.min), static_cast<int>(setting.max));
        number->setValue(static_cast<int>(setting.usual));
        connect(number, &QSpinBox::valueChanged, this, &LessonTab::choose);
        add(number);
        return {row, [number] { return Json(number->value()); },
                [number](const Json& value) { number->setValue(value.get<int>()); }};
    }
    auto* words = new QComboBox;
    for (const std::string& word : setting.words)
        words->addItem(qs(m_text.word("lesson", setting.id + '_' + word)), qs(word));
    connect(words, &QComboBox::currentIndexChanged, this, &LessonTab::choose);
    add(words);
    return {row, [words] { return Json(words->currentData().toString().toStdString()); },
            [words](const Json& value) {
                words->setCurrentIndex(words->findData(qs(value.get<std::string>())));
            }};
}

QWidget* LessonTab::makeSteps() {
    auto* steps = new QWidget;
    auto* row = new QHBoxLayout(steps);
    row->setContentsMargins(0, 0, 0, 0);
    m_back->setText(tr("Back"));
    m_next->setText(tr("Next"));
    m_play->setText(tr("Play"));
    m_play->setCheckable(true);
    m_back->setToolTip(tr("One step back (←)"));
    m_next->setToolTip(tr("One step on (→)"));
    m_play->setToolTip(tr("Step by step, by itself (Space)"));
    m_play->setObjectName("play");
    m_next->setObjectName("next");
    m_back->setObjectName("back");
    m_slider->setAccessibleName(tr("Step"));
    m_slider->setPageStep(1);
    connect(m_back, &QToolButton::clicked, this, [this] { setStep(step() - 1); });
    connect(m_next, &QToolButton::clicked, this, [this] { setStep(step() + 1); });
    connect(m_play, &QToolButton::toggled, this, &LessonTab::play);
    connect(m_slider, &QSlider::valueChanged, this, &LessonTab::showStep);
    for (QWidget* part : std::initializer_list<QWidget*>{m_back, m_play, m_next, m_slider, m_told})
        row->addWidget(part, part == m_slider ? 1 : 0);
    return steps;
}

QString LessonTab::title() const {
    return qs(m_text.word("tab", m_lesson.id));
}

void LessonTab::show(const Shown* /*shown*/) {}

ChartValue LessonTab::chartValue() const {
    return m_chart->chartValue();
}

void LessonTab::setLive(bool live) {
    m_live = live;
    if (live) m_play->setChecked(false);
    m_play->setEnabled(!live);
}

Json LessonTab::viewState() const {
    return {{"settings", m_settings.json()}, {"step", step()}};
}

void LessonTab::setViewState(const Json& state) {
    const Params settings = Params::from(state.value("settings", Json::object()));
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        if (const std::string& id = m_lesson.settings[i].id; settings.has(id))
            m_choices[i].setValue(settings.at(id));
    setStep(state.value("step", 0));
}

int LessonTab::step() const {
    return m_slider->value();
}

void LessonTab::setStep(int step) {
    m_play->setChecked(false);
    m_slider->setValue(step);
}

void LessonTab::hideEvent(QHideEvent* event) {
    ResultTab::hideEvent(event);
    m_play->setChecked(false);
}

/// Another picture begins at its first step.
void LessonTab::choose() {
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        m_settings.set(m_lesson.settings[i].id, m_choices[i].value());
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        m_choices[i].row->setVisible(m_lesson.settings[i].appliesTo(m_settings));
    m_play->setChecked(false);
    const int steps = m_lesson.steps(m_settings);
    m_slider->setRange(0, steps - 1);
    m_slider->setValue(0);
    m_steps->setVisible(steps > 1);
    showStep();
}

void LessonTab::play(bool playing) {
    m_play->setText(playing ? tr("Pause") : tr("Play"));
    if (!playing) return m_timer.stop();
    const int steps = m_slider->maximum() + 1;
    if (step() + 1 == steps) m_slider->setValue(0);
    m_timer.start(qBound(kLeastStep_ms, kWhole_ms / steps, kStep_ms));
}

void LessonTab::advance() {
    m_slider->setValue(step() + 1);
    if (step() == m_slider->maximum()) m_play->setChecked(false);
}

void LessonTab::showStep() {
    const int steps = m_slider->maximum() + 1;
    GridsValue picture = m_lesson.at(m_settings, step(), m_text);
    m_chart->setTitle(qs(picture.title));
    m_chart->setValue(std::move(picture));
    m_told->setText(tr("%1 of %2").arg(step() + 1).arg(steps));
    m_back->setEnabled(step() > 0);
    m_next->setEnabled(step() + 1 < steps);
}

}  // namespace duelo::ui
