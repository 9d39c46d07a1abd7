// SPDX-License-Identifier: Apache-2.0
#include "machine/energy_meter.h"

#include <cstdint>
#include <cstring>

namespace duelo {
namespace {

constexpr std::size_t kNames = 2 * 16 * 2;  // maker and model, 16 characters of 2 bytes each
constexpr std::uint32_t kPicowattHours = 0;
constexpr double kJoulesPerPicowattHour = 3600e-12;
constexpr std::size_t kMeasurement = 16;  // energy and time, 8 bytes each

/// Takes numbers and texts off the front of bytes. What they lack makes it not whole.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    template <typename T>
    T number() {
        T value{};
        if (const auto bytes = take(sizeof value); !bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    /// UTF-16 up to a zero, if there is one; channels are named in ASCII.
    std::string text(std::size_t bytes) {
        std::string name;
        const auto characters = take(bytes);
        for (std::size_t i = 0; i + 1 < characters.size(); i += 2) {
            const auto low = std::to_integer<unsigned char>(characters[i]);
            const auto high = std::to_integer<unsigned char>(characters[i + 1]);
            if (low == 0 && high == 0) break;
            name += high == 0 && low < 0x80 ? static_cast<char>(low) : '?';
        }
        return name;
    }
    std::span<const std::byte> take(std::size_t count) {
        m_whole = m_whole && count <= m_bytes.size();
        if (!m_whole) return {};
        const auto taken = m_bytes.first(count);
        m_bytes = m_bytes.subspan(count);
        return taken;
    }
    [[nodiscard]] bool isWhole() const { return m_whole; }

private:
    std::span<const std::byte> m_bytes;
    bool m_whole = true;
};

}  // namespace

std::vector<std::string> channelsOfMeter(int version, std::span<const std::byte> metadata) {
    if (version != 1 && version != 2) return {};
    Reader reader(metadata);
    std::vector<std::string> channels;
    bool known = true;
    const auto takeUnit = [&] {
        known = reader.number<std::uint32_t>() == kPicowattHours && known;
    };
    if (version == 1) takeUnit();
    reader.take(kNames);
    reader.number<std::uint16_t>();  // revision of the hardware
    int left = version == 1 ? 1 : reader.number<std::uint16_t>();
    for (; left > 0 && reader.isWhole(); --left) {
        if (version == 2) takeUnit();
        const std::size_t size = reader.number<std::uint16_t>();
        channels.push_back(reader.text(size));
    }
    return reader.isWhole() && known ? channels : std::vector<std::string>();
}

bool isPackageChannel(const std::string& name) {
    return name.starts_with("RAPL_Package") && name.ends_with("_PKG");
}

std::optional<double> joulesOfChannel(std::span<const std::byte> measurement, std::size_t at) {
    if (at >= measurement.size() / kMeasurement) return std::nullopt;
    Reader reader(measurement.subspan(at * kMeasurement));
    return static_cast<double>(reader.number<std::uint64_t>()) * kJoulesPerPicowattHour;
}

#ifndef _WIN32

std::vector<EnergyCounter> meteredPackages() {
    return {};
}

#endif

}  // namespace duelo
