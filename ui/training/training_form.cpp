// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_form.h"

#include <set>
#include <utility>

#include <QCheckBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include "experiments/specs.h"
#include "experiments/training/params.h"
#include "networks/hidden_units.h"
#include "report/comparison.h"
#include "ui/frame/chip_group.h"
#include "ui/frame/device_list.h"
#include "ui/frame/form_values.h"

namespace duelo::ui {

namespace {

constexpr double kLeastRate = 1e-12, kMostRate = 1e3;

/// The perceptrons are one network in the form, whatever their hidden units.
bool isPerceptron(const QString& network) {
    return network == qs(std::string(kMlp));
}

/// The data that a network was made for.
QString usualData(const QString& network) {
    return isPerceptron(network) ? QStringLiteral("digits") : QStringLiteral("textures");
}

/// The form shows one network, so each has a block of its own; the cells are the same.
std::vector<Block> blocksPerNetwork(const std::vector<Block>& cases) {
    std::vector<Block> out;
    for (const Block& block : cases) {
        const std::vector<Json>& models = valuesIn(block, "model");
        if (models.empty()) out.push_back(block);
        for (const Json& model : models) {
            out.push_back(block);
            out.back()["model"] = {model};
        }
    }
    return out;
}

void say(QLabel& label, const QString& text) {
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

}  // namespace

TrainingForm::TrainingForm(const Text& text, QWidget* parent)
    : QWidget(parent), m_text(text), m_column(new QVBoxLayout(this)) {
    // Until the engine has told what it knows.
    m_plan = usualPlan(*findSpec("training"), Facts{});
    m_plan.cases.front()["model"].clear();
    build();
    showPlan();
}

void TrainingForm::setProbe(const ProbeSheet& sheet) {
    m_devices->setProbe(sheet);
    setThreadOptions(*m_threads, sheet.machine.cpu.cores.value_or(1));
    const bool gpu = sheet.gpu.available.value_or(false);
    m_modes->setEnabled(
        "graph", gpu,
        gpu ? qs(m_text.has("mode_help.graph") ? m_text("mode_help.graph") : std::string())
            : tr("Needs an NVIDIA GPU"));
    QVector<ChipGroup::Option> networks;
    std::set<std::string> families;
    for (const ModelSheet& model : sheet.training.models) {
        const std::string& name = model.name;
        const auto hidden = hiddenUnits(name);
        const std::string family = hidden ? std::string(kMlp) : name;
        if (!families.insert(family).second) continue;
        networks.push_back(
            {qs(family), qs(model.title.empty() ? name : model.title),
             tr("%1 million parameters, images of %2 px")
                 .arg(qs(formatFixed(static_cast<double>(model.parameters.value_or(0)) / 1e6, 2,
                                     m_text.numbers())))
                 .arg(model.size_px.value_or(0)),
             true});
    }
    m_network->setOptions(networks);
    m_dataSets.clear();
    for (const DataSheet& set : sheet.training.data) m_dataSets << qs(set.name);
    const auto plan = planFromJson(sheet.training.plan);
    if (plan && !plan->cases.empty() && !plan->variants.empty() &&
        valuesIn(m_plan.cases.front(), "model").empty())
        setPlan(*plan);
    else
        showPlan();
}

void TrainingForm::setPlan(const Plan& plan) {
    const Spec& spec = *findSpec("training");
    m_plan = completed(plan, spec);
    m_plan.experiment = spec.id;
    m_plan.cases = blocksPerNetwork(m_plan.cases);
    showPlan();
    m_dataChosen = m_data->values() != QStringList{usualData(network())};
}

QString TrainingForm::rateText(double rate) const {
    QString text = qs(formatExact(rate));
    return text.replace('.', QChar(m_text.numbers().decimal));
}

void TrainingForm::showPlan() {
    const Block& block = m_plan.cases.front();
    const std::vector<int> hidden = integersIn(block, "hidden");
    if (const auto models = textsIn(block, "model"); !models.empty())
        m_network->setValues(strings(models));
    m_hidden->setValues(numbers(hidden.empty() ? std::vector{kUsualHidden} : hidden));
    m_hidden->setVisible(isPerceptron(network()));
    m_hiddenTitle->setVisible(isPerceptron(network()));
    showUnseen();
    showData();
    m_batches->setValues(numbers(integersIn(block, "batch")));
    const Block& variants = m_plan.variants.front();
    m_devices->setChosen(wordsIn<Device>(variants, "device"));
    m_threads->setValues(numbers(integersIn(variants, "threads")));
    m_modes->setValues(wordsFrom(wordsIn<Mode>(variants, "mode")));
    const TrainingCase settings = trainingCase(settingsIn(block));
    m_optimizer->setValues({qs(std::string(word(settings.optimizer)))});
    m_rate->setText(rateText(settings.learning_rate));
    m_invalid.clear();
    say(*m_rateProblem, {});
    const std::pair<QSpinBox*, int> boxes[] = {
        {m_epochs, settings.epochs},
        {m_patience, settings.patience},
        {m_maxTime, static_cast<int>(settings.max_time_s.value_or(0))},
        {m_seed, shownSeed(settings.seed)}};
    for (const auto& [box, value] : boxes) {
        const QSignalBlocker quiet(box);
        box->setValue(value);
    }
    const QSignalBlocker quietUntil(m_until), quietMomentum(m_momentum);
    m_until->setValue(100 * settings.until_accuracy.value_or(0));
    m_momentum->setValue(settings.momentum);
    m_augment->setChecked(settings.augment);
    m_decode->setChecked(settings.decode_every_epoch);
    m_deterministic->setChecked(settings.deterministic);
    m_save->setChecked(m_plan.run.flag("save_weights"));
    m_momentum->setEnabled(settings.optimizer == Optimizer::Sgd);
}

/// A plan from a file may hold what the form has no field for; it is run as well.
void TrainingForm::showUnseen() {
    const auto parts = static_cast<int>(m_plan.cases.size()) - 1;
    const auto sets = static_cast<int>(valuesIn(m_plan.cases.front(), "data").size()) - 1;
    QStringList lines;
    if (parts > 0)
        lines << tr(
            "The form shows the first part of the plan. %n more part(s) are kept and "
            "trained as they are.",
            nullptr, parts);
    if (sets > 0)
        lines << tr("The plan trains on %n more data set(s), until other data are chosen here.",
                    nullptr, sets);
    say(*m_parts, lines.join(' '));
}

void TrainingForm::showData() {
    const QString chosen = strings(textsIn(m_plan.cases.front(), "data")).value(0);
    if (!chosen.isEmpty() && !m_folders.contains(chosen)) m_folders << chosen;
    // Which names are sets of the engine's is known only once it has told.
    m_folders.removeIf([this](const QString& name) { return m_dataSets.contains(name); });
    QVector<ChipGroup::Option> options;
    for (const QString& name : m_dataSets) {
        const std::string help = "learning.data_help_" + name.toStdString();
        options.push_back({name, qs(m_text.word("training_data", name.toStdString())),
                           m_text.has(help) ? qs(m_text(help)) : QString(), true});
    }
    for (const QString& folder : m_folders) {
        const QString name = qs(visibleText(baseName(folder.toStdString())));
        options.push_back(
            {folder,
             fontMetrics().elidedText(name, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 28),
             QDir::toNativeSeparators(folder), true});
    }
    m_data->setOptions(options);
    m_data->setValues({chosen});
}

QString TrainingForm::network() const {
    return m_network->values().value(0);
}

/// Each network starts with the data it is known for; after a choice of the user's they stay.
void TrainingForm::networkChosen() {
    const bool perceptron = isPerceptron(network());
    m_hidden->setVisible(perceptron);
    m_hiddenTitle->setVisible(perceptron);
    if (!m_dataChosen && m_dataSets.contains(usualData(network())))
        m_data->setValues({usualData(network())});
    readForm();
}

void TrainingForm::readCases() {
    Block& block = m_plan.cases.front();
    if (!network().isEmpty()) block["model"] = {network().toStdString()};
    if (isPerceptron(network())) block["hidden"] = valuesFrom(integers(m_hidden->values()));
    const auto chosen = strings(m_data->values());
    const auto known = textsIn(block, "data");
    const bool same = !chosen.empty() && !known.empty() && chosen.front() == known.front();
    if (!same) block["data"] = valuesFrom(chosen);
    block["batch"] = valuesFrom(integers(m_batches->values()));
}

/// Of all parts: networks that are trained in different ways could not be compared (S4-30).
void TrainingForm::set(const char* axis, const Json& value) {
    setEverywhere(m_plan.cases, m_plan.cases.front(), axis, value);
}

/// A rate is typed, because it spans fifteen powers of ten; what cannot be one is said in words.
void TrainingForm::readRate() {
    bool number = false;
    const double rate = m_rate->text().trimmed().replace(',', '.').toDouble(&number);
    if (number && rate >= kLeastRate && rate <= kMostRate) {
        set("learning_rate", rate);
        m_invalid.clear();
    } else {
        m_invalid =
            tr("The learning rate must be a number above 0 and up to 1000, for example "
               "0.001 or 1e-3.");
    }
    say(*m_rateProblem, m_invalid);
}

void TrainingForm::readCourse() {
    const auto numberOrNone = [](double value) { return value > 0 ? Json(value) : Json(); };
    const Optimizer optimizer = parsed<Optimizer>(m_optimizer->values()).front();
    m_momentum->setEnabled(optimizer == Optimizer::Sgd);
    set("epochs", m_epochs->value());
    set("patience", m_patience->value());
    set("optimizer", word(optimizer));
    set("momentum", optimizer == Optimizer::Sgd ? m_momentum->value() : 0);
    set("until_accuracy", numberOrNone(m_until->value() / 100));
    set("max_time_s", numberOrNone(m_maxTime->value()));
    set("augment", m_augment->isChecked());
    set("decode_every_epoch", m_decode->isChecked());
    set("deterministic", m_deterministic->isChecked());
    if (m_seed->value() != shownSeed(trainingCase(settingsIn(m_plan.cases.front())).seed))
        set("seed", m_seed->value());
    if (m_save->isChecked() != m_plan.run.flag("save_weights"))
        m_plan.run.set("save_weights", m_save->isChecked());
}

void TrainingForm::readForm() {
    readCases();
    readCourse();
    readRate();
    Block& variants = m_plan.variants.front();
    variants["device"] = valuesFrom(m_devices->chosen());
    variants["threads"] = valuesFrom(integers(m_threads->values()));
    variants["mode"] = valuesFrom(parsed<Mode>(m_modes->values()));
    showUnseen();
    Q_EMIT planEdited();
}

void TrainingForm::setDataFolder(const QString& path) {
    m_dataChosen = true;
    m_plan.cases.front()["data"] = {path.toStdString()};
    showData();
    readForm();
}

void TrainingForm::setLearningRate(double rate) {
    m_rate->setText(rateText(rate));
    readForm();
}

void TrainingForm::setImpossible(const QStringList& sentences) {
    say(*m_impossible, sentences.join('\n'));
}

}  // namespace duelo::ui
