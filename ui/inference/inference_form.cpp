// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inference/inference_form.h"

#include <algorithm>
#include <limits>

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/frame/chip_group.h"
#include "ui/frame/form_values.h"
#include "ui/inference/image_strip.h"
#include "ui/inference/model_list.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

template <typename E>
void fill(QComboBox& box, const Text& text, const char* group) {
    for (const std::string_view code : wordsOf<E>)
        box.addItem(qs(text.word(group, std::string(code))), qs(std::string(code)));
}

}  // namespace

InferenceForm::InferenceForm(const Text& text, QWidget* parent)
    : QWidget(parent), m_text(text), m_column(new QVBoxLayout(this)) {
    m_plan.sweeps = {Sweep{{}, {std::string(kRandomInput)}, {224}, {1}}};
    build();
    setPlan(m_plan);
}

void InferenceForm::build() {
    using Choice = ChipGroup::Choice;
    m_column->setContentsMargins(14, 12, 14, 8);
    m_column->setSpacing(4);

    m_parts = new ChipGroup(tr("Part of the plan"), Choice::One);
    m_addPart = new QPushButton(tr("Add a part"));
    m_removePart = new QPushButton(tr("Remove this part"));
    m_partsRow = new QWidget;
    auto* partsColumn = new QVBoxLayout(m_partsRow);
    partsColumn->setContentsMargins(0, 0, 0, 0);
    partsColumn->setSpacing(2);
    partsColumn->addWidget(m_parts);
    auto* links = new QHBoxLayout;
    for (QPushButton* link : {m_addPart, m_removePart}) {
        link->setProperty("role", "link");
        links->addWidget(link);
    }
    links->addStretch();
    partsColumn->addLayout(links);
    addSection(tr("Parts of the plan"), m_partsRow);

    m_models = new ModelList(m_text);
    addSection(tr("Models"), m_models);
    m_images = new ImageStrip;
    addSection(tr("Images"), m_images);
    m_sizes = new ChipGroup(tr("Size (px)"), Choice::Several);
    setNumberOptions(*m_sizes, {128, 224, 256, 512, 1024});
    m_sizes->setTyped(kMinSizePx, kMaxSizePx, "px");
    addSection(tr("Size (px)"), m_sizes);
    m_batches = new ChipGroup(tr("Batch"), Choice::Several);
    setNumberOptions(*m_batches, {1, 8, 32});
    m_batches->setTyped(1, kMaxBatch, {});
    addSection(tr("Batch"), m_batches);
    m_devices = new DeviceList(m_text);
    addSection(tr("Devices"), m_devices);
    m_preset = new ChipGroup(tr("Measurement mode"), Choice::One);
    m_preset->setOptions(optionsOf<Preset>(m_text, "preset"));
    addSection(tr("Measurement mode"), m_preset);

    addFolded(*m_column, tr("Advanced"), advanced());
    m_column->addStretch();
    m_impossible = new QLabel;
    m_impossible->setObjectName("impossible");
    m_impossible->setWordWrap(true);
    m_impossible->setProperty("role", "warning");
    m_impossible->hide();
    m_column->addWidget(m_impossible);

    for (ChipGroup* group : {m_sizes, m_batches, m_threads, m_precisions, m_modes, m_preset})
        connect(group, &ChipGroup::edited, this, &InferenceForm::readForm);
    connect(m_models, &ModelList::edited, this, &InferenceForm::readForm);
    connect(m_images, &ImageStrip::edited, this, &InferenceForm::readForm);
    connect(m_devices, &DeviceList::edited, this, &InferenceForm::readForm);
    connect(m_parts, &ChipGroup::edited, this, [this] {
        m_part = m_parts->values().value(0).toUInt();
        showSweep();
    });
    connect(m_addPart, &QPushButton::clicked, this, &InferenceForm::addPart);
    connect(m_removePart, &QPushButton::clicked, this, &InferenceForm::removePart);
}

QWidget* InferenceForm::advanced() {
    using Choice = ChipGroup::Choice;
    auto* body = new QWidget;
    auto* form = new QFormLayout(body);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->setVerticalSpacing(4);
    m_threads = new ChipGroup(tr("CPU threads"), Choice::Several);
    m_precisions = new ChipGroup(tr("Number format"), Choice::Several);
    m_precisions->setOptions(optionsOf<Precision>(m_text, "precision"));
    m_modes = new ChipGroup(tr("Mode"), Choice::Several);
    m_modes->setOptions(optionsOf<Mode>(m_text, "mode"));
    m_preprocess = new QComboBox;
    fill<Preprocess>(*m_preprocess, m_text, "preprocess");
    m_fit = new QComboBox;
    fill<Fit>(*m_fit, m_text, "fit");
    m_seed = new QSpinBox;
    m_seed->setRange(0, std::numeric_limits<int>::max());
    form->addRow(tr("CPU threads"), m_threads);
    form->addRow(tr("Number format"), m_precisions);
    form->addRow(tr("Mode"), m_modes);
    form->addRow(tr("Preprocessing of photographs"), m_preprocess);
    form->addRow(tr("Fit of photographs"), m_fit);
    form->addRow(tr("Seed of the random numbers"), m_seed);
    setThreadOptions(*m_threads, 0);
    for (QComboBox* box : {m_preprocess, m_fit})
        connect(box, &QComboBox::activated, this, &InferenceForm::readForm);
    connect(m_seed, &QSpinBox::valueChanged, this, &InferenceForm::readForm);
    return body;
}

void InferenceForm::addSection(const QString& title, QWidget* body) {
    auto* label = new QLabel(title);
    label->setProperty("role", "section");
    label->setBuddy(body);
    m_column->addWidget(label);
    m_column->addWidget(body);
    m_column->addSpacing(5);
}

void InferenceForm::setProbe(const Json& sheet) {
    m_models->setModels(sheet.value("models", Json::array()));
    m_devices->setProbe(sheet);
    setThreadOptions(*m_threads, sheet.value("/machine/cpu/cores"_json_pointer, 1));
    m_knownInputs = {qs(std::string(kRandomInput))};
    for (const Json& sample : sheet.value("samples", Json::array()))
        m_knownInputs << qs(sample.get<std::string>());
    m_images->setInputs(m_knownInputs);
    showSweep();
}

void InferenceForm::setPlan(const Plan& plan) {
    m_plan = plan;
    m_part = 0;
    showSweep();
}

void InferenceForm::showSweep() {
    showParts();
    const Sweep& sweep = m_plan.sweeps[m_part];
    m_models->setChosen(strings(sweep.models));
    m_models->setWeights(m_plan.weights);
    m_images->setChosen(strings(sweep.inputs));
    m_sizes->setValues(numbers(sweep.sizes_px));
    m_batches->setValues(numbers(sweep.batches));
    m_devices->setChosen(m_plan.devices);
    m_threads->setValues(numbers(m_plan.threads));
    m_precisions->setValues(wordsFrom(m_plan.precisions));
    m_modes->setValues(wordsFrom(m_plan.modes));
    m_preset->setValues({qs(std::string(word(m_plan.preset)))});
    m_preprocess->setCurrentIndex(static_cast<int>(m_plan.preprocess));
    m_fit->setCurrentIndex(static_cast<int>(m_plan.fit));
    const QSignalBlocker quiet(m_seed);
    m_seed->setValue(
        static_cast<int>(std::min<std::uint64_t>(m_plan.seed, std::numeric_limits<int>::max())));
}

void InferenceForm::showParts() {
    m_part = std::min(m_part, m_plan.sweeps.size() - 1);
    QVector<ChipGroup::Option> options;
    for (std::size_t i = 0; i < m_plan.sweeps.size(); ++i) {
        const Sweep& sweep = m_plan.sweeps[i];
        const bool random = sweep.inputs.size() == 1 && sweep.inputs[0] == kRandomInput;
        options.push_back({QString::number(i),
                           (random ? tr("%1: tensor") : tr("%1: photos")).arg(i + 1),
                           strings(sweep.models).join(", "), true});
    }
    m_parts->setOptions(options);
    m_parts->setValues({QString::number(m_part)});
    m_parts->setVisible(m_plan.sweeps.size() > 1);
    m_removePart->setVisible(m_plan.sweeps.size() > 1);
}

void InferenceForm::readForm() {
    Sweep& sweep = m_plan.sweeps[m_part];
    sweep.models = strings(m_models->chosen());
    sweep.inputs = strings(m_images->chosen());
    sweep.sizes_px = integers(m_sizes->values());
    sweep.batches = integers(m_batches->values());
    m_plan.devices = m_devices->chosen();
    m_plan.threads = integers(m_threads->values());
    m_plan.precisions = parsed<Precision>(m_precisions->values());
    m_plan.modes = parsed<Mode>(m_modes->values());
    m_plan.preset = parsed<Preset>(m_preset->values()).front();
    m_plan.preprocess = static_cast<Preprocess>(m_preprocess->currentIndex());
    m_plan.fit = static_cast<Fit>(m_fit->currentIndex());
    // A seed beyond the field's range came from a file; only an edit of the field replaces it.
    if (m_plan.seed <= std::numeric_limits<int>::max() || m_seed->hasFocus())
        m_plan.seed = static_cast<std::uint64_t>(m_seed->value());
    std::erase_if(m_plan.weights, [this](const auto& entry) {
        return std::none_of(m_plan.sweeps.begin(), m_plan.sweeps.end(), [&](const Sweep& part) {
            return std::find(part.models.begin(), part.models.end(), entry.first) !=
                   part.models.end();
        });
    });
    showParts();
    Q_EMIT planEdited();
}

void InferenceForm::addPart() {
    m_plan.sweeps.push_back(m_plan.sweeps[m_part]);
    m_part = m_plan.sweeps.size() - 1;
    showSweep();
    Q_EMIT planEdited();
}

void InferenceForm::removePart() {
    if (m_plan.sweeps.size() < 2) return;
    m_plan.sweeps.erase(m_plan.sweeps.begin() + static_cast<std::ptrdiff_t>(m_part));
    m_part = 0;
    showSweep();
    Q_EMIT planEdited();
}

void InferenceForm::addImages(const QStringList& paths) {
    m_images->addInputs(paths);
    m_images->setChosen(m_images->chosen() + paths);
    readForm();
}

void InferenceForm::setWeightsFile(const QString& model, const QString& path) {
    if (path.isEmpty())
        m_plan.weights.erase(model.toStdString());
    else
        m_plan.weights[model.toStdString()] = path.toStdString();
    if (!path.isEmpty() && !m_models->chosen().contains(model))
        m_models->setChosen(m_models->chosen() << model);
    m_models->setWeights(m_plan.weights);
    readForm();
}

void InferenceForm::setImpossible(const QStringList& sentences) {
    m_impossible->setText(sentences.join('\n'));
    m_impossible->setVisible(!sentences.isEmpty());
}

}  // namespace duelo::ui
