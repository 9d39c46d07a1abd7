// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/words.h"

/// The devices that do the work, as data: another API is one more enumerator with its word.
namespace duelo {

/// The programming interface by which a device is reached. The last one stands for all that this
/// Duelo does not know: no device here has it, but files of other Duelos may name it.
enum class Api { Cpu, Cuda, OpenCl, Other };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Api>{"cpu", "cuda", "opencl", "other"};

enum class DeviceKind { Cpu, Gpu };

/// Plans and records hold it as one word: "cpu", "cuda", "opencl:1". "<api>" is "<api>:0".
struct Device {
    Api api = Api::Cpu;
    int index = 0;  ///< among the devices of that API on one PC

    /// The first device of an API, which is the only one on nearly all PCs.
    static const Device Cpu, Cuda, OpenCl;

    [[nodiscard]] constexpr bool isGpu() const { return api != Api::Cpu; }
    [[nodiscard]] constexpr bool isCpu() const { return api == Api::Cpu; }
    [[nodiscard]] constexpr DeviceKind kind() const {
        return isGpu() ? DeviceKind::Gpu : DeviceKind::Cpu;
    }
    auto operator<=>(const Device&) const = default;
};
inline constexpr Device Device::Cpu{}, Device::Cuda{Api::Cuda}, Device::OpenCl{Api::OpenCl};

[[nodiscard]] inline std::string word(const Device& device) {
    const std::string api(word(device.api));
    return device.index == 0 ? api : api + ':' + std::to_string(device.index);
}

/// The words of devices as a regular expression, for the schema.
inline constexpr std::string_view kDevicePattern = "^[a-z][a-z0-9_]*(:[0-9]+)?$";

/// Returns the device of a word; nothing where the word has another shape than kDevicePattern. An
/// API that this Duelo does not know is Api::Other.
[[nodiscard]] inline std::optional<Device> deviceFrom(std::string_view text) {
    const auto colon = text.find(':');
    const std::string_view api = text.substr(0, colon);
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (api.empty() || !isLetter(api.front())) return std::nullopt;
    for (const char c : api)
        if (!isLetter(c) && !(c >= '0' && c <= '9') && c != '_') return std::nullopt;
    Device device{parseWord<Api>(api).value_or(Api::Other)};
    if (colon == std::string_view::npos) return device;
    const char* const end = text.data() + text.size();
    const char* const begin = text.data() + colon + 1;
    const auto [stop, error] = std::from_chars(begin, end, device.index);
    if (stop != end || error != std::errc() || *begin == '-') return std::nullopt;
    return device;
}

}  // namespace duelo
