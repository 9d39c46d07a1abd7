// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QCache>
#include <QImage>
#include <QObject>
#include <QStringList>

#include "ui/session/engine_client.h"

namespace duelo::ui {

/// Small pictures, which only the engine decodes. It does one at a time, so that whatever else is
/// asked of it waits for one picture at most; the one asked for last comes first, because the user
/// looks at that.
class Thumbnails final : public QObject {
    Q_OBJECT

public:
    /// `client` must outlive it.
    explicit Thumbnails(EngineClient& client);

    /// One of the signals follows, later. What is known is told again.
    void ask(const QString& input);
    [[nodiscard]] bool knows(const QString& input) const { return m_known.contains(input); }

Q_SIGNALS:
    void arrived(const QString& input, const QImage& image,
                 const std::vector<duelo::Reason>& notes);
    void failed(const QString& input, const duelo::Reason& reason);

private:
    struct Known {
        QImage image;
        std::vector<Reason> notes;
    };

    void sendNext();
    void take(const QString& input, const Result<Json>& reply);

    EngineClient& m_client;
    QCache<QString, Known> m_known;
    QStringList m_waiting;  ///< the next one last
    QString m_sent;         ///< empty: none
};

}  // namespace duelo::ui
