// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "record/record_file.h"
#include "record_examples.h"

namespace duelo::examples {

namespace fs = std::filesystem;

inline std::string contentOf(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void put(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// Returns the file that RecordFile::resume() gives, without the rest.
inline Result<std::unique_ptr<RecordFile>> fileOf(Result<RecordFile::Resumed> resumed) {
    if (!resumed) return tl::unexpected(resumed.error());
    return std::move(resumed->file);
}

inline std::vector<Record> run() {
    return {header(),     cell("c001"),   samples("c001"), done("c001"),
            cell("c002"), failed("c002"), cell("c003"),    samples("c003")};
}

/// Writes the file of a whole or an interrupted run.
inline std::string write(const fs::path& path, bool finished) {
    fs::remove(path);
    auto file = RecordFile::create(path);
    if (!file) return file.error().code;
    for (const Record& record : run())
        if (auto ok = (*file)->write(record); !ok) return ok.error().code;
    if (finished)
        if (auto ok = (*file)->write(end()); !ok) return ok.error().code;
    return {};
}

}  // namespace duelo::examples
