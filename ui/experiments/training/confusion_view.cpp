// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/training/confusion_view.h"

#include <algorithm>
#include <numeric>

#include <QAbstractTableModel>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "experiments/training/view_quality.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

/// Rows are what the images are, columns what the network said.
class ConfusionView::Model final : public QAbstractTableModel {
public:
    explicit Model(const Text& text, QObject* parent) : QAbstractTableModel(parent), m_text(text) {}

    void set(const Trained& trained) {
        beginResetModel();
        m_trained = trained;
        endResetModel();
    }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_trained.confusion.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return rowCount(parent); }

    QVariant headerData(int section, Qt::Orientation, int role) const override {
        if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
        return nameOf(section);
    }

    QVariant data(const QModelIndex& index, int role) const override {
        const auto& row = m_trained.confusion[static_cast<std::size_t>(index.row())];
        const auto column = static_cast<std::size_t>(index.column());
        if (column >= row.size()) return {};
        const std::int64_t count = row[column];
        const bool right = index.row() == index.column();
        switch (role) {
            case Qt::DisplayRole:
                return qs(m_text.value("count", count));
            case Qt::TextAlignmentRole:
                return int(Qt::AlignCenter);
            case Qt::BackgroundRole:
                return count == 0 ? QVariant() : (right ? tokens().good_soft : tokens().bad_soft);
            case Qt::ForegroundRole:
                return count == 0 ? tokens().muted
                                  : (right ? tokens().good_text : tokens().bad_text);
            case Qt::ToolTipRole:
            case Qt::AccessibleTextRole:
                return words(index, count,
                             std::accumulate(row.begin(), row.end(), std::int64_t{0}));
            default:
                return {};
        }
    }

private:
    QString nameOf(int index) const {
        const auto at = static_cast<std::size_t>(index);
        return at < m_trained.classes.size() ? qs(m_trained.classes[at]) : QString::number(index);
    }
    QString words(const QModelIndex& index, std::int64_t count, std::int64_t all) const {
        return qs(
            m_text("learning.confusion_cell", {{"count", count},
                                               {"all", all},
                                               {"truth", nameOf(index.row()).toStdString()},
                                               {"answer", nameOf(index.column()).toStdString()}}));
    }

    Text m_text;
    Trained m_trained;
};

ConfusionView::ConfusionView(const Text& text, QWidget* parent)
    : QWidget(parent),
      m_text(text),
      m_model(new Model(text, this)),
      m_table(new QTableView),
      m_empty(new QLabel(tr("The confusion matrix appears when a network has been tested."))),
      m_columns(new QLabel(tr("Columns: what the network said →"))),
      m_rows(new QLabel(tr("Rows: what the image is ↓"))),
      m_right(new QLabel),
      m_body(new QWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setProperty("role", "muted");
    column->addWidget(m_empty, 1);
    column->addWidget(m_body, 1);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 4, 0, 0);
    body->setSpacing(4);
    m_right->setWordWrap(true);
    body->addWidget(m_right);
    auto* axes = new QHBoxLayout;
    for (QLabel* axis : {m_rows, m_columns}) {
        axis->setProperty("role", "section");
        axes->addWidget(axis);
    }
    axes->addStretch();
    axes->setSpacing(24);
    body->addLayout(axes);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Confusion matrix"));
    m_table->setAccessibleDescription(m_rows->text() + ". " + m_columns->text());
    m_table->setTabKeyNavigation(false);
    m_table->setCornerButtonEnabled(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    body->addWidget(m_table, 1);
    m_table->viewport()->installEventFilter(this);
    setTrained(std::nullopt, {});
}

ConfusionView::~ConfusionView() = default;

void ConfusionView::setTrained(const std::optional<Trained>& trained, const QString& whose) {
    const bool there = trained && !trained->confusion.empty();
    m_empty->setVisible(!there);
    m_body->setVisible(there);
    m_model->set(there ? *trained : Trained());
    m_picture = {};
    if (!there) return;
    std::int64_t right = 0, all = 0;
    for (std::size_t i = 0; i < trained->confusion.size(); ++i)
        for (std::size_t j = 0; j < trained->confusion[i].size(); ++j) {
            all += trained->confusion[i][j];
            if (i == j) right += trained->confusion[i][j];
        }
    std::string note = m_text("training.confusion_note", {{"right", right}, {"all", all}});
    if (const std::string largest = largestText(*trained, m_text); !largest.empty())
        note += " " + largest;
    m_right->setText(whose + " · " + qs(note));
    showPicture(*trained, whose, note);
    fitCells();
}

/// Few classes share the room; many keep a readable size and scroll.
void ConfusionView::fitCells() {
    const int classes = m_model->rowCount();
    if (classes == 0) return;
    const int least = letters_px(fontMetrics(), 9);
    const bool few = classes * least < m_table->viewport()->width();
    m_table->horizontalHeader()->setSectionResizeMode(few ? QHeaderView::Stretch
                                                          : QHeaderView::Interactive);
    m_table->horizontalHeader()->setDefaultSectionSize(least);
    const int line = fontMetrics().height() + 8, room = m_table->viewport()->height();
    m_table->verticalHeader()->setDefaultSectionSize(std::clamp(room / classes, line, 3 * line));
}

/// The room is known when the table has been laid out, which a tab that was never seen has not.
bool ConfusionView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fitCells();
    return QWidget::eventFilter(watched, event);
}

void ConfusionView::showPicture(const Trained& trained, const QString& whose,
                                const std::string& note) {
    m_picture = {.title = tr("Confusion matrix: %1").arg(whose).toStdString(),
                 .counts = trained.confusion,
                 .row_title = m_rows->text().toStdString(),
                 .column_title = m_columns->text().toStdString(),
                 .note = note,
                 .description = note};
    for (int i = 0; i < m_model->rowCount(); ++i)
        m_picture.names.push_back(
            m_model->headerData(i, Qt::Vertical, Qt::DisplayRole).toString().toStdString());
    for (int r = 0; r < m_model->rowCount(); ++r)
        for (int c = 0; c < m_model->columnCount(); ++c)
            if (r != c &&
                trained.confusion[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] > 0)
                m_picture.description +=
                    ' ' +
                    m_model->index(r, c).data(Qt::AccessibleTextRole).toString().toStdString();
}

}  // namespace duelo::ui
