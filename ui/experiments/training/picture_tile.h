// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QImage>
#include <QStringList>
#include <QVector>

#include "base/result.h"

namespace duelo::ui {

/// A picture of the engine's: {"width_px", "height_px", "channels": 1 or 3, "pixels": base64 of
/// the interleaved bytes}. Null where it is none.
[[nodiscard]] QImage pictureFrom(const Json& json);

/// Small pictures side by side with words below. They are enlarged by whole steps without
/// smoothing, so that the very pixels that the network gets are seen.
class PictureTile final : public QFrame {
public:
    /// `captions`: lines below the pictures. Those and the pictures' names are read aloud.
    PictureTile(const QVector<QImage>& pictures, const QStringList& captions,
                QWidget* parent = nullptr);
};

}  // namespace duelo::ui
