// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QWidget>

#include "base/text.h"
#include "experiments/training/output.h"
#include "report/chart_value.h"

class QLabel;
class QTableView;

namespace duelo::ui {

/// The confusion matrix with the names of its classes and in words which axis is which (S2-M09).
/// Right and wrong answers have a colour each; the count is always written.
class ConfusionView final : public QWidget {
    Q_OBJECT

public:
    explicit ConfusionView(const Text& text, QWidget* parent = nullptr);
    ~ConfusionView() override;

    /// `trained` may be missing: then the view says what will stand there; its classes are named
    /// for people. `whose`: the variant that was tested.
    void setTrained(const std::optional<Trained>& trained, const QString& whose);
    [[nodiscard]] QTableView& table() const { return *m_table; }
    /// The matrix as it is copied and exported.
    [[nodiscard]] const MatrixValue& picture() const { return m_picture; }

private:
    class Model;

    bool eventFilter(QObject* watched, QEvent* event) override;
    void fitCells();
    void showPicture(const Trained& trained, const QString& whose, const std::string& note);

    Text m_text;
    Model* m_model;
    QTableView* m_table;
    QLabel *m_empty, *m_columns, *m_rows, *m_right;
    QWidget* m_body;
    MatrixValue m_picture;
};

}  // namespace duelo::ui
