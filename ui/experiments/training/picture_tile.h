// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QFrame>
#include <QImage>
#include <QStringList>
#include <QVector>

#include "base/result.h"

namespace duelo::ui {

/// A picture of the engine's: {"width_px", "height_px", "channels": 1 or 3, "pixels": base64 of
/// the interleaved bytes}. Null where it is none.
[[nodiscard]] QImage pictureFrom(const Json& json);

/// Returns the picture as the bytes of a PNG file; empty where there is none. It is enlarged by
/// whole steps to about the size at which files show it: a program that enlarges it there would
/// smooth it, and the very pixels are to be seen.
[[nodiscard]] std::string pngOf(const QImage& picture);

/// Small pictures side by side with words below. They are enlarged by whole steps without
/// smoothing, so that the very pixels that the network gets are seen.
class PictureTile final : public QFrame {
public:
    /// `captions`: lines below the pictures. Those and the pictures' names are read aloud.
    PictureTile(const QVector<QImage>& pictures, const QStringList& captions,
                QWidget* parent = nullptr);
};

}  // namespace duelo::ui
