// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/thumbnails.h"

#include <utility>

#include "base/reason_json.h"

namespace duelo::ui {

namespace {

constexpr std::chrono::seconds kPicturePatience{20};
constexpr int kThumbnail_px = 220;  ///< large enough for the card of a recognised picture
constexpr int kMaxKnown = 500;      ///< pictures of 150 kB

}  // namespace

Thumbnails::Thumbnails(EngineClient& client) : m_client(client), m_known(kMaxKnown) {}

void Thumbnails::ask(const QString& input) {
    if (const Known* known = m_known.object(input)) {
        QMetaObject::invokeMethod(
            this, [this, input, told = *known] { Q_EMIT arrived(input, told.image, told.notes); },
            Qt::QueuedConnection);
        return;
    }
    if (input == m_sent) return;
    m_waiting.removeAll(input);
    m_waiting.append(input);
    sendNext();
}

void Thumbnails::sendNext() {
    if (!m_sent.isEmpty() || m_waiting.isEmpty()) return;
    m_sent = m_waiting.takeLast();
    m_client.request(
        {{"c", "thumbnail"}, {"path", m_sent.toStdString()}, {"max_px", kThumbnail_px}}, this,
        [this](const Result<Json>& reply) {
            const QString input = std::exchange(m_sent, {});
            sendNext();
            take(input, reply);
        },
        {.timeout = kPicturePatience});
}

void Thumbnails::take(const QString& input, const Result<Json>& reply) {
    if (!reply) {
        Q_EMIT failed(input, reply.error());
        return;
    }
    const int width = reply->value("width_px", 0), height = reply->value("height_px", 0);
    const QByteArray rgb =
        QByteArray::fromBase64(QByteArray::fromStdString(reply->value("rgb", "")));
    if (width <= 0 || height <= 0 || rgb.size() != qsizetype{3} * width * height) {
        Q_EMIT failed(input, {"thumbnail_invalid", {{"path", input.toStdString()}}});
        return;
    }
    const QImage image(reinterpret_cast<const uchar*>(rgb.constData()), width, height, 3 * width,
                       QImage::Format_RGB888);
    Known known{image.copy(), {}};
    for (const Json& note : reply->value("notes", Json::array()))
        known.notes.push_back(reasonFromJson(note));
    m_known.insert(input, new Known(known));
    Q_EMIT arrived(input, known.image, known.notes);
}

}  // namespace duelo::ui
