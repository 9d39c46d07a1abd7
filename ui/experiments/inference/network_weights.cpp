// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/inference/network_weights.h"

#include "ui/session/session.h"

namespace duelo::ui {

NetworkWeights& NetworkWeights::of(Session& session) {
    auto* known = session.findChild<NetworkWeights*>({}, Qt::FindDirectChildrenOnly);
    return known ? *known : *new NetworkWeights(session);
}

NetworkWeights::NetworkWeights(Session& session) : QObject(&session), m_session(session) {}

void NetworkWeights::check(const QString& network, const QString& file, const QString& key) {
    Json args{{"model", network.toStdString()}, {"path", file.toStdString()}};
    if (!key.isEmpty()) args["key"] = key.toStdString();
    m_session.ask({kExperiment, "weights", std::move(args)}, this,
                  [this, network, file, key](const Result<Json>& reply) {
                      if (reply) {
                          Q_EMIT checked(network, file, key);
                      } else if (reply.error().code == "weights_several") {
                          QStringList keys;
                          for (const Json& one : reply.error().args.value("keys", Json::array()))
                              if (one.is_string())
                                  keys << QString::fromStdString(one.get<std::string>());
                          Q_EMIT several(network, file, keys);
                      } else {
                          m_session.refuse(reply.error());
                      }
                  });
}

void NetworkWeights::download(const QString& network) {
    if (m_wanted.contains(network)) return;
    m_wanted << network;
    if (m_wanted.size() == 1) fetchNext();
}

void NetworkWeights::fetchNext() {
    if (m_wanted.isEmpty()) return;
    const QString network = m_wanted.front();
    m_session.ask({kExperiment, "official_weights", {{"model", network.toStdString()}}}, this,
                  [this, network](const Result<Json>& reply) {
                      m_wanted.removeFirst();
                      fetchNext();
                      Q_EMIT fetched(network);
                      if (reply)
                          m_session.probeAgain();  // which tells that they are official now
                      else
                          m_session.refuse(reply.error());
                  },
                  {.progress = [this, network](std::int64_t done, std::int64_t total) {
                      Q_EMIT progressed(network, done, total);
                  }});
}

}  // namespace duelo::ui
