// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_form.h"

#include <algorithm>
#include <limits>

#include <QCheckBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

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
    return network == qs(mlpName(kUsualHidden));
}

/// The data that a network was made for.
QString usualData(const QString& network) {
    return isPerceptron(network) ? QStringLiteral("digits") : QStringLiteral("textures");
}

void say(QLabel& label, const QString& text) {
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

}  // namespace

TrainingForm::TrainingForm(const Text& text, QWidget* parent)
    : QWidget(parent), m_text(text), m_column(new QVBoxLayout(this)) {
    m_plan.experiment = Experiment::Training;
    m_plan.sweeps = {Sweep{{}, {"textures"}, {}, {32}}};
    build();
    showPlan();
}

void TrainingForm::setProbe(const Json& sheet) {
    m_devices->setProbe(sheet);
    setThreadOptions(*m_threads, sheet.value("/machine/cpu/cores"_json_pointer, 1));
    const bool gpu = sheet.value("/gpu/available"_json_pointer, false);
    m_modes->setEnabled(
        "graph", gpu,
        gpu ? qs(m_text.has("mode_help.graph") ? m_text("mode_help.graph") : std::string())
            : tr("Needs an NVIDIA GPU"));
    QVector<ChipGroup::Option> networks;
    const Json training = sheet.value("training", Json::object());
    for (const Json& model : training.value("models", Json::array())) {
        const std::string name = model.value("name", "");
        const auto hidden = hiddenUnits(name);
        const std::string family = hidden ? mlpName(kUsualHidden) : name;
        if (m_sizes_px.contains(family) && hidden && name != family) continue;
        m_sizes_px[family] = model.value("size_px", 0);
        networks.push_back(
            {qs(family), qs(model.value("title", name)),
             tr("%1 million parameters, images of %2 px")
                 .arg(qs(formatFixed(model.value("parameters", 0.0) / 1e6, 2, m_text.numbers())))
                 .arg(m_sizes_px[family]),
             true});
    }
    m_network->setOptions(networks);
    m_dataSets.clear();
    for (const Json& set : training.value("data", Json::array()))
        m_dataSets << qs(set.value("name", ""));
    if (m_plan.sweeps.front().models.empty())
        if (auto plan = planFromJson(training.value("plan", Json::object()));
            plan && !plan->sweeps.empty())
            m_plan = *std::move(plan);
    showPlan();
}

void TrainingForm::setPlan(const Plan& plan) {
    m_plan = plan;
    m_plan.experiment = Experiment::Training;
    showPlan();
    m_dataChosen = m_data->values() != QStringList{usualData(network())};
}

QString TrainingForm::rateText(double rate) const {
    QString text = qs(formatExact(rate));
    return text.replace('.', QChar(m_text.numbers().decimal));
}

void TrainingForm::showPlan() {
    const Sweep& sweep = m_plan.sweeps.front();
    QStringList hidden;
    for (const std::string& model : sweep.models)
        if (const auto units = hiddenUnits(model)) hidden << QString::number(*units);
    const bool perceptron = !hidden.isEmpty();
    if (!sweep.models.empty())
        m_network->setValues({qs(perceptron ? mlpName(kUsualHidden) : sweep.models.front())});
    m_hidden->setValues(perceptron ? hidden : QStringList{QString::number(kUsualHidden)});
    m_hidden->setVisible(perceptron);
    m_hiddenTitle->setVisible(perceptron);
    showUnseen();
    showData();
    m_batches->setValues(numbers(sweep.batches));
    m_devices->setChosen(m_plan.devices);
    m_threads->setValues(numbers(m_plan.threads));
    m_modes->setValues(wordsFrom(m_plan.modes));
    const TrainingPlan& training = m_plan.training;
    m_optimizer->setValues({qs(std::string(word(training.optimizer)))});
    m_rate->setText(rateText(training.learning_rate));
    m_invalid.clear();
    say(*m_rateProblem, {});
    const std::pair<QSpinBox*, int> boxes[] = {
        {m_epochs, training.epochs},
        {m_patience, training.patience},
        {m_maxTime, static_cast<int>(training.max_time_s.value_or(0))},
        {m_seed,
         static_cast<int>(std::min<std::uint64_t>(m_plan.seed, std::numeric_limits<int>::max()))}};
    for (const auto& [box, value] : boxes) {
        const QSignalBlocker quiet(box);
        box->setValue(value);
    }
    const QSignalBlocker quietUntil(m_until), quietMomentum(m_momentum);
    m_until->setValue(100 * training.until_accuracy.value_or(0));
    m_momentum->setValue(training.momentum);
    m_augment->setChecked(training.augment);
    m_decode->setChecked(training.decode_every_epoch);
    m_deterministic->setChecked(training.deterministic);
    m_save->setChecked(training.save_weights);
    m_momentum->setEnabled(training.optimizer == Optimizer::Sgd);
}

/// A plan from a file may hold what the form has no field for; it is run as well.
void TrainingForm::showUnseen() {
    const auto parts = static_cast<int>(m_plan.sweeps.size()) - 1;
    const auto sets = static_cast<int>(m_plan.sweeps.front().inputs.size()) - 1;
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
    const QString chosen =
        m_plan.sweeps.front().inputs.empty() ? QString() : qs(m_plan.sweeps.front().inputs.front());
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

void TrainingForm::readSweep() {
    Sweep& sweep = m_plan.sweeps.front();
    if (isPerceptron(network())) {
        sweep.models.clear();
        for (const int hidden : integers(m_hidden->values()))
            sweep.models.push_back(mlpName(hidden));
    } else if (!network().isEmpty()) {
        sweep.models = {network().toStdString()};
    }
    if (const auto size = m_sizes_px.find(network().toStdString()); size != m_sizes_px.end())
        sweep.sizes_px = {size->second};
    const auto chosen = strings(m_data->values());
    const bool same =
        !chosen.empty() && !sweep.inputs.empty() && chosen.front() == sweep.inputs.front();
    if (!same) sweep.inputs = chosen;
    sweep.batches = integers(m_batches->values());
}

/// A rate is typed, because it spans fifteen powers of ten; what cannot be one is said in words.
void TrainingForm::readRate() {
    bool number = false;
    const double rate = m_rate->text().trimmed().replace(',', '.').toDouble(&number);
    if (number && rate >= kLeastRate && rate <= kMostRate) {
        m_plan.training.learning_rate = rate;
        m_invalid.clear();
    } else {
        m_invalid =
            tr("The learning rate must be a number above 0 and up to 1000, for example "
               "0.001 or 1e-3.");
    }
    say(*m_rateProblem, m_invalid);
}

void TrainingForm::readForm() {
    readSweep();
    readRate();
    m_plan.devices = m_devices->chosen();
    m_plan.threads = integers(m_threads->values());
    m_plan.modes = parsed<Mode>(m_modes->values());
    // A seed beyond the field's range came from a file; only an edit of the field replaces it.
    if (m_plan.seed <= std::numeric_limits<int>::max() || m_seed->hasFocus())
        m_plan.seed = static_cast<std::uint64_t>(m_seed->value());
    TrainingPlan& training = m_plan.training;
    training.epochs = m_epochs->value();
    training.patience = m_patience->value();
    training.optimizer = parsed<Optimizer>(m_optimizer->values()).front();
    training.momentum = training.optimizer == Optimizer::Sgd ? m_momentum->value() : 0;
    training.until_accuracy.reset();
    if (m_until->value() > 0) training.until_accuracy = m_until->value() / 100;
    training.max_time_s.reset();
    if (m_maxTime->value() > 0) training.max_time_s = m_maxTime->value();
    training.augment = m_augment->isChecked();
    training.decode_every_epoch = m_decode->isChecked();
    training.deterministic = m_deterministic->isChecked();
    training.save_weights = m_save->isChecked();
    m_momentum->setEnabled(training.optimizer == Optimizer::Sgd);
    showUnseen();
    Q_EMIT planEdited();
}

void TrainingForm::setDataFolder(const QString& path) {
    m_dataChosen = true;
    m_plan.sweeps.front().inputs = {path.toStdString()};
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
