// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/pixel_parts.h"
#include "data/prepared_files.h"

namespace duelo {

/// Reads CIFAR-10 and CIFAR-100, 3 x 32 x 32: the binary version (records of a label, or of a
/// coarse and a fine one, and 3072 bytes) and the one for Python (python_batch.h). Files called
/// test are the test part, all others are learnt. Of CIFAR-100 the fine labels are the classes:
/// data_cifar_fine. Names of classes come from batches.meta, meta and their .txt where they are.
/// Nothing when there is no such file.
///
/// Errors: data_sets_several {sets, example}, also of CIFAR-10 and CIFAR-100 in one folder;
/// prepared_train_missing {path} for a test part alone; python_batch_damaged {path} of a file whose
/// name is CIFAR's; those of GzFile and joinParts().
Result<std::optional<DataSet>> readCifarSet(const PreparedFiles& prepared, const DataLimits& limits,
                                            const std::stop_token& stop);

}  // namespace duelo
