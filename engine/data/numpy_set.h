// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/pixel_parts.h"
#include "data/prepared_files.h"

namespace duelo {

/// Reads images and labels from NumPy's arrays: one .npz with all of them (x_train, y_train,
/// x_test, y_test of Keras; train_images, train_labels, ...), or .npz and .npy files of one folder
/// (its folders called train and test are parts) whose names say the same. Images are whole numbers
/// from 0 to 255, (count, height, width) with one or three channels before or behind; labels are
/// whole numbers. Nothing where no images and labels are.
///
/// Errors: data_sets_several {sets, example}; numpy_damaged {path}; numpy_type {path, type} and
/// numpy_by_columns {path} of images with other values or stored by columns; numpy_shape
/// {path}; numpy_labels {path, images, labels}; prepared_train_missing {path}; those of ZipArchive,
/// openToRead(), LabelledSet::check and joinParts().
Result<std::optional<DataSet>> readNumpySet(const PreparedFiles& prepared, const DataLimits& limits,
                                            const std::stop_token& stop);

}  // namespace duelo
