// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inference/inference_form.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <ranges>
#include <utility>

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "experiments/common_axes.h"
#include "experiments/inference/params.h"
#include "experiments/specs.h"
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

/// Whether two blocks have all but their models in common, and no model.
bool joins(Block a, Block b) {
    const std::vector<Json> models = std::exchange(a["model"], {});
    const std::vector<Json> others = std::exchange(b["model"], {});
    return a == b && std::ranges::none_of(others, [&](const Json& model) {
               return std::ranges::find(models, model) != models.end();
           });
}

}  // namespace

InferenceForm::InferenceForm(const Text& text, QWidget* parent)
    : QWidget(parent), m_text(text), m_column(new QVBoxLayout(this)) {
    // Until the engine has told what it knows.
    Plan plan = usualPlan(*findSpec("inference"), Facts{});
    plan.cases.resize(1);
    plan.cases.front()["model"].clear();
    plan.cases.front()["size_px"] = {224};
    build();
    setPlan(plan);
}

void InferenceForm::build() {
    using Choice = ChipGroup::Choice;
    m_column->setContentsMargins(14, 12, 14, 8);
    m_column->setSpacing(4);

    m_partChips = new ChipGroup(tr("Part of the plan"), Choice::One);
    m_addPart = new QPushButton(tr("Add a part"));
    m_removePart = new QPushButton(tr("Remove this part"));
    m_partsRow = new QWidget;
    auto* partsColumn = new QVBoxLayout(m_partsRow);
    partsColumn->setContentsMargins(0, 0, 0, 0);
    partsColumn->setSpacing(2);
    partsColumn->addWidget(m_partChips);
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
    connect(m_partChips, &ChipGroup::edited, this, [this] {
        m_part = m_partChips->values().value(0).toUInt();
        showPart();
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
    m_precisions->setOptions(optionsOf(m_text, *findSpec("inference")->find("precision")));
    m_modes = new ChipGroup(tr("Mode"), Choice::Several);
    m_modes->setOptions(optionsOf(m_text, *findSpec("inference")->find("mode")));
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

void InferenceForm::setProbe(const ProbeSheet& sheet) {
    m_models->setModels(sheet.models);
    m_devices->setProbe(sheet);
    setThreadOptions(*m_threads, sheet.machine.cpu.cores.value_or(1));
    m_knownInputs = {qs(std::string(kRandomInput))};
    for (const std::string& sample : sheet.samples) m_knownInputs << qs(sample);
    m_images->setInputs(m_knownInputs);
    showPart();
}

/// A file of weights belongs to one model, so in a plan that model has a block of its own; in the
/// form it stands beside the others.
std::vector<InferenceForm::Part> InferenceForm::partsOf(const std::vector<Block>& cases) {
    std::vector<Part> parts;
    for (const Block& block : cases) {
        Part part{block, {}};
        const auto models = textsIn(block, "model"), files = textsIn(block, "weights");
        if (models.size() == 1 && !files.empty()) {
            part.weights[models.front()] = files.front();
            part.block.erase("weights");
        }
        if (!parts.empty() && joins(parts.back().block, part.block) &&
            !(parts.back().weights.empty() && part.weights.empty())) {
            std::vector<Json>& known = parts.back().block["model"];
            for (const std::string& model : models) known.emplace_back(model);
            parts.back().weights.merge(part.weights);
        } else {
            parts.push_back(std::move(part));
        }
    }
    return parts;
}

std::vector<Block> InferenceForm::casesOf(const std::vector<Part>& parts) {
    std::vector<Block> cases;
    for (const Part& part : parts) {
        std::vector<std::string> without;
        std::vector<Block> own;
        for (const std::string& model : textsIn(part.block, "model")) {
            const auto file = part.weights.find(model);
            if (file == part.weights.end()) {
                without.push_back(model);
                continue;
            }
            own.push_back(part.block);
            own.back()["model"] = {model};
            own.back()["weights"] = {file->second};
        }
        if (!without.empty() || own.empty()) {
            cases.push_back(part.block);
            cases.back()["model"] = valuesFrom(without);
        }
        std::ranges::move(own, std::back_inserter(cases));
    }
    return cases;
}

void InferenceForm::setPlan(const Plan& plan) {
    m_plan = completed(plan, *findSpec("inference"));
    m_parts = partsOf(m_plan.cases);
    m_part = 0;
    showPart();
}

void InferenceForm::showPart() {
    showParts();
    const auto& [block, weights] = m_parts[m_part];
    m_models->setChosen(strings(textsIn(block, "model")));
    m_models->setWeights(weights);
    m_images->setChosen(strings(textsIn(block, "input")));
    m_sizes->setValues(numbers(integersIn(block, "size_px")));
    m_batches->setValues(numbers(integersIn(block, "batch")));
    const Block& variants = m_plan.variants.front();
    m_devices->setChosen(wordsIn<Device>(variants, "device"));
    m_threads->setValues(numbers(integersIn(variants, "threads")));
    m_precisions->setValues(wordsFrom(wordsIn<Precision>(variants, "precision")));
    m_modes->setValues(wordsFrom(wordsIn<Mode>(variants, "mode")));
    m_preset->setValues({qs(std::string(word(m_plan.preset)))});
    const InferenceCase settings = inferenceCase(settingsIn(block));
    m_preprocess->setCurrentIndex(static_cast<int>(settings.preprocess));
    m_fit->setCurrentIndex(static_cast<int>(settings.fit));
    const QSignalBlocker quiet(m_seed);
    m_seed->setValue(shownSeed(settings.seed));
}

void InferenceForm::showParts() {
    m_part = std::min(m_part, m_parts.size() - 1);
    QVector<ChipGroup::Option> options;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Block& block = m_parts[i].block;
        const bool random = valuesIn(block, "input") == std::vector<Json>{kRandomInput};
        options.push_back({QString::number(i),
                           (random ? tr("%1: tensor") : tr("%1: photos")).arg(i + 1),
                           strings(textsIn(block, "model")).join(", "), true});
    }
    m_partChips->setOptions(options);
    m_partChips->setValues({QString::number(m_part)});
    m_partChips->setVisible(m_parts.size() > 1);
    m_removePart->setVisible(m_parts.size() > 1);
}

void InferenceForm::readForm() {
    Part& part = m_parts[m_part];
    readModels(part);
    part.block["input"] = valuesFrom(strings(m_images->chosen()));
    part.block["size_px"] = valuesFrom(integers(m_sizes->values()));
    part.block["batch"] = valuesFrom(integers(m_batches->values()));
    readSettings(part.block);
    Block& variants = m_plan.variants.front();
    variants["device"] = valuesFrom(m_devices->chosen());
    variants["threads"] = valuesFrom(integers(m_threads->values()));
    variants["precision"] = valuesFrom(parsed<Precision>(m_precisions->values()));
    variants["mode"] = valuesFrom(parsed<Mode>(m_modes->values()));
    m_plan.preset = parsed<Preset>(m_preset->values()).front();
    showParts();
    takeParts();
}

/// A model that is chosen anew takes the file of weights that it has in another part.
void InferenceForm::readModels(Part& part) {
    const std::vector<std::string> before = textsIn(part.block, "model");
    const std::vector<std::string> chosen = strings(m_models->chosen());
    const auto has = [](const std::vector<std::string>& list, const std::string& model) {
        return std::ranges::find(list, model) != list.end();
    };
    auto weights = part.weights;
    std::erase_if(weights, [&](const auto& entry) { return !has(chosen, entry.first); });
    for (const Part& other : m_parts)
        for (const auto& entry : other.weights)
            if (has(chosen, entry.first) && !has(before, entry.first)) weights.insert(entry);
    part.block["model"] = valuesFrom(chosen);
    if (weights == part.weights) return;
    part.weights = std::move(weights);
    m_models->setWeights(part.weights);
}

void InferenceForm::readSettings(const Block& shown) {
    const auto set = [&](const char* axis, const Json& value) {
        setEverywhere(m_parts | std::views::transform(&Part::block), shown, axis, value);
    };
    set("preprocess", word(static_cast<Preprocess>(m_preprocess->currentIndex())));
    set("fit", word(static_cast<Fit>(m_fit->currentIndex())));
    if (m_seed->value() != shownSeed(inferenceCase(settingsIn(shown)).seed))
        set("seed", m_seed->value());
}

void InferenceForm::takeParts() {
    m_plan.cases = casesOf(m_parts);
    Q_EMIT planEdited();
}

void InferenceForm::addPart() {
    m_parts.push_back(m_parts[m_part]);
    m_part = m_parts.size() - 1;
    showPart();
    takeParts();
}

void InferenceForm::removePart() {
    if (m_parts.size() < 2) return;
    m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(m_part));
    m_part = 0;
    showPart();
    takeParts();
}

void InferenceForm::addImages(const QStringList& paths) {
    m_images->addInputs(paths);
    m_images->setChosen(m_images->chosen() + paths);
    readForm();
}

void InferenceForm::setWeightsFile(const QString& model, const QString& path) {
    const std::string name = model.toStdString();
    for (Part& part : m_parts) {
        const auto models = textsIn(part.block, "model");
        if (path.isEmpty())
            part.weights.erase(name);
        else if (&part == &m_parts[m_part] || std::ranges::find(models, name) != models.end())
            part.weights[name] = path.toStdString();
    }
    if (!path.isEmpty() && !m_models->chosen().contains(model))
        m_models->setChosen(m_models->chosen() << model);
    m_models->setWeights(m_parts[m_part].weights);
    readForm();
}

void InferenceForm::setImpossible(const QStringList& sentences) {
    m_impossible->setText(sentences.join('\n'));
    m_impossible->setVisible(!sentences.isEmpty());
}

}  // namespace duelo::ui
