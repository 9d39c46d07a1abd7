// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>
#include <QTextCharFormat>
#include <QTextObjectInterface>

#include "lab_report/compose_lab_report.h"

namespace duelo::ui {

/// A citation between the words of an answer: one character of the text, which is drawn as what the
/// open files say now and can be deleted, but not edited.
class CitationObject final : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    struct Shown {
        QString words;
        bool box = false;
        Standing standing = Standing::Current;
        QString how{};  ///< its figure was obtained
    };
    /// Returns what is shown for the citation with this id.
    using Source = std::function<Shown(const QString& id)>;

    static constexpr int kType = QTextFormat::UserObject + 1;
    static constexpr int kId = QTextFormat::UserProperty + 1;

    CitationObject(Source source, QObject* parent);

    [[nodiscard]] static QTextCharFormat formatOf(const QString& id);

    QSizeF intrinsicSize(QTextDocument* document, int at, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& box, QTextDocument* document, int at,
                    const QTextFormat& format) override;

private:
    Source m_source;
};

}  // namespace duelo::ui
