// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/guide_views.h"

#include <utility>

#include <QCheckBox>
#include <QFrame>
#include <QGridLayout>
#include <QSignalBlocker>

namespace duelo::ui {

namespace {

/// The figures inside the handout's sentences; written with the decimal sign of the reader.
const Json& handoutFigures() {
    static const Json figures{
        {"tick_ms", 15.6},             // of the Windows clock before Python 3.13
        {"pixel_ratio", 20.9},         // (1024 / 224) squared
        {"mobilenet_millions", 3.50},  // parameters, as models/registry counts them
        {"resnet_millions", 11.7},
        {"macs_small", 1.81},  // ResNet18 at 224 px, in thousand millions; grows with the pixels
        {"macs_large", 37.9}};
    return figures;
}

QString say(const Text& text, const std::string& key) {
    return QString::fromStdString(text(key, handoutFigures()));
}

QLabel* addCard(ScrollPage* page, const QString& heading, const QString& sentence) {
    QFrame* card = makeCard(page->body());
    if (!heading.isEmpty()) layoutOf(card)->addWidget(makeLabel(heading, Role::Heading, card));
    QLabel* label = makeLabel(sentence, Role::Body, card);
    layoutOf(card)->addWidget(label);
    page->first()->addWidget(card);
    return label;
}

void setDone(QLabel* pill, bool done, const Text& text) {
    setPill(pill, say(text, done ? "guide.done" : "guide.open"), done ? Tone::Good : Tone::Neutral);
}

QString captionOf(const QString& action) {
    const QMap<QString, QString> captions{
        {"probe", GuideStepView::tr("Examine this PC again")},
        {"script", GuideStepView::tr("See the equivalent PyTorch code")},
        {"images", GuideStepView::tr("Choose images")},
        {"models", GuideStepView::tr("Choose models")},
        {"measure_cpu", GuideStepView::tr("Measure on the CPU")},
        {"measure_gpu", GuideStepView::tr("Measure on the GPU")},
        {"measure_threads", GuideStepView::tr("Measure with 1, 2, … threads")},
        {"compare", GuideStepView::tr("Compare CPU and GPU")},
        {"chart", GuideStepView::tr("See the chart")},
        {"import_shared", GuideStepView::tr("Add another group's file…")},
        {"import_reference", GuideStepView::tr("Add a file of reference times…")},
        {"import_known", GuideStepView::tr("Reference files…")},
        {"import_typed", GuideStepView::tr("Type times…")},
        {"import_printed", GuideStepView::tr("Paste a program's output…")},
        {"weights_file", GuideStepView::tr("Weights from a file…")},
        {"weights_download", GuideStepView::tr("Download the official weights")},
        {"weights_pack", GuideStepView::tr("Teacher's pack…")},
    };
    return captions.value(action);
}

}  // namespace

GuideStepView::GuideStepView(const Text& text, int index, QWidget* parent)
    : ScrollPage(Columns::One, parent),
      m_text(text),
      m_index(index),
      m_info(kGuideSteps.at(static_cast<std::size_t>(index))) {
    const std::string id = std::string("guide.") + m_info.id;
    m_state = makePill({}, Tone::Neutral, body());
    auto* head = new QHBoxLayout;
    head->addWidget(
        makeLabel(QString("%1. %2").arg(index + 1).arg(t(id + "_name")), Role::Title, body()), 1);
    head->addWidget(m_state);
    top()->addLayout(head);
    if (index == 0) top()->addWidget(makeLabel(t("guide.intro"), Role::Muted, body()));

    addCard(this, t("guide.heading_means"), t(id + "_means"));
    addCard(this, t("guide.heading_duelo"), t(id + "_duelo"));
    m_found = addCard(this, t("guide.heading_found"), {});
    if (m_info.question) {
        addCard(this, t("guide.heading_question"), t(id + "_question"));
        first()->addWidget(makeLabel(t("guide.answer_yours"), Role::Muted, body()));
        auto* answer = makeLink(tr("Answer it in the report"), body());
        connect(answer, &QPushButton::clicked, this,
                [this] { Q_EMIT actionRequested(QStringLiteral("answer/") + m_info.question); });
        first()->addWidget(answer, 0, Qt::AlignLeft);
    }
    addButtons();
    first()->addStretch(1);
}

void GuideStepView::addButtons() {
    const auto add = [this](QBoxLayout* line, QPushButton* button, auto slot) {
        connect(button, &QPushButton::clicked, this, slot);
        line->addWidget(button);
        return button;
    };
    auto *line = new QHBoxLayout, *imports = new QHBoxLayout, *times = new QHBoxLayout;
    m_action = add(line, new QPushButton(captionOf(m_info.action), body()),
                   [this] { Q_EMIT actionRequested(m_info.action); });
    const std::string id = m_info.id;
    if (id == "gpu_time") {
        add(line, makeLink(tr("Option B"), body()),
            [this] { Q_EMIT sectionRequested("option_b"); });
        for (const auto& [row, import] :
             {std::pair{imports, "import_shared"}, std::pair{imports, "import_reference"},
              std::pair{times, "import_typed"}, std::pair{times, "import_printed"}})
            m_imports.append(add(row, new QPushButton(captionOf(import), body()),
                                 [this, name = import] { Q_EMIT actionRequested(name); }));
    }
    if (id == "model")
        for (const auto& [row, name] :  // three in a line are wider than the column
             {std::pair{imports, "weights_file"}, std::pair{imports, "weights_download"},
              std::pair{times, "weights_pack"}})
            m_weights.append(add(row, new QPushButton(captionOf(name), body()),
                                 [this, name = name] { Q_EMIT actionRequested(name); }));
    if (id == "libraries")
        add(line, makeLink(tr("Table of equivalents"), body()),
            [this] { Q_EMIT sectionRequested("equivalence"); });
    for (QHBoxLayout* each : {line, imports, times}) {
        each->addStretch(1);
        first()->addLayout(each);
    }

    auto* ways = new QHBoxLayout;
    if (m_index > 0)
        add(ways, makeLink(tr("Previous step"), body()), [this] { Q_EMIT stepRequested(m_index); });
    ways->addStretch(1);
    if (m_index + 1 < static_cast<int>(kGuideSteps.size()))
        add(ways, makeLink(tr("Next step"), body()), [this] { Q_EMIT stepRequested(m_index + 2); });
    else  // the session does not end with the last step: what it must cover, and the report
        add(ways, makeLink(t("guide.aspects_name"), body()),
            [this] { Q_EMIT sectionRequested("aspects"); });
    first()->addLayout(ways);
}

void GuideStepView::setStep(const GuideStep& step) {
    const char* fallback = step.possible ? "guide.not_done" : "guide.impossible";
    m_found->setText(step.line.isEmpty() ? t(fallback) : step.line);
    if (step.possible || step.done)
        setDone(m_state, step.done, m_text);
    else
        setPill(m_state, t("guide.impossible"), Tone::Warn);
    for (QPushButton* import : m_imports) import->setVisible(!step.possible);
    m_possible = step.possible;
    allowAction();
}

void GuideStepView::setUntrained(bool untrained) {
    for (QPushButton* each : m_weights) each->setVisible(untrained);
}

void GuideStepView::setMeasuring(bool measuring) {
    m_measuring = measuring;
    allowAction();
}

void GuideStepView::allowAction() {
    const bool busy = m_measuring && m_info.measures;
    m_action->setEnabled(m_possible && !busy);
    m_action->setToolTip(!m_possible ? m_found->text() : busy ? t("start.measuring") : QString());
}

GuideAspects::GuideAspects(const Text& text, QWidget* parent)
    : ScrollPage(Columns::One, parent), m_text(text) {
    top()->addWidget(makeLabel(say(text, "guide.aspects_name"), Role::Title, body()));
    top()->addWidget(makeLabel(say(text, "guide.aspects_intro"), Role::Muted, body()));

    QFrame* card = makeCard(body());
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    grid->setSpacing(fontMetrics().height() * 3 / 4);
    const auto add = [&](const char* key) {
        const int row = grid->rowCount();
        auto* pill = makePill({}, Tone::Neutral, card);
        grid->addWidget(pill, row, 0, Qt::AlignTop);
        grid->addWidget(makeLabel(say(text, key), Role::Body, card), row, 1);
        return pill;
    };
    m_measured = add("guide.aspect_measure");
    m_sizes = add("guide.aspect_sizes");
    m_reflected = add("guide.aspect_reflect");
    m_own = new QCheckBox(tr("My reflection is written"), card);
    connect(m_own, &QCheckBox::toggled, this, [this](bool done) {
        setDone(m_reflected, done, m_text);
        Q_EMIT reflectionToggled(done);
    });
    grid->addWidget(m_own, grid->rowCount(), 1);
    layoutOf(card)->addLayout(grid);
    first()->addWidget(card);
    first()->addWidget(makeLabel(say(text, "guide.reflect_points"), Role::Body, body()));
    first()->addWidget(makeLabel(say(text, "guide.answer_yours"), Role::Muted, body()));
    auto* write = new QPushButton(tr("Write the report"), body());
    write->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(write, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested("report"); });
    first()->addWidget(write);
    first()->addStretch(1);
}

void GuideAspects::setState(const GuideState& state) {
    setDone(m_measured, state.measured, m_text);
    setDone(m_sizes, state.sizes_compared, m_text);
    setDone(m_reflected, state.reflected, m_text);
    const QSignalBlocker silent(m_own);
    m_own->setChecked(state.reflected);
}

GuideEquivalence::GuideEquivalence(const Text& text, QWidget* parent)
    : ScrollPage(Columns::One, parent) {
    top()->addWidget(makeLabel(say(text, "guide.equivalence_name"), Role::Title, body()));
    top()->addWidget(makeLabel(say(text, "guide.equivalence_intro"), Role::Muted, body()));
    QFrame* card = makeCard(body());
    auto* grid = new QGridLayout;
    const int line = fontMetrics().height();
    grid->setHorizontalSpacing(line);
    grid->setVerticalSpacing(line / 4);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    const auto add = [&](const QString& sentence, Role role, int row, int column, int columns) {
        QLabel* label = makeLabel(sentence, role, card);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        grid->addWidget(label, row, column, 1, columns, Qt::AlignTop);
    };
    add(say(text, "guide.equivalence_script"), Role::Muted, 0, 0, 1);
    add(say(text, "guide.equivalence_duelo"), Role::Muted, 0, 1, 1);
    for (const std::string& key : text.keys("equivalence")) {
        const QStringList parts = textParts(text("equivalence." + key, handoutFigures()), 3);
        const int row = grid->rowCount();
        grid->setRowMinimumHeight(row, line / 2);  // what belongs together stands together
        add(parts[0], Role::Heading, row + 1, 0, 1);
        add(parts[1], Role::Heading, row + 1, 1, 1);
        add(parts[2], Role::Body, row + 2, 0, 2);
    }
    layoutOf(card)->addLayout(grid);
    first()->addWidget(card);
    first()->addStretch(1);
}

GuideFacts::GuideFacts(const Text& text, QWidget* parent)
    : ScrollPage(Columns::One, parent), m_text(text) {
    top()->addWidget(makeLabel(say(text, "guide.facts_name"), Role::Title, body()));
    top()->addWidget(makeLabel(say(text, "guide.facts_intro"), Role::Muted, body()));
    for (const char* id : {"sizes", "lighter_model", "smaller_image"}) {
        const std::string key = std::string("fact.") + id;
        QLayout* card =
            addCard(this, say(text, key), say(text, key + "_known"))->parentWidget()->layout();
        QLabel* measured = makeLabel({}, Role::Body, body());
        card->addWidget(measured);
        m_measured.insert(id, measured);
    }
    first()->addStretch(1);
}

void GuideFacts::setState(const GuideState& state) {
    for (auto it = m_measured.begin(); it != m_measured.end(); ++it) {
        const QString fact = state.facts.value(it.key());
        it.value()->setText(fact.isEmpty()
                                ? say(m_text, "fact.not_measured")
                                : QString::fromStdString(m_text(
                                      "fact.measured_here", {{"measured", fact.toStdString()}})));
    }
}

GuideOptionB::GuideOptionB(const Text& text, QWidget* parent)
    : ScrollPage(Columns::One, parent), m_text(text) {
    top()->addWidget(makeLabel(say(text, "guide.option_b_name"), Role::Title, body()));
    m_when = makeLabel({}, Role::Muted, body());
    top()->addWidget(m_when);
    m_declaration = addCard(this, say(text, "guide.option_b_declaration"), {});
    m_declarationCard = static_cast<QFrame*>(m_declaration->parentWidget());

    QLabel* tables =
        addCard(this, say(text, "guide.option_b_tables"), say(text, "guide.option_b_table_cpu"));
    auto* card = static_cast<QFrame*>(tables->parentWidget());
    for (const auto& [key, import] :
         {std::pair{"guide.option_b_table_shared", "import_shared"},
          std::pair{"guide.option_b_table_reference", "import_reference"},
          std::pair{"guide.option_b_known", "import_known"},
          std::pair{"guide.option_b_typed", "import_typed"},
          std::pair{"guide.option_b_printed", "import_printed"}}) {
        layoutOf(card)->addWidget(makeLabel(say(text, key), Role::Body, card));
        auto* button = new QPushButton(captionOf(import), card);
        button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        connect(button, &QPushButton::clicked, this,
                [this, name = import] { Q_EMIT actionRequested(name); });
        layoutOf(card)->addWidget(button);
    }

    for (const char* key :
         {"guide.option_b_analysis", "guide.option_b_proposals", "guide.option_b_home"})
        first()->addWidget(makeLabel(say(text, key), Role::Body, body()));
    first()->addStretch(1);
}

void GuideOptionB::setState(const GuideState& state) {
    m_when->setText(say(m_text, !state.has_gpu   ? "guide.option_b_unknown"
                                : *state.has_gpu ? "guide.option_b_gpu"
                                                 : "guide.option_b_no_gpu"));
    m_declaration->setText(state.declaration);
    m_declarationCard->setVisible(!state.declaration.isEmpty());
}

}  // namespace duelo::ui
