// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QStringList>
#include <QVector>

#include "base/text.h"

class QLabel;
class QTableWidget;
class QVBoxLayout;

namespace duelo::ui {

/// A view of the data and the networks of a training, before anything is trained: real counts per
/// class and part (S2-44), what may spoil the result, images raw and normalised (S2-14), the same
/// images after Sobel and pooling, and the networks layer by layer (S2-08).
class DataView final : public QScrollArea {
    Q_OBJECT

public:
    explicit DataView(const Text& text, QWidget* parent = nullptr);

    void setWaiting();
    /// The reply to the question "data".
    void setReply(const Result<Json>& reply);

private:
    void clear();
    void addHeading(const QString& text, const QString& explanation = {});
    void addReasons(const Json& reasons, const char* role);
    void addLargest(const Json& set);
    void addCounts(const Json& set);
    void addPreview(const Json& preview, const std::vector<std::string>& classes);
    void addFilters(const Json& filters);
    void addModels(const Json& models);
    void addTable(const QString& name, const QStringList& titles, const QVector<QStringList>& rows);
    [[nodiscard]] std::vector<std::string> namesOf(const Json& set) const;
    [[nodiscard]] QString summaryOf(const Json& set) const;

    Text m_text;
    QLabel* m_told;
    QVBoxLayout* m_column;
};

}  // namespace duelo::ui
