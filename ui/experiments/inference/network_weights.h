// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace duelo::ui {

class Session;

/// Asks the engine about the weights of networks. There is one object for each session, and it
/// stays when the pages are built anew in the middle of a download.
class NetworkWeights final : public QObject {
    Q_OBJECT

public:
    /// The experiment that has these networks and answers about them.
    static constexpr char kExperiment[] = "inference";

    [[nodiscard]] static NetworkWeights& of(Session& session);

    /// Whether a file has the weights of a network, those called `key` where that is not empty:
    /// checked(), several() or Session::refused().
    void check(const QString& network, const QString& file, const QString& key = {});
    /// Fetches the official ones: fetched(), and Session::refused() if there are none after all.
    /// Several are fetched one after the other, as the engine answers one long question at a time.
    void download(const QString& network);

Q_SIGNALS:
    void checked(const QString& network, const QString& file, const QString& key);
    /// The weights fit in several places of the file, which are called so.
    void several(const QString& network, const QString& file, const QStringList& keys);
    void progressed(const QString& network, qint64 done_bytes, qint64 total_bytes);
    void fetched(const QString& network);

private:
    explicit NetworkWeights(Session& session);
    void fetchNext();

    Session& m_session;
    QStringList m_wanted;  ///< networks; the first is being fetched
};

}  // namespace duelo::ui
