// SPDX-License-Identifier: Apache-2.0
#include "models/checkpoint.h"

#include <bit>
#include <cstring>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "base/whole_file.h"
#include "models/safetensors.h"
#include "models/weight_bytes.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors is little-endian");

/// The alignment of the data, so that readers may use its numbers where they lie.
constexpr std::size_t kAlignment = 8;
constexpr std::size_t kLengthBytes = 8;

using Metadata = std::map<std::string, std::string>;

std::string_view typeName(const Tensor& tensor) {
    if (tensor.scalar_type() == ScalarType::Float) return elementName(ElementType::F32);
    if (tensor.scalar_type() == ScalarType::Long) return elementName(ElementType::I64);
    throw std::logic_error("writeSafetensors: a tensor is neither fp32 nor int64");
}

std::string_view bytesOf(const Tensor& tensor) {
    return {static_cast<const char*>(tensor.const_data_ptr()), tensor.nbytes()};
}

/// The length and the JSON header, filled up with spaces so that the data begins aligned.
std::string headerOf(const WeightMap& tensors, const Metadata& metadata) {
    Json header = Json::object();
    if (!metadata.empty()) header["__metadata__"] = metadata;
    std::size_t offset = 0;
    for (const auto& [name, tensor] : tensors) {
        if (!tensor.is_cpu() || !tensor.is_contiguous())
            throw std::logic_error("writeSafetensors: a tensor is not contiguous on the CPU");
        header[name] = {{"dtype", typeName(tensor)},
                        {"shape", tensor.sizes().vec()},
                        {"data_offsets", {offset, offset + tensor.nbytes()}}};
        offset += tensor.nbytes();
    }
    std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::size_t used = (kLengthBytes + text.size()) % kAlignment;
    if (used != 0) text.append(kAlignment - used, ' ');
    const std::uint64_t length = text.size();
    std::string bytes(kLengthBytes, '\0');
    std::memcpy(bytes.data(), &length, kLengthBytes);
    return bytes + text;
}

Result<Checkpoint> read(const std::filesystem::path& path) {
    const auto file = WeightBytes::read(path);
    if (!file) return tl::unexpected(file.error());
    const std::span<const std::byte> bytes = (*file)->bytes();
    auto table = readSafetensors(bytes);
    if (!table) return tl::unexpected(std::move(table.error()));

    Checkpoint checkpoint{.tensors = {}, .metadata = std::move(table->metadata)};
    for (const StoredTensor& stored : table->tensors) {
        if (stored.type != ElementType::F32 && stored.type != ElementType::I64)
            return fail("weights_type",
                        {{"tensor", stored.name}, {"found", elementName(stored.type)}});
        Tensor tensor;
        try {
            tensor = ops::empty(stored.shape, stored.type == ElementType::F32 ? ScalarType::Float
                                                                              : ScalarType::Long);
        } catch (const TensorError& error) {
            return fail("weights_memory", {{"bytes", bytes.size()}}, error.what());
        }
        if (tensor.nbytes() > 0)
            std::memcpy(tensor.data_ptr(), bytes.data() + stored.offset, tensor.nbytes());
        checkpoint.tensors.emplace(stored.name, std::move(tensor));
    }
    return checkpoint;
}

}  // namespace

Result<void> writeSafetensors(const std::filesystem::path& path, const WeightMap& tensors,
                              const Metadata& metadata) {
    const std::string header = headerOf(tensors, metadata);
    std::vector<std::string_view> pieces{header};
    for (const auto& [name, tensor] : tensors) pieces.push_back(bytesOf(tensor));
    return writeWhole(pieces, path, /*overwrite=*/true);
}

Result<Checkpoint> readCheckpoint(const std::filesystem::path& path) {
    auto checkpoint = read(path);
    // The readers know bytes, not where they came from.
    if (!checkpoint) checkpoint.error().args["path"] = pathText(path);
    return checkpoint;
}

}  // namespace duelo
