// SPDX-License-Identifier: Apache-2.0
#include "models/weight_file.h"

#include <cstring>
#include <future>
#include <new>
#include <optional>

#include <ATen/ATen.h>
#include <c10/core/alignment.h>
#include <c10/util/Exception.h>

#include "base/printable.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "machine/clock.h"
#include "models/digest_memory.h"
#include "models/weight_bytes.h"
#include "models/weight_check.h"
#include "models/weight_format.h"
#include "networks/official_weights.h"

namespace duelo {

namespace {

at::ScalarType scalarType(ElementType type) {
    switch (type) {
        case ElementType::F64:
            return at::kDouble;
        case ElementType::F16:
            return at::kHalf;
        case ElementType::BF16:
            return at::kBFloat16;
        case ElementType::I64:
            return at::kLong;
        case ElementType::I32:
            return at::kInt;
        case ElementType::I16:
            return at::kShort;
        case ElementType::I8:
            return at::kChar;
        case ElementType::U8:
            return at::kByte;
        default:
            return at::kFloat;  // checkTensors() lets no other type through
    }
}

bool isAligned(const void* address, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

/// Calls that make a tensor of one entry of the file; `file` stays as long as a view lives.
class TensorMaker {
public:
    explicit TensorMaker(std::shared_ptr<const WeightBytes> file) : m_file(std::move(file)) {}

    at::Tensor make(const StoredTensor& stored) {
        const std::byte* data = m_file->bytes().data() + stored.offset;
        const at::TensorOptions options = at::TensorOptions().dtype(scalarType(stored.type));
        if (stored.type == ElementType::F32 && stored.contiguous && stored.span_elements > 0 &&
            isAligned(data, c10::gAlignment))
            return view(data, stored.shape, options);

        at::Tensor copy =
            stored.contiguous ? copied(data, stored, options) : gathered(data, stored, options);
        if (isFloating(stored.type)) copy = copy.to(at::kFloat);
        m_copied_bytes += copy.nbytes();
        return copy;
    }
    [[nodiscard]] std::uint64_t copiedBytes() const { return m_copied_bytes; }

private:
    at::Tensor view(const std::byte* data, at::IntArrayRef shape,
                    const at::TensorOptions& options) const {
        // LibTorch has no read-only tensors; WeightFile says that nobody writes into these.
        return at::from_blob(
            const_cast<std::byte*>(data), shape, [file = m_file](void*) {}, options);
    }

    static at::Tensor copied(const std::byte* data, const StoredTensor& stored,
                             const at::TensorOptions& options) {
        at::Tensor copy = at::empty(stored.shape, options);
        if (copy.nbytes() > 0) std::memcpy(copy.data_ptr(), data, copy.nbytes());
        return copy;
    }

    /// A tensor with gaps or another order of dimensions, as channels-last files have it.
    static at::Tensor gathered(const std::byte* data, const StoredTensor& stored,
                               const at::TensorOptions& options) {
        at::Tensor span = at::empty({static_cast<std::int64_t>(stored.span_elements)}, options);
        if (span.nbytes() > 0) std::memcpy(span.data_ptr(), data, span.nbytes());
        return span.as_strided(stored.shape, stored.strides).clone(at::MemoryFormat::Contiguous);
    }

    std::shared_ptr<const WeightBytes> m_file;
    std::uint64_t m_copied_bytes = 0;
};

/// The one place where LibTorch's exceptions of a load become a reason.
Result<void> makeTensors(const std::vector<StoredTensor>& wanted, WeightFile& weights) {
    TensorMaker maker(weights.file);
    std::uint64_t bytes = 0;
    for (const StoredTensor& stored : wanted) bytes += stored.span_elements * sizeof(float);
    try {
        for (const StoredTensor& stored : wanted)
            weights.tensors.emplace(stored.name, maker.make(stored));
    } catch (const c10::Error& error) {
        return fail("weights_memory", {{"bytes", bytes}}, error.what_without_backtrace());
    } catch (const std::bad_alloc& error) {
        return fail("weights_memory", {{"bytes", bytes}}, error.what());
    }
    weights.copied_bytes = maker.copiedBytes();
    return {};
}

/// The SHA-256 of a file that has been read, on a thread of its own unless somebody knows it.
class FileDigest {
public:
    /// `before`: the file's state when its reading began.
    FileDigest(const std::filesystem::path& path, const std::optional<FileState>& before,
               std::shared_ptr<const WeightBytes> file, const DigestMemory* digests)
        : m_digests(digests) {
        if (digests != nullptr && before && before == fileState(path)) m_state = before;
        if (m_state) m_sha256 = digests->find(*m_state);
        if (!m_sha256)
            m_hashing = std::async(std::launch::async,
                                   [file = std::move(file)] { return sha256Hex(file->bytes()); });
    }

    [[nodiscard]] std::string hex() {
        if (m_hashing.valid()) {
            m_sha256 = m_hashing.get();
            if (m_state) m_digests->keep(*m_state, *m_sha256);
        }
        return *m_sha256;
    }

private:
    const DigestMemory* m_digests;
    std::optional<FileState> m_state;  ///< of what was read, where it is known and asked for
    std::optional<std::string> m_sha256;
    std::future<std::string> m_hashing;
};

/// All but what the digest tells.
Result<WeightFile> tensorsOf(std::shared_ptr<const WeightBytes> file,
                             const std::filesystem::path& path,
                             std::span<const TensorSpec> expected, const OtherModel& other) {
    auto table = readTensorTable(file->bytes());
    if (!table) return tl::unexpected(std::move(table.error()));
    auto checked = checkTensors(std::move(table->tensors), expected, other);
    if (!checked) return tl::unexpected(std::move(checked.error()));

    WeightFile weights;
    weights.format = table->format;
    weights.bytes = file->bytes().size();
    weights.file = std::move(file);
    for (const auto& [type, count] : checked->converted)
        weights.notes.push_back(
            {"weights_converted",
             {{"path", pathText(path)}, {"from", elementName(type)}, {"count", count}},
             {}});
    if (auto made = makeTensors(checked->tensors, weights); !made)
        return tl::unexpected(std::move(made.error()));
    return weights;
}

}  // namespace

Result<WeightFile> readWeights(const std::filesystem::path& path,
                               std::span<const TensorSpec> expected, const OtherModel& other,
                               const DigestMemory* digests) {
    const std::optional<FileState> before = digests != nullptr ? fileState(path) : std::nullopt;
    const std::int64_t startNs = nowNs();
    auto file = WeightBytes::read(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    FileDigest digest(path, before, *file, digests);
    auto weights = tensorsOf(std::move(*file), path, expected, other);
    // The readers know bytes, not where they came from.
    if (!weights) {
        weights.error().args["path"] = pathText(path);
        return weights;
    }
    weights->read_ms = msSince(startNs);
    weights->sha256 = digest.hex();
    weights->provenance = findOfficialWeights(weights->sha256) != nullptr ? "official" : "other";
    return weights;
}

}  // namespace duelo
