// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vision/parsed_image.h"

namespace duelo {

/// Whether the compressed rows of a PNG end where its header says. libpng unpacks whatever follows,
/// only to throw it away: ten megabytes may become ten gigabytes. Takes as long as unpacking the
/// rows, and no time for small files and other formats.
///
/// Errors: image_too_much_data {width_px, height_px}. What else is wrong, the decoder says.
Result<void> checkPngRows(const ParsedImage& parsed);

}  // namespace duelo
