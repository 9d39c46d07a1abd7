// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "base/text.h"
#include "machine/probe_sheet.h"

namespace duelo::ui {

/// The things that this PC can do, in the words of the start and diagnosis pages (S3-09, R-07).
struct ProbeWords {
    enum class Cuda { Unknown, Yes, No };

    Cuda cuda = Cuda::Unknown;
    QString verdict;       ///< one sentence
    QString possible;      ///< what can be done meanwhile, or without the engine
    QString cuda_line;     ///< "CUDA available: no" (S0-18)
    QString gpu_none;      ///< the handout's sentence (S0-17); empty with a GPU, by OpenCL too
    QString gpu_reason;    ///< why there is none, or none for networks, and what to do
    QStringList warnings;  ///< what may spoil the numbers now
};

/// Before the engine has answered.
[[nodiscard]] ProbeWords waitingWords(const Text& text);
[[nodiscard]] ProbeWords probeWords(const ProbeSheet& sheet, const Text& text);
/// The engine cannot be started or does not answer.
[[nodiscard]] ProbeWords problemWords(const Reason& reason, const Text& text);

}  // namespace duelo::ui
