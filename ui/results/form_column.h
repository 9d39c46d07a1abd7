// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;

namespace duelo::ui {

/// The column at the left of a page: the form, which scrolls, and one button at its foot.
class FormColumn final : public QWidget {
    Q_OBJECT

public:
    FormColumn();

    void setForm(QWidget* form);
    /// Returns the width below which the form would be cut.
    [[nodiscard]] int leastWidth() const;
    /// Sets the button, and below it what is to be expected. While `running` it cancels.
    void setButton(const QString& caption, const QString& expectation, bool enabled, bool running);

Q_SIGNALS:
    void runClicked();
    void cancelClicked();

private:
    QScrollArea* m_formArea;
    QPushButton* m_button;
    QLabel* m_expectation;
    bool m_running = false;
};

}  // namespace duelo::ui
