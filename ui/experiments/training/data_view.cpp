// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/training/data_view.h"

#include <algorithm>

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include "base/reason_json.h"
#include "experiments/training/output.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_table.h"
#include "experiments/work_names.h"
#include "ui/experiments/training/picture_tile.h"
#include "ui/form/flow_layout.h"
#include "ui/look/breakable.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"
#include "ui/results/results_delegate.h"

namespace duelo::ui {

namespace {

constexpr int kMostRows = 12;      ///< of a table that are seen at once
constexpr int kMostClasses = 500;  ///< that get a row; the total counts all

std::int64_t countAt(const Json& counts, std::size_t i) {
    return i < counts.size() ? counts[i].get<std::int64_t>() : 0;
}

std::int64_t sumOf(const Json& counts) {
    return samplesIn(counts.get<std::vector<std::int64_t>>());
}

QString shapeOf(const Json& shape) {
    QStringList sides;
    for (const Json& side : shape) sides << QString::number(side.get<std::int64_t>());
    return sides.join(" × ");
}

/// Is as high as its rows in whichever letters; kMostRows of them are seen at once.
class WholeTable final : public QTableWidget {
public:
    WholeTable(int rows, int columns, QWidget* parent) : QTableWidget(rows, columns, parent) {
        // Its titles get other letters after the table does.
        connect(horizontalHeader(), &QHeaderView::geometriesChanged, this, &WholeTable::fit);
    }

    void fit() {
        const int line = fontMetrics().height() + 8;
        if (verticalHeader()->defaultSectionSize() != line)
            verticalHeader()->setDefaultSectionSize(line);
        setFixedHeight(std::min(kMostRows, rowCount()) * line +
                       horizontalHeader()->sizeHint().height() + 6);
    }
};

}  // namespace

DataView::DataView(const Text& text, QWidget* parent) : QScrollArea(parent), m_text(text) {
    QWidget* body = makeScrollBody(*this);
    auto* outer = new QVBoxLayout(body);
    outer->setContentsMargins(0, 6, 8, 6);
    m_told = makeLabel(tr("The data appear here when the engine has read them."), Role::Body, body);
    m_told->setObjectName("dataTold");
    outer->addWidget(m_told);
    m_column = new QVBoxLayout;
    outer->addLayout(m_column);
    outer->addStretch();
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Data and networks"));
}

void DataView::clear() {
    clearLayout(m_column);
    verticalScrollBar()->setValue(0);
}

void DataView::setWaiting() {
    clear();
    m_told->setText(tr("The engine is reading the data…"));
}

void DataView::setReply(const Result<Json>& reply) {
    clear();
    if (!reply) {
        m_told->setText(qs(m_text.reason(reply.error())));
        return;
    }
    const Json set = reply->value("data", Json::object());
    m_told->setText(breakable(summaryOf(set)));
    addLargest(set);
    addReasons(set.value("warnings", Json::array()), "warning");
    addReasons(set.value("notes", Json::array()), "muted");
    addCounts(set);
    addPreview(reply->value("preview", Json::array()), namesOf(set));
    addFilters(reply->value("filters", Json::array()));
    addModels(reply->value("models", Json::array()));
}

QString DataView::summaryOf(const Json& set) const {
    const std::int64_t images = sumOf(set.value("train", Json::array())) +
                                sumOf(set.value("validation", Json::array())) +
                                sumOf(set.value("test", Json::array()));
    return qs(m_text("learning.data_summary",
                     {{"images", images},
                      {"classes", set.value("classes", Json::array()).size()},
                      {"shape", shapeOf(set.value("shape", Json::array())).toStdString()},
                      {"held_bytes", set.value("bytes", 0.0)},
                      {"decode_ms", set.value("decode_ms", 0.0)}}));
}

/// Says what an answer would score that never looks at the image, before there is an accuracy.
void DataView::addLargest(const Json& set) {
    const auto share = largestShare(set.value("test", std::vector<std::int64_t>()));
    if (!share) return;
    m_column->addWidget(
        makeLabel(qs(m_text("training.largest", {{"majority_percent", 100 * *share}})), Role::Body,
                  widget()));
}

std::vector<std::string> DataView::namesOf(const Json& set) const {
    return classNames(set.value("classes", std::vector<std::string>()), set.value("input", ""),
                      m_text);
}

void DataView::addHeading(const QString& text, const QString& explanation) {
    m_column->addSpacing(8);
    m_column->addWidget(makeLabel(text, Role::Heading, widget()));
    if (!explanation.isEmpty()) m_column->addWidget(makeLabel(explanation, Role::Muted, widget()));
}

void DataView::addReasons(const Json& reasons, const char* role) {
    for (const Json& reason : reasons) {
        QLabel* label =
            makeLabel(qs(m_text.reason(reasonFromFields(reason))), Role::Body, widget());
        label->setProperty("role", role);
        m_column->addWidget(label);
    }
}

void DataView::addCounts(const Json& set) {
    const auto classes = namesOf(set);
    const Json parts[] = {set.value("train", Json::array()), set.value("validation", Json::array()),
                          set.value("test", Json::array())};
    QVector<QStringList> rows;
    for (std::size_t i = 0; i < classes.size() && i < kMostClasses; ++i) {
        QStringList row{qs(classes[i])};
        for (const Json& part : parts) row << qs(m_text.value("count", countAt(part, i)));
        rows << row;
    }
    QStringList total{tr("Total")};
    for (const Json& part : parts) total << qs(m_text.value("count", sumOf(part)));
    rows << total;
    addHeading(tr("Images of each class"));
    addTable(tr("Images of each class"),
             {tr("Class"), tr("Training"), tr("Validation"), tr("Test")}, rows);
}

void DataView::addPreview(const Json& preview, const std::vector<std::string>& classes) {
    if (preview.empty()) return;
    addHeading(tr("What the network sees"), tr("Left as it was read, right normalised."));
    auto* holder = new QWidget(widget());
    auto* flow = new FlowLayout(holder);
    int at = 0;
    for (const Json& image : preview) {
        const auto index = image.value("class", std::size_t{0});
        const QString name = index < classes.size() ? qs(classes[index]) : QString::number(index);
        auto* tile = new PictureTile({pictureFrom(image.value("raw", Json())),
                                      pictureFrom(image.value("normalised", Json()))},
                                     {name}, holder);
        tile->setToolTip(qs(visibleText(image.value("source", ""))));
        flow->insertWidget(at++, tile);
    }
    m_column->addWidget(holder);
}

void DataView::addFilters(const Json& filters) {
    if (filters.empty()) return;
    addHeading(tr("Sobel and pooling"),
               tr("From left to right: edges across and along (Sobel), max pooling and mean "
                  "pooling. A convolutional network learns filters like the first two."));
    auto* holder = new QWidget(widget());
    auto* flow = new FlowLayout(holder);
    int at = 0;
    for (const Json& filter : filters) {
        QVector<QImage> pictures;
        for (const char* name : {"sobel_x", "sobel_y", "max_pool", "mean_pool"})
            pictures << pictureFrom(filter.value(name, Json()));
        flow->insertWidget(at++, new PictureTile(pictures, {}, holder));
    }
    m_column->addWidget(holder);
}

void DataView::addModels(const Json& models) {
    for (const Json& model : models) {
        const QString title = qs(networkName(model.value("name", "?"), m_text));
        addHeading(title, qs(m_text("learning.model_summary",
                                    {{"parameters", model.value("parameters", std::int64_t{0})},
                                     {"weights_bytes", model.value("weights_bytes", 0.0)}})));
        QVector<QStringList> rows;
        for (const Json& layer : model.value("layers", Json::array()))
            rows << QStringList{
                qs(layer.value("name", "")), qs(layer.value("kind", "")),
                shapeOf(layer.value("shape", Json::array())),
                qs(m_text.value("count", layer.value("parameters", std::int64_t{0})))};
        addTable(tr("Layers of %1").arg(title),
                 {tr("Layer"), tr("Kind"), tr("Output"), tr("Parameters")}, rows);
    }
}

void DataView::addTable(const QString& name, const QStringList& titles,
                        const QVector<QStringList>& rows) {
    auto* table =
        new WholeTable(static_cast<int>(rows.size()), static_cast<int>(titles.size()), widget());
    table->setAccessibleName(name);
    table->setHorizontalHeaderLabels(titles);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    // As the table of results: figures at the right, and nothing closer to the edge than its title.
    table->setItemDelegate(new ResultsDelegate(table));
    for (int c = 0; c < table->columnCount(); ++c) {
        const bool numbers = std::all_of(rows.begin(), rows.end(), [c](const QStringList& row) {
            bool number = false;
            row.value(c).remove(QChar(0x202F)).toLongLong(&number);  // in groups of three digits
            return number;
        });
        const auto alignment = Qt::AlignVCenter | (numbers ? Qt::AlignRight : Qt::AlignLeft);
        table->horizontalHeaderItem(c)->setTextAlignment(alignment);
        for (int r = 0; r < table->rowCount(); ++r) {
            auto* item = new QTableWidgetItem(rows[r].value(c));
            item->setTextAlignment(alignment);
            table->setItem(r, c, item);
        }
    }
    table->fit();
    m_column->addWidget(table);
}

}  // namespace duelo::ui
