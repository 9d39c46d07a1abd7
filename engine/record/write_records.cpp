// SPDX-License-Identifier: Apache-2.0
#include "record/write_records.h"

#include <system_error>
#include <utility>

namespace duelo {

Result<void> writeRecords(const std::vector<Record>& records, const std::filesystem::path& path) {
    auto file = RecordFile::create(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    for (const Record& record : records)
        if (auto written = (*file)->write(record); !written) {
            file->reset();
            std::error_code ignored;
            std::filesystem::remove(path, ignored);
            return written;
        }
    return {};
}

}  // namespace duelo
