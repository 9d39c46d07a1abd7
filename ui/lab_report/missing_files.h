// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QFrame>

#include "lab_report/lab_report.h"

namespace duelo::ui {

/// The files that a report stands on and that lie nowhere it looks, each with a button to say where
/// it is (Y-31). Hidden while there are none.
class MissingFiles final : public QFrame {
    Q_OBJECT

public:
    explicit MissingFiles(QWidget* parent = nullptr);

    void show(const std::vector<KeptFile>& files);

Q_SIGNALS:
    void findWanted(const duelo::KeptFile& file);

private:
    std::vector<KeptFile> m_files;
};

}  // namespace duelo::ui
