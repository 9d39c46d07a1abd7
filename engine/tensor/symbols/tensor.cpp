// SPDX-License-Identifier: Apache-2.0
#include "tensor/tensor.h"

#include <array>
#include <memory>
#include <utility>

#include "tensor/operators.h"
#include "tensor/symbols/cuda_memory.h"
#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/impl.h"
#include "tensor/symbols/names.h"

namespace duelo {

using symbols::implOf;

namespace {

/// Calls a function of LibTorch's C interface that returns one property of a tensor. The
/// interface's handles are addresses of at::Tensors.
template <typename Value>
class Getter {
public:
    explicit Getter(const char* name)
        : m_function(symbols::function<int(const Tensor*, Value*)>(name)), m_name(name) {}

    [[nodiscard]] Value operator()(const Tensor& tensor) const {
        Value value{};
        symbols::check(m_function(&tensor, &value), m_name);
        return value;
    }

private:
    int (*const m_function)(const Tensor*, Value*);
    const char* const m_name;
};

/// The functions and the address by which tensors are copied and destroyed, looked up once.
struct Basics {
    void* undefined = undefinedImpl();  ///< the object that every undefined tensor points to
    /// Assigns one at::Tensor to another, and counts references.
    int (*assign)(const void* from, void* to) =
        symbols::function<int(const void*, void*)>("aoti_torch_assign_tensors");

private:
    static void* undefinedImpl() {
        auto* const make = symbols::function<int(void***)>("aoti_torch_new_uninitialized_tensor");
        auto* const destroy = symbols::function<int(void**)>("aoti_torch_delete_tensor_object");
        void** handle = nullptr;
        symbols::check(make(&handle), "aoti_torch_new_uninitialized_tensor");
        void* const found = *handle;
        destroy(handle);
        return found;
    }
};

/// Returns them. Where LibTorch is missing the program ends with the message of
/// symbols::addressOf(), because copies of a tensor must not throw and nothing could be computed
/// anyway.
const Basics& basics() noexcept {
    static const Basics found;
    return found;
}

/// Returns the index of a dimension, where -1 means the last. Throws Kind::Index for one that a
/// tensor of `dims` dimensions lacks.
std::size_t indexOf(std::int64_t dim, std::size_t dims) {
    const auto count = static_cast<std::int64_t>(dims);
    if (dim < -count || dim >= count) {
        static auto* const wrong =
            symbols::function<std::int64_t(std::int64_t, std::int64_t, bool)>(
                symbols::names::maybe_wrap_dim_slow);
        symbols::guarded([&] { wrong(dim, count, false); });  // throws with LibTorch's text
    }
    return static_cast<std::size_t>(dim < 0 ? dim + count : dim);
}

IntArrayRef stridesOf(const Tensor& tensor) {
    static const Getter<const std::int64_t*> get("aoti_torch_get_strides");
    return {get(tensor), static_cast<std::size_t>(tensor.dim())};
}

/// The dimensions of an image [N, C, H, W] in channels-last order, the innermost first.
constexpr std::array<std::size_t, 4> kChannelsLastOrder{1, 3, 2, 0};

std::size_t bytesOf(ScalarType type) {
    switch (type) {
        case ScalarType::Byte:
        case ScalarType::Char:
        case ScalarType::Bool:
            return 1;
        case ScalarType::Short:
        case ScalarType::Half:
        case ScalarType::BFloat16:
            return 2;
        case ScalarType::Int:
        case ScalarType::Float:
            return 4;
        case ScalarType::Long:
        case ScalarType::Double:
            return 8;
    }
    throw TensorError(TensorError::Kind::Other, "elements of an unknown type");
}

}  // namespace

Tensor::Tensor() noexcept {
    implOf(*this) = basics().undefined;
}

Tensor::Tensor(const Tensor& other) noexcept {
    implOf(*this) = implOf(other);
    if (defined()) symbols::retain(implOf(*this));
}

Tensor::Tensor(Tensor&& other) noexcept {
    implOf(*this) = std::exchange(implOf(other), basics().undefined);
}

Tensor& Tensor::operator=(const Tensor& other) noexcept {
    basics().assign(&other, this);
    return *this;
}

Tensor& Tensor::operator=(Tensor&& other) noexcept {
    Tensor taken(std::move(other));
    std::swap(implOf(*this), implOf(taken));
    return *this;
}

Tensor::~Tensor() {
    const Basics& with = basics();
    if (implOf(*this) == with.undefined) return;
    void* const none = with.undefined;
    with.assign(&none, this);
}

bool Tensor::defined() const noexcept {
    return implOf(*this) != basics().undefined;
}

std::int64_t Tensor::dim() const {
    static const Getter<std::int64_t> get("aoti_torch_get_dim");
    return get(*this);
}

IntArrayRef Tensor::sizes() const {
    static const Getter<const std::int64_t*> get("aoti_torch_get_sizes");
    return {get(*this), static_cast<std::size_t>(dim())};
}

std::int64_t Tensor::size(std::int64_t dim) const {
    const IntArrayRef all = sizes();
    return all[indexOf(dim, all.size())];
}

std::int64_t Tensor::stride(std::int64_t dim) const {
    const IntArrayRef all = stridesOf(*this);
    return all[indexOf(dim, all.size())];
}

std::int64_t Tensor::storage_offset() const {
    static const Getter<std::int64_t> get("aoti_torch_get_storage_offset");
    return get(*this);
}

std::int64_t Tensor::numel() const {
    static const Getter<std::int64_t> get("aoti_torch_get_numel");
    return get(*this);
}

std::size_t Tensor::nbytes() const {
    return static_cast<std::size_t>(numel()) * bytesOf(scalar_type());
}

ScalarType Tensor::scalar_type() const {
    static const Getter<std::int32_t> get("aoti_torch_get_dtype");
    return static_cast<ScalarType>(get(*this));
}

TensorDevice Tensor::device() const {
    static const Getter<std::int32_t> get_kind("aoti_torch_get_device_type");
    static const Getter<std::int32_t> get_index("aoti_torch_get_device_index");
    return {static_cast<TensorDevice::Kind>(get_kind(*this)),
            static_cast<std::int8_t>(get_index(*this))};
}

bool Tensor::is_floating_point() const {
    const ScalarType type = scalar_type();
    return type == ScalarType::Half || type == ScalarType::Float || type == ScalarType::Double ||
           type == ScalarType::BFloat16;
}

bool Tensor::is_contiguous(MemoryFormat format) const {
    if (format != MemoryFormat::ChannelsLast) {
        static const Getter<bool> get("aoti_torch_is_contiguous");
        return get(*this);
    }
    const IntArrayRef extents = sizes(), steps = stridesOf(*this);
    if (extents.size() != kChannelsLastOrder.size()) return false;
    std::int64_t step = 1;
    for (const std::size_t d : kChannelsLastOrder) {
        if (extents[d] == 1) continue;  // the stride of one element does not matter
        if (steps[d] != step) return false;
        step *= extents[d];
    }
    return true;
}

// Strides that fit both orders mean Contiguous, as in LibTorch. So it is with images of one
// channel, and with images of one pixel where the batch has the stride of the channels.
MemoryFormat Tensor::suggest_memory_format() const {
    const IntArrayRef extents = sizes(), steps = stridesOf(*this);
    if (extents.size() != kChannelsLastOrder.size() || steps[1] == 0)
        return MemoryFormat::Contiguous;
    std::int64_t least = 0;
    for (const std::size_t d : kChannelsLastOrder) {
        const bool ambiguous = d == 0 && least == steps[1];
        if (extents[d] == 0 || steps[d] < least || ambiguous) return MemoryFormat::Contiguous;
        least = steps[d] * extents[d];
    }
    return MemoryFormat::ChannelsLast;
}

std::int64_t Tensor::useCount() const {
    return symbols::referencesTo(implOf(*this)) + symbols::referencesTo(symbols::storageOf(*this));
}

void* Tensor::data_ptr() const {
    static const Getter<void*> get("aoti_torch_get_data_ptr");
    return get(*this);
}

namespace symbols {

Tensor fromBlob(TensorDevice device, void* data, IntArrayRef sizes, ScalarType type, FreeBlob* free,
                void* context) {
    constexpr const char* kName = "torch_from_blob";
    using Make =
        int(void* data, std::int64_t dims, const std::int64_t* sizes, const std::int64_t* strides,
            std::int64_t offset, std::int32_t type, std::int32_t device, std::int32_t index,
            void*** made, std::int32_t layout, const std::uint8_t* opaque, std::int64_t opaque_size,
            FreeBlob* free, void* context);
    static auto* const make = function<Make>(kName);
    std::vector<std::int64_t> strides(sizes.size(), 1);
    for (std::size_t d = sizes.size(); d-- > 1;)
        strides[d - 1] = strides[d] * std::max<std::int64_t>(sizes[d], 1);
    void** made = nullptr;
    check(make(data, static_cast<std::int64_t>(sizes.size()), sizes.data(), strides.data(), 0,
               static_cast<std::int32_t>(type), static_cast<std::int32_t>(device.kind),
               device.index, &made, 0, nullptr, 0, free, context),
          kName);
    return takenFrom(made);
}

}  // namespace symbols

namespace ops {

Tensor from_blob(void* data, IntArrayRef sizes, ScalarType type,
                 std::shared_ptr<const void> owner) {
    using Owner = std::shared_ptr<const void>;
    auto kept = std::make_unique<Owner>(std::move(owner));
    Tensor made = symbols::fromBlob(
        TensorDevice::Cpu, data, sizes, type,
        [](void*, void* context) { delete static_cast<Owner*>(context); }, kept.get());
    static_cast<void>(kept.release());
    return made;
}

}  // namespace ops
}  // namespace duelo
