// SPDX-License-Identifier: Apache-2.0
#include "models/weight_bytes.h"

#include <fstream>
#include <new>
#include <system_error>

#include "base/utf8.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Reason> refused(const char* code, const fs::path& path, Json args = Json::object(),
                               std::string message = {}) {
    args["path"] = pathText(path);
    return fail(code, std::move(args), std::move(message));
}

/// Only a regular file: opening a named pipe would wait for somebody to write into it.
Result<std::uint64_t> sizeOf(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found || error == std::errc::filename_too_long)
        return refused("weights_missing", path, Json::object(), error.message());
    if (error) return refused("weights_unreadable", path, Json::object(), error.message());
    if (fs::is_directory(status)) return refused("weights_is_folder", path);
    if (!fs::is_regular_file(status)) return refused("weights_not_a_file", path);
    const std::uint64_t size = fs::file_size(path, error);
    if (error) return refused("weights_unreadable", path, Json::object(), error.message());
    if (size == 0) return refused("weights_empty", path);
    if (size > kMaxWeightBytes)
        return refused("weights_too_large", path,
                       {{"found_bytes", size}, {"limit_bytes", kMaxWeightBytes}});
    return size;
}

}  // namespace

Result<std::shared_ptr<const WeightBytes>> WeightBytes::read(const fs::path& path) {
    const auto size = sizeOf(path);
    if (!size) return tl::unexpected(size.error());
    std::ifstream file(path, std::ios::binary);
    if (!file) return refused("weights_unreadable", path);
    std::shared_ptr<const WeightBytes> whole;
    try {
        whole.reset(new WeightBytes(static_cast<std::size_t>(*size)));
    } catch (const std::bad_alloc& error) {
        return refused("weights_memory", path, {{"bytes", *size}}, error.what());
    }
    file.read(reinterpret_cast<char*>(whole->m_block.at(0)), static_cast<std::streamsize>(*size));
    if (file.bad()) return refused("weights_unreadable", path);
    if (!file)
        return refused("weights_truncated", path,
                       {{"expected_bytes", *size}, {"found_bytes", file.gcount()}});
    return whole;
}

}  // namespace duelo
