// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/pixel_parts.h"
#include "data/prepared_files.h"

namespace duelo {

/// Reads CSV files with a picture in each row: a label and the grey values of a square, 0 to 255,
/// with a row of headings or without, compressed with gzip or not (MNIST as CSV, Kaggle's
/// train.csv). A file without labels is told: data_files_unlabelled {count, files}. Nothing when no
/// file begins so.
///
/// Errors: data_sets_several {sets, example}; pixel_row_invalid {path, line};
/// prepared_train_missing {path}; those of GzFile, LabelledSet::check and joinParts().
Result<std::optional<DataSet>> readPixelTables(const PreparedFiles& prepared,
                                               const DataLimits& limits,
                                               const std::stop_token& stop);

}  // namespace duelo
