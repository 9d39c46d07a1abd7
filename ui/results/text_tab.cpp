// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/text_tab.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include "report/kernel_comments.h"
#include "ui/look/settings.h"
#include "ui/results/code_view.h"

namespace duelo::ui {

namespace {

/// The least width of a list of kernels, in letters; a wide window gives it more.
constexpr int kListChars = 14;

QString lineText(std::string_view line) {
    return QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size()));
}

std::vector<CodeView::Line> plainLines(std::string_view text) {
    std::vector<CodeView::Line> out;
    for (const std::string_view line : linesOf(text)) out.push_back({.text = lineText(line)});
    return out;
}

}  // namespace

TextTab::TextTab(std::vector<KernelText> texts, const Text& text, QWidget* parent)
    : ResultTab(parent),
      m_texts(std::move(texts)),
      m_text(text),
      m_kernel(new QComboBox),
      m_before(new QComboBox),
      m_help(new QLabel),
      m_gain(new QLabel),
      m_copy(new QPushButton(tr("Copy the text"))),
      m_opencl(new QCheckBox(tr("In OpenCL C"))),
      m_old(new CodeView),
      m_now(new CodeView) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* tools = new QHBoxLayout;
    auto* then = new QLabel(QStringLiteral("→"));
    then->setProperty("role", "muted");
    for (QComboBox* list : {m_kernel, m_before}) {
        list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        list->setMinimumContentsLength(kListChars);
        list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        list->setMaximumWidth(list->sizeHint().width() * 2);
    }
    // Each list stands on the side of its text.
    tools->addWidget(m_before, 2);
    tools->addWidget(then);
    tools->addWidget(m_kernel, 2);
    tools->addStretch(1);
    tools->addWidget(m_opencl);
    tools->addWidget(m_copy);
    column->addLayout(tools);
    for (QLabel* label : {m_gain, m_help}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    m_help->setProperty("role", "muted");
    m_gain->setObjectName("gain");
    auto* split = new QSplitter;
    split->setChildrenCollapsible(false);
    for (CodeView* view : {m_old, m_now}) split->addWidget(view);
    column->addWidget(split, 1);
    m_old->setObjectName("before");
    m_now->setObjectName("text");
    m_kernel->setObjectName("kernel");
    m_before->setObjectName("besides");
    m_copy->setObjectName("copyText");
    m_opencl->setObjectName("opencl");
    m_opencl->setToolTip(tr("The text as it runs by OpenCL, beside the one in CUDA"));
    m_kernel->setAccessibleName(tr("Kernel whose text is shown"));
    m_before->setAccessibleName(tr("Kernel whose text stands beside it"));
    m_old->setAccessibleName(m_before->accessibleName());
    for (const KernelText& each : m_texts)
        m_kernel->addItem(qs(m_text.word("kernel", each.kernel)), qs(each.kernel));
    connect(m_kernel, &QComboBox::activated, this, &TextTab::chooseKernel);
    connect(m_before, &QComboBox::activated, this, &TextTab::showTexts);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        if (const KernelText* of = chosen())
            QGuiApplication::clipboard()->setText(
                qs(inOpenCl() ? textFor(of->opencl, m_text.language()) : textOf(*of)));
    });
    connect(m_opencl, &QCheckBox::clicked, this, &TextTab::showTexts);
    for (const auto& [from, to] : {std::pair{m_old, m_now}, {m_now, m_old}})
        connect(from->verticalScrollBar(), &QScrollBar::valueChanged, to->verticalScrollBar(),
                &QScrollBar::setValue);
    chooseKernel(0);
}

QString TextTab::title() const {
    return qs(m_text("kernel_text.tab"));
}

const KernelText* TextTab::chosen() const {
    const int at = m_kernel->currentIndex();
    return at < 0 ? nullptr : &m_texts[static_cast<std::size_t>(at)];
}

std::string TextTab::textOf(const KernelText& of) const {
    return textFor(of.text, m_text.language());
}

bool TextTab::inOpenCl() const {
    const KernelText* now = chosen();
    return now && !now->opencl.empty() && m_opencl->isChecked();
}

const KernelText* TextTab::compared() const {
    const auto found = std::ranges::find(m_texts, m_before->currentData().toString().toStdString(),
                                         &KernelText::kernel);
    return found == m_texts.end() ? nullptr : &*found;
}

/// Beside it stands, until another is chosen, the one that it goes on from.
void TextTab::chooseKernel(int index) {
    m_kernel->setCurrentIndex(index);
    const KernelText* now = chosen();
    m_before->clear();
    m_before->addItem(tr("no other"), QString());
    for (const KernelText& each : m_texts)
        if (now && each.kernel != now->kernel)
            m_before->addItem(qs(m_text.word("kernel", each.kernel)), qs(each.kernel));
    if (now) m_before->setCurrentIndex(qMax(0, m_before->findData(qs(now->before))));
    showTexts();
}

void TextTab::showTexts() {
    const KernelText *now = chosen(), *old = compared();
    if (!now) return;
    m_help->setText(qs(m_text.word("kernel_help", now->kernel)));
    m_now->setAccessibleName(qs(m_text.word("kernel", now->kernel)));
    const bool opencl = inOpenCl();
    m_opencl->setVisible(!now->opencl.empty());
    m_before->setEnabled(!opencl);
    if (opencl) old = now;
    m_old->setVisible(old != nullptr);
    const std::string text = opencl ? textFor(now->opencl, m_text.language()) : textOf(*now);
    if (!old) {
        m_now->setLines(plainLines(text));
    } else {
        m_old->setAccessibleName(qs(m_text.word("kernel", old->kernel)));
        const std::string old_text = textOf(*old);
        const auto before = linesOf(old_text), after = linesOf(text);
        std::vector<CodeView::Line> left, right;
        using Mark = CodeView::Mark;
        for (const LinePair& pair : pairedLines(before, after)) {
            left.push_back({.text = pair.from ? lineText(before[*pair.from]) : QString(),
                            .mark = pair.to ? Mark::Same : Mark::Gone,
                            .there = pair.from.has_value()});
            right.push_back({.text = pair.to ? lineText(after[*pair.to]) : QString(),
                             .mark = pair.from ? Mark::Same : Mark::New,
                             .there = pair.to.has_value()});
        }
        m_old->setLines(std::move(left));
        m_now->setLines(std::move(right));
    }
    Q_EMIT showWanted();
}

void TextTab::show(const Shown* shown) {
    if (shown) {
        const auto column = shown->chosenColumn();
        std::string kernel =
            column ? shown->comparison.columns[*column].variant.text("kernel") : std::string();
        const int at = m_kernel->findData(qs(kernel));
        if (kernel != std::exchange(m_followed, kernel) && at >= 0) {
            m_opencl->setChecked(deviceOf(shown->comparison.columns[*column].variant).api ==
                                 Api::OpenCl);
            return chooseKernel(at);
        }
    }
    showGain(shown);
}

Json TextTab::viewState() const {
    return {{"kernel", m_kernel->currentData().toString().toStdString()},
            {"beside", m_before->currentData().toString().toStdString()},
            {"opencl", m_opencl->isChecked()},
            {"followed", m_followed}};
}

void TextTab::setViewState(const Json& state) {
    m_followed = state.value("followed", std::string());
    m_opencl->setChecked(state.value("opencl", false));
    chooseKernel(qMax(0, m_kernel->findData(qs(state.value("kernel", std::string())))));
    m_before->setCurrentIndex(
        qMax(0, m_before->findData(qs(state.value("beside", std::string())))));
    showTexts();
}

void TextTab::showGain(const Shown* shown) {
    const KernelText *now = chosen(), *old = compared();
    QString told;
    if (now && old) {
        std::string gain = shown ? kernelGain(*shown, old->kernel, now->kernel) : std::string();
        if (gain.empty())
            gain = m_text("kernel_text.gain_unmeasured",
                          {{"before", m_text.word("kernel", old->kernel)},
                           {"kernel", m_text.word("kernel", now->kernel)}});
        if (old->text == now->text) gain += ' ' + m_text("kernel_text.same");
        told = qs(gain);
    } else if (now && now->before.empty()) {
        told = qs(m_text("kernel_text.first"));
    }
    m_gain->setText(told);
    m_gain->setVisible(!told.isEmpty());
}

}  // namespace duelo::ui
