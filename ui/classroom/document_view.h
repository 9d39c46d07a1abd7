// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include "report/document.h"

class QVBoxLayout;

namespace duelo::ui {

/// A short document to be read on a page: headings, words, lists and tables below each other.
/// Nothing in it is taken for HTML, because words of it come from files of other people; a chart
/// stands there in its words.
class DocumentView final : public QScrollArea {
    Q_OBJECT

public:
    explicit DocumentView(QWidget* parent = nullptr);
    void setDocument(const Document& document);

private:
    QVBoxLayout* m_column;
};

}  // namespace duelo::ui
