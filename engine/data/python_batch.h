// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duelo {

/// A dictionary of CIFAR as Python's pickle wrote it: what Duelo wants of it.
struct PythonBatch {
    std::size_t rows = 0, columns = 0;  ///< of `data`
    std::string_view data;              ///< unsigned bytes, row by row; within the file's
    std::vector<int> labels;            ///< "labels", else "fine_labels"
    bool fine = false;                  ///< labels or names are CIFAR-100's
    std::vector<std::string> names;     ///< "label_names", else "fine_label_names"
};

/// Reads the pickle of such a dictionary (base/pickle.h). Of Python's names only those of NumPy's
/// array of bytes are understood. Returns nothing where the bytes are no such pickle or not whole.
[[nodiscard]] std::optional<PythonBatch> readPythonBatch(std::string_view file);

}  // namespace duelo
