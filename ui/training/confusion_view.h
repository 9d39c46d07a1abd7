// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/result_record.h"
#include "core/text.h"

class QLabel;
class QTableView;

namespace duelo::ui {

/// The confusion matrix with the names of its classes and in words which axis is which (S2-M09).
/// What is right and what is wrong have a colour each; the count is always written.
class ConfusionView final : public QWidget {
    Q_OBJECT

public:
    explicit ConfusionView(const Text& text, QWidget* parent = nullptr);
    ~ConfusionView() override;

    /// `trained` may be null: then the view says what will stand there.
    void setTrained(const TrainedRecord* trained);
    [[nodiscard]] QTableView& table() const { return *m_table; }

private:
    class Model;

    Text m_text;
    Model* m_model;
    QTableView* m_table;
    QLabel *m_empty, *m_columns, *m_rows, *m_right;
    QWidget* m_body;
};

}  // namespace duelo::ui
