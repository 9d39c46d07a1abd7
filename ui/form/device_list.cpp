// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/device_list.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "base/brief_text.h"
#include "ui/form/tip.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

QHBoxLayout* lineOf(QWidget* left, QWidget* right) {
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(left, 1);
    line->addWidget(right);
    return line;
}

QLabel* mutedLabel() {
    auto* label = new QLabel;
    label->setProperty("role", "muted");
    return label;
}

/// Drivers give names that are wider than the form.
void tellName(QLabel& label, const QString& name) {
    constexpr int kLetters = 14;
    const QFontMetrics metrics = label.fontMetrics();
    label.setText(metrics.elidedText(name, Qt::ElideRight, letters_px(metrics, kLetters)));
    label.setToolTip(name);
}

bool isOpenCl(const DeviceSheet& device) {
    return device.api == word(Api::OpenCl);
}

}  // namespace

DeviceList::DeviceList(const FieldContext& context)
    : m_text(context.text),
      m_opencl(context.axis.opencl),
      m_known{sheetOf(Device::Cpu, {}), sheetOf(Device::Cuda, {})},
      m_add(new QPushButton(tr("From another PC…"))),
      m_devices(new QVBoxLayout),
      m_others(new QVBoxLayout) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_devices->setSpacing(2);
    column->addLayout(m_devices);
    show(m_known);
    m_others->setSpacing(0);
    column->addLayout(m_others);
    m_add->setProperty("role", "link");
    m_add->setToolTip(tr("GPU times of a .duelo file, beside yours"));
    auto* menu = new QMenu(m_add);
    menu->addAction(tr("Obtained from another group…"), this,
                    [this] { Q_EMIT otherPcWanted(false); });
    menu->addAction(tr("Reference time (classmates or teacher)…"), this,
                    [this] { Q_EMIT otherPcWanted(true); });
    menu->addAction(tr("Reference files of Duelo or the teacher's pack…"), this,
                    &DeviceList::referenceWanted);
    menu->addSeparator();
    menu->addAction(tr("Type times…"), this, [this] { Q_EMIT otherTimesWanted(false); });
    menu->addAction(tr("Paste a program's output…"), this,
                    [this] { Q_EMIT otherTimesWanted(true); });
    m_add->setMenu(menu);
    column->addWidget(m_add, 0, Qt::AlignLeft);
}

void DeviceList::setProbe(const ProbeSheet& sheet) {
    const CpuSheet& cpu = sheet.machine.cpu;
    m_cores = cpu.default_threads.value_or(cpu.cores.value_or(0));
    m_known = devicesOf(sheet);
    if (!m_opencl) std::erase_if(m_known, isOpenCl);
    const auto isGpu = [](const DeviceSheet& device) { return device.api != word(Api::Cpu); };
    if (std::ranges::none_of(m_known, isGpu))
        m_known.push_back(
            sheetOf(Device::Cuda, {}, sheet.gpu.reason.value_or(Reason{"gpu_absent"})));
    setValues(m_values);
}

/// A plan of another PC may name devices that this one has not; what is chosen can always be left.
void DeviceList::setValues(const std::vector<Json>& values) {
    m_values = values;
    std::vector<DeviceSheet> devices = m_known;
    for (const Json& value : values) {
        const auto is = [&](const DeviceSheet& known) { return value == known.word(); };
        if (value.is_string() && std::ranges::none_of(devices, is))
            devices.push_back({.api = value.get<std::string>(),
                               .reason = Reason{"device_absent", {{"value", value}}}});
    }
    show(devices);
    for (const Row& row : m_rows)
        row.box->setChecked(std::ranges::find(values, Json(row.sheet.word())) != values.end());
    showUsable();
}

/// Rows stay while they are for the same devices, and with them the focus.
void DeviceList::show(const std::vector<DeviceSheet>& devices) {
    if (!std::ranges::equal(devices, m_rows, {}, &DeviceSheet::word,
                            [](const Row& row) { return row.sheet.word(); })) {
        for (const Row& row : m_rows)
            for (QWidget* part :
                 std::initializer_list<QWidget*>{row.box, row.name, row.ask, row.why}) {
                part->hide();
                part->deleteLater();  // a box may be telling that it was clicked
            }
        m_rows.clear();
        while (QLayoutItem* item = m_devices->takeAt(0)) delete item;
        for (const DeviceSheet& device : devices) addRow(device);
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        m_rows[i].sheet = devices[i];
        tell(m_rows[i]);
    }
}

void DeviceList::addRow(const DeviceSheet& device) {
    const Row row{device, new QCheckBox(qs(m_text.word(kDeviceAxis, device.word()))), mutedLabel(),
                  new QToolButton, mutedLabel()};
    row.ask->setText(tr("not available"));
    // An arrow that is drawn: letters that look like a button are in few faces.
    row.ask->setArrowType(Qt::RightArrow);
    row.ask->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row.ask->setCheckable(true);
    row.ask->setProperty("role", "quiet");
    auto* line = lineOf(row.box, row.name);
    line->addWidget(row.ask);
    m_devices->addLayout(line);
    row.why->setWordWrap(true);
    row.why->hide();
    m_devices->addWidget(row.why);
    connect(row.ask, &QToolButton::toggled, row.why, &QWidget::setVisible);
    connect(row.ask, &QToolButton::toggled, row.ask,
            [ask = row.ask](bool on) { ask->setArrowType(on ? Qt::DownArrow : Qt::RightArrow); });
    connect(row.box, &QCheckBox::clicked, this, [this, box = row.box] {
        if (chosen().empty()) {
            box->setChecked(true);
            return sayOneStays(*box);
        }
        m_values = chosen();
        showUsable();
        Q_EMIT edited();
    });
    m_rows.push_back(row);
}

void DeviceList::tell(const Row& row) {
    const DeviceSheet& device = row.sheet;
    const bool cpu = device.word() == word(Device::Cpu);
    if (cpu && m_cores > 0)
        row.name->setText(tr("%n core(s)", nullptr, m_cores));
    else if (!cpu)
        tellName(*row.name, qs(briefText(device.name)));
    // The window's head names the PC's one GPU; several are told apart here.
    const auto isGpu = [](const Row& each) { return each.sheet.api != word(Api::Cpu); };
    const bool named = cpu || isOpenCl(device) || std::ranges::count_if(m_rows, isGpu) > 1;
    if (!named) row.box->setToolTip(qs(briefText(device.name)));
    const QString why = device.reason ? qs(m_text.reason(*device.reason)) : QString();
    row.why->setText(why);
    row.name->setVisible(named && why.isEmpty());
    row.ask->setVisible(!why.isEmpty());
    if (why.isEmpty()) row.ask->setChecked(false);
    row.ask->setAccessibleDescription(why);
    row.box->setAccessibleDescription(why);
}

void DeviceList::showUsable() {
    for (const Row& row : m_rows) row.box->setEnabled(!row.sheet.reason || row.box->isChecked());
}

std::vector<Json> DeviceList::chosen() const {
    std::vector<Json> out;
    for (const Row& row : m_rows)
        if (row.box->isChecked()) out.emplace_back(row.sheet.word());
    return out;
}

void DeviceList::setOtherPcs(const QVector<OtherPc>& others) {
    while (QLayoutItem* item = m_others->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    qDeleteAll(std::exchange(m_removals, {}));
    if (!others.isEmpty()) m_removals << m_add->menu()->addSeparator();
    for (int i = 0; i < others.size(); ++i) {
        auto* row = new QWidget;
        auto* name = new QLabel;
        name->setText(name->fontMetrics().elidedText(others[i].name, Qt::ElideMiddle,
                                                     letters_px(name->fontMetrics(), 20)));
        name->setToolTip(others[i].name + '\n' + others[i].detail);
        auto* role = mutedLabel();
        role->setText(qs(m_text.word("role", others[i].reference ? "reference" : "shared")));
        auto* away = new QToolButton;
        away->setText("×");
        away->setProperty("role", "quiet");
        away->setAccessibleName(tr("Remove %1").arg(others[i].name));
        away->setToolTip(away->accessibleName());
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        line->addWidget(name, 1);
        line->addWidget(role);
        line->addWidget(away);
        const auto remove = [this, i] { Q_EMIT otherPcRemoved(i); };
        connect(away, &QToolButton::clicked, this, remove, Qt::QueuedConnection);
        // The menu stands where the rows do not, once the form is folded.
        QAction* removal = m_add->menu()->addAction(withoutMnemonic(away->accessibleName()));
        connect(removal, &QAction::triggered, this, remove, Qt::QueuedConnection);
        m_removals << removal;
        m_others->addWidget(row);
    }
}

}  // namespace duelo::ui
