// SPDX-License-Identifier: Apache-2.0
#include "models/weight_file.h"

#include <charconv>
#include <cstring>
#include <future>
#include <new>
#include <optional>

#include "base/printable.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "machine/clock.h"
#include "models/digest_memory.h"
#include "models/weight_bytes.h"
#include "models/weight_check.h"
#include "models/weight_format.h"
#include "networks/official_weights.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

ScalarType scalarType(ElementType type) {
    switch (type) {
        case ElementType::F64:
            return ScalarType::Double;
        case ElementType::F16:
            return ScalarType::Half;
        case ElementType::BF16:
            return ScalarType::BFloat16;
        case ElementType::I64:
            return ScalarType::Long;
        case ElementType::I32:
            return ScalarType::Int;
        case ElementType::I16:
            return ScalarType::Short;
        case ElementType::I8:
            return ScalarType::Char;
        case ElementType::U8:
            return ScalarType::Byte;
        default:
            return ScalarType::Float;  // checkTensors() lets no other type through
    }
}

/// Where LibTorch's own tensors begin, in bytes.
constexpr std::size_t kAlignment = 64;

bool isAligned(const void* address, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

/// Calls that make a tensor of one entry of the file; `file` stays as long as a view lives.
class TensorMaker {
public:
    explicit TensorMaker(std::shared_ptr<const WeightBytes> file) : m_file(std::move(file)) {}

    Tensor make(const StoredTensor& stored) {
        const std::byte* data = m_file->bytes().data() + stored.offset;
        const TensorOptions options = TensorOptions().dtype(scalarType(stored.type));
        if (stored.type == ElementType::F32 && stored.contiguous && stored.span_elements > 0 &&
            isAligned(data, kAlignment))
            return view(data, stored.shape);

        Tensor copy =
            stored.contiguous ? copied(data, stored, options) : gathered(data, stored, options);
        if (isFloating(stored.type)) copy = copy.to(ScalarType::Float);
        m_copied_bytes += copy.nbytes();
        return copy;
    }
    [[nodiscard]] std::uint64_t copiedBytes() const { return m_copied_bytes; }

private:
    Tensor view(const std::byte* data, IntArrayRef shape) const {
        // LibTorch has no read-only tensors; WeightFile says that nobody writes into these.
        return ops::from_blob(const_cast<std::byte*>(data), shape, ScalarType::Float, m_file);
    }

    static Tensor copied(const std::byte* data, const StoredTensor& stored,
                         const TensorOptions& options) {
        Tensor copy = ops::empty(stored.shape, options);
        if (copy.nbytes() > 0) std::memcpy(copy.data_ptr(), data, copy.nbytes());
        return copy;
    }

    /// A tensor with gaps or another order of dimensions, as channels-last files have it.
    static Tensor gathered(const std::byte* data, const StoredTensor& stored,
                           const TensorOptions& options) {
        Tensor span = ops::empty({static_cast<std::int64_t>(stored.span_elements)}, options);
        if (span.nbytes() > 0) std::memcpy(span.data_ptr(), data, span.nbytes());
        return span.as_strided(stored.shape, stored.strides).clone(MemoryFormat::Contiguous);
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
    } catch (const TensorError& error) {
        return fail("weights_memory", {{"bytes", bytes}}, error.what());
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

/// "model-00001-of-00002.safetensors": part 1 of 2.
std::optional<std::pair<int, int>> shardOf(const std::filesystem::path& path) {
    constexpr std::string_view kOf = "-of-";
    constexpr std::size_t kDigits = 5;
    const std::string name = pathText(path.stem());
    const std::size_t of = name.rfind(kOf);
    if (of == name.npos || of < kDigits || name.size() < of + kOf.size() + kDigits)
        return std::nullopt;
    int part = 0, parts = 0;
    const auto read = [&](std::size_t at, int& value) {
        const char* const end = name.data() + at + kDigits;
        return std::from_chars(name.data() + at, end, value).ptr == end;
    };
    if (!read(of - kDigits, part) || !read(of + kOf.size(), parts) || parts < 2)
        return std::nullopt;
    return std::pair(part, parts);
}

/// All but what the digest tells.
Result<WeightFile> tensorsOf(std::shared_ptr<const WeightBytes> file,
                             const std::filesystem::path& path, const WantedTensors& wanted,
                             const OtherModel& other) {
    const auto table = readTensorTable(file->bytes());
    if (!table) return tl::unexpected(table.error());
    auto checked = checkTensors(*table, wanted, other);
    if (!checked) {
        const auto shard = shardOf(path);
        if (!shard || checked.error().code != "weights_tensor_missing")
            return tl::unexpected(std::move(checked.error()));
        return fail("weights_shard", {{"part", shard->first}, {"parts", shard->second}});
    }
    if (auto sums = checkSums(file->bytes(), *table, checked->tensors); !sums)
        return tl::unexpected(std::move(sums.error()));

    WeightFile weights;
    weights.format = table->format;
    weights.bytes = file->bytes().size();
    weights.file = std::move(file);
    weights.notes = notesOf(*checked, wanted, pathText(path));
    if (auto made = makeTensors(checked->tensors, weights); !made)
        return tl::unexpected(std::move(made.error()));
    return weights;
}

}  // namespace

Result<WeightFile> readWeights(const std::filesystem::path& path, const WantedTensors& wanted,
                               const OtherModel& other, const DigestMemory* digests) {
    const std::optional<FileState> before = digests != nullptr ? fileState(path) : std::nullopt;
    const std::int64_t startNs = nowNs();
    auto file = WeightBytes::read(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    FileDigest digest(path, before, *file, digests);
    auto weights = tensorsOf(std::move(*file), path, wanted, other);
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
