// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

/// Plain values that operations on tensors take. Names and numbers are LibTorch's.
namespace duelo {

/// The type of a tensor's elements; the numbers are those of c10::ScalarType.
enum class ScalarType : std::int8_t {
    Byte = 0,
    Char = 1,
    Short = 2,
    Int = 3,
    Long = 4,
    Half = 5,
    Float = 6,
    Double = 7,
    Bool = 11,
    BFloat16 = 15
};

/// Returns a type's name as LibTorch prints it, such as "float" or "c10::BFloat16".
[[nodiscard]] std::string_view typeName(ScalarType type);

/// Maps a C++ type to the type of the elements that are read as such.
template <typename T>
inline constexpr ScalarType kTypeOf = T::no_element_of_a_tensor;  // does not compile
template <>
inline constexpr ScalarType kTypeOf<float> = ScalarType::Float;
template <>
inline constexpr ScalarType kTypeOf<double> = ScalarType::Double;
template <>
inline constexpr ScalarType kTypeOf<std::int64_t> = ScalarType::Long;
template <>
inline constexpr ScalarType kTypeOf<std::int32_t> = ScalarType::Int;
template <>
inline constexpr ScalarType kTypeOf<std::int16_t> = ScalarType::Short;
template <>
inline constexpr ScalarType kTypeOf<std::int8_t> = ScalarType::Char;
template <>
inline constexpr ScalarType kTypeOf<std::uint8_t> = ScalarType::Byte;
template <>
inline constexpr ScalarType kTypeOf<bool> = ScalarType::Bool;

/// The order of a tensor's elements in memory; the numbers are those of c10::MemoryFormat.
enum class MemoryFormat : std::int8_t { Contiguous = 0, Preserve = 1, ChannelsLast = 2 };

/// The device whose memory holds a tensor, with the numbers of c10::Device.
struct TensorDevice {
    enum class Kind : std::int8_t { Cpu = 0, Cuda = 1 };

    Kind kind = Kind::Cpu;
    std::int8_t index = -1;  ///< LibTorch's number of the device; -1 means the current one

    static const TensorDevice Cpu, Cuda;

    [[nodiscard]] constexpr bool is_cpu() const { return kind == Kind::Cpu; }
    bool operator==(const TensorDevice&) const = default;
};
inline constexpr TensorDevice TensorDevice::Cpu{}, TensorDevice::Cuda{Kind::Cuda};

/// A number as an argument: floating-point, integer or bool. Its bytes are those of c10::Scalar.
class Scalar {
public:
    Scalar(double value) : m_double(value) {}                    // NOLINT
    Scalar(float value) : Scalar(static_cast<double>(value)) {}  // NOLINT
    // std::int64_t is `long` on Linux and `long long` on Windows.
    Scalar(int value) : Scalar(static_cast<long long>(value)) {}                         // NOLINT
    Scalar(long value) : Scalar(static_cast<long long>(value)) {}                        // NOLINT
    Scalar(long long value) : m_tag(Tag::Whole), m_whole(value) {}                       // NOLINT
    Scalar(bool value) : m_tag(Tag::Bool), m_whole(static_cast<std::int64_t>(value)) {}  // NOLINT

    [[nodiscard]] bool isWhole() const { return m_tag == Tag::Whole; }
    [[nodiscard]] bool isBool() const { return m_tag == Tag::Bool; }
    [[nodiscard]] double asDouble() const { return m_double; }
    [[nodiscard]] std::int64_t asWhole() const { return m_whole; }

private:
    enum class Tag : std::int32_t { Double = 0, Whole = 1, Bool = 4 };

    Tag m_tag = Tag::Double;
    union alignas(16) {
        double m_double;
        std::int64_t m_whole;
    };
};
static_assert(sizeof(Scalar) == 32);

/// A view of sizes, strides or dimensions. It is valid as long as what it was made from.
class IntArrayRef {
public:
    constexpr IntArrayRef() = default;
    constexpr IntArrayRef(const std::int64_t* data, std::size_t size)
        : m_data(data), m_size(size) {}
    constexpr IntArrayRef(const std::int64_t& one) : m_data(&one), m_size(1) {}  // NOLINT
    constexpr IntArrayRef(std::initializer_list<std::int64_t> list)              // NOLINT
        : IntArrayRef(list.begin(), list.size()) {}
    template <typename Container>
    requires requires(const Container& from) { std::span<const std::int64_t>(from); }
    constexpr IntArrayRef(const Container& from)  // NOLINT
        : m_data(std::data(from)), m_size(std::size(from)) {}

    [[nodiscard]] constexpr const std::int64_t* begin() const { return m_data; }
    [[nodiscard]] constexpr const std::int64_t* end() const { return m_data + m_size; }
    [[nodiscard]] constexpr const std::int64_t* data() const { return m_data; }
    [[nodiscard]] constexpr std::size_t size() const { return m_size; }
    [[nodiscard]] constexpr bool empty() const { return m_size == 0; }
    [[nodiscard]] constexpr std::int64_t operator[](std::size_t i) const { return m_data[i]; }
    [[nodiscard]] std::vector<std::int64_t> vec() const { return {begin(), end()}; }
    /// Returns how many elements a tensor of these sizes has.
    [[nodiscard]] constexpr std::int64_t product() const {
        std::int64_t count = 1;
        for (const std::int64_t extent : *this) count *= extent;
        return count;
    }
    [[nodiscard]] friend constexpr bool operator==(IntArrayRef a, IntArrayRef b) {
        if (a.m_size != b.m_size) return false;
        for (std::size_t i = 0; i < a.m_size; ++i)
            if (a.m_data[i] != b.m_data[i]) return false;
        return true;
    }

private:
    const std::int64_t* m_data = nullptr;
    std::size_t m_size = 0;
};

/// The element type and device of a tensor to be made. dtype() and device() with an argument return
/// a changed copy.
class TensorOptions {
public:
    TensorOptions() = default;
    TensorOptions(ScalarType type) : m_type(type) {}  // NOLINT
    explicit TensorOptions(TensorDevice device) : m_device(device) {}

    [[nodiscard]] TensorOptions dtype(ScalarType type) const {
        TensorOptions other(*this);
        other.m_type = type;
        return other;
    }
    [[nodiscard]] TensorOptions device(TensorDevice device) const {
        TensorOptions other(*this);
        other.m_device = device;
        return other;
    }
    [[nodiscard]] ScalarType dtype() const { return m_type; }
    [[nodiscard]] TensorDevice device() const { return m_device; }

private:
    ScalarType m_type = ScalarType::Float;
    TensorDevice m_device = TensorDevice::Cpu;
};

}  // namespace duelo
