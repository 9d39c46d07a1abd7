// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/table_clipboard.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <QAbstractItemModel>

#include "report/html_text.h"
#include "report/long_table.h"
#include "report/measured_text.h"

namespace duelo::ui {
namespace {

std::string figureText(const DocCell& cell, NumberStyle numbers) {
    return formatFixed(*cell.value, cell.decimals, ungrouped(numbers));
}

/// One field of a line: what separates fields and lines may not stand in it.
std::string field(std::string text) {
    for (char& c : text)
        if (c == '\t' || c == '\n' || c == '\r') c = ' ';
    return guardFormula(std::move(text));
}

std::string tabSeparated(const DocTable& table, NumberStyle numbers) {
    std::string out;
    const auto line = [&](const auto& cells, const auto& show) {
        bool first = true;
        for (const auto& cell : cells) {
            if (!first) out += '\t';
            out += show(cell);
            first = false;
        }
        out += "\r\n";
    };
    line(table.columns, field);
    for (const auto& row : table.rows)
        line(row, [&](const DocCell& cell) {
            return cell.value ? figureText(cell, numbers) : field(cell.text);
        });
    return out;
}

std::string element(const char* tag, const std::string& attributes, const std::string& text) {
    return std::string("<") + tag + attributes + ">" + htmlText(text) + "</" + tag + ">";
}

/// Without these formats (the first is Excel's, the second LibreOffice's) a text such as "007" or
/// "1-2" would be read as if it were typed.
std::string textElement(const char* tag, const std::string& text) {
    return element(tag, " style='mso-number-format:\"\\@\"' sdnum=\"1033;0;@\"",
                   guardFormula(text));
}

/// LibreOffice takes the value from the attribute, whatever its language; Excel reads the text.
std::string figureElement(const DocCell& cell, NumberStyle numbers) {
    std::string attributes = " align=\"right\" sdval=\"";
    attributes += formatExact(*cell.value);
    attributes += "\" sdnum=\"1033;0;";
    attributes += formatFixed(0, cell.decimals, {});
    attributes += '"';
    return element("td", attributes, figureText(cell, numbers));
}

std::string html(const DocTable& table, NumberStyle numbers) {
    const bool comma = numbers.decimal == ',';
    std::string out =
        "<html><head><meta charset=\"utf-8\"><style><!--table{mso-displayed-decimal-separator:\"\\";
    out += comma ? ',' : '.';
    out += "\";mso-displayed-thousand-separator:\"\\";
    out += comma ? '.' : ',';
    out += "\";}--></style></head><body><table border=\"1\" cellspacing=\"0\"><thead><tr>";
    for (const std::string& title : table.columns) out += textElement("th", title);
    out += "</tr></thead><tbody>";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (const DocCell& cell : row)
            out += cell.value ? figureElement(cell, numbers) : textElement("td", cell.text);
        out += "</tr>";
    }
    return out + "</tbody></table></body></html>";
}

/// The number with which a shown text begins.
struct ShownNumber {
    double value = 0;
    int decimals = 0;
    int digits = 0;  ///< all that say something
};

std::optional<ShownNumber> shownNumber(QString text, NumberStyle numbers) {
    const auto group = QString::fromUtf8(numbers.group.data(), qsizetype(numbers.group.size()));
    if (!group.isEmpty()) text.remove(group);
    ShownNumber out;
    qsizetype end = text.startsWith(QLatin1Char('-')) ? 1 : 0;
    qsizetype sign = -1;
    for (; end < text.size(); ++end) {
        if (text[end] == QLatin1Char(numbers.decimal) && sign < 0)
            sign = end;
        else if (text[end] < QLatin1Char('0') || text[end] > QLatin1Char('9'))
            break;
        else if (out.digits > 0 || text[end] != QLatin1Char('0'))
            ++out.digits;
    }
    QString digits = text.left(end);
    if (sign >= 0) digits[sign] = QLatin1Char('.');
    bool number = false;
    out.value = digits.toDouble(&number);
    out.decimals = sign < 0 ? 0 : static_cast<int>(end - sign - 1);
    return number ? std::optional(out) : std::nullopt;
}

/// Gives a figure the digits of the text that shows it, as it is or in another unit: "133 GFLOP/s"
/// is 133000000000, "99,5 %" is 0,995.
void takeDigits(DocCell& cell, const std::optional<ShownNumber>& shown) {
    double& value = *cell.value;
    if (shown && std::abs(shown->value - value) <= 0.51 * std::pow(10, -shown->decimals)) {
        cell.decimals = shown->decimals;
    } else if (value == 0 || !shown || shown->digits == 0) {
        cell.decimals = decimalsFor(value);
    } else {
        const int last =
            shown->digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
        cell.decimals = std::max(0, last);
        if (last < 0) value = std::round(value * std::pow(10, last)) / std::pow(10, last);
    }
}

DocCell cellOf(const QModelIndex& index, int valueRole, NumberStyle numbers) {
    const QString text = index.data(Qt::DisplayRole).toString();
    DocCell cell{text.toStdString(), std::nullopt, 0};
    const QVariant value = index.data(valueRole);
    bool number = false;
    const double figure = value.toDouble(&number);
    // A text that could be read as a number is not one.
    if (!number || !std::isfinite(figure) || value.typeId() == QMetaType::QString) return cell;
    cell.value = figure;
    takeDigits(cell, shownNumber(text, numbers));
    return cell;
}

}  // namespace

std::unique_ptr<QMimeData> tableMimeData(const DocTable& table, NumberStyle numbers) {
    auto data = std::make_unique<QMimeData>();
    data->setText(QString::fromStdString(tabSeparated(table, numbers)));
    data->setHtml(QString::fromStdString(html(table, numbers)));
    return data;
}

DocTable tableOf(const QAbstractItemModel& model, const TableRoles& roles, NumberStyle numbers,
                 const QModelIndexList& selected) {
    std::set<int> rows, columns;
    for (const QModelIndex& index : selected) {
        rows.insert(index.row());
        columns.insert(index.column());
    }
    for (int row = 0; selected.isEmpty() && row < model.rowCount(); ++row) rows.insert(row);
    for (int column = 0; selected.isEmpty() && column < model.columnCount(); ++column)
        columns.insert(column);
    DocTable table;
    table.rows.resize(rows.size());
    for (const int column : columns) {
        std::vector<DocCell> figures, details;
        bool numeric = false, detailed = false;
        for (const int row : rows) {
            const QModelIndex index = model.index(row, column);
            numeric |= figures.emplace_back(cellOf(index, roles.value, numbers)).value.has_value();
            const QString detail = index.data(roles.detail).toString();
            detailed |= !detail.isEmpty();
            details.push_back({detail.toStdString(), std::nullopt, 0});
        }
        const auto add = [&](std::string title, bool isNumeric, std::vector<DocCell>& cells) {
            table.columns.push_back(std::move(title));
            table.numeric.push_back(isNumeric);
            for (std::size_t i = 0; i < cells.size(); ++i)
                table.rows[i].push_back(std::move(cells[i]));
        };
        // What is shortened on screen is whole where it is read out, and here.
        QVariant title = model.headerData(column, Qt::Horizontal, Qt::AccessibleTextRole);
        if (!title.isValid()) title = model.headerData(column, Qt::Horizontal);
        add(title.toString().toStdString(), numeric, figures);
        if (detailed) add(roles.detail_title, false, details);
    }
    return table;
}

std::unique_ptr<QMimeData> imageMimeData(const QImage& image) {
    auto data = std::make_unique<QMimeData>();
    data->setImageData(image);
    return data;
}

}  // namespace duelo::ui
