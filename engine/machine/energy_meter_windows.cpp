// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <setupapi.h>
#include <winioctl.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "machine/energy_meter.h"

namespace duelo {
namespace {

// GUID_DEVICE_ENERGY_METER and the requests of emi.h, which mingw-w64 lacks.
constexpr GUID kEnergyMeter{
    0x45BD8344, 0x7ED6, 0x49CF, {0xA4, 0x40, 0xC2, 0x76, 0xC9, 0x33, 0xB0, 0x53}};
constexpr DWORD request(DWORD number) {
    return CTL_CODE(FILE_DEVICE_UNKNOWN, number, METHOD_BUFFERED, FILE_READ_ACCESS);
}
constexpr DWORD kVersion = request(0), kMetadataSize = request(1), kMetadata = request(2),
                kReading = request(3);
constexpr ULONG kLargestMetadata = 1 << 16;
constexpr std::size_t kMeasurementBytes = 16;

using Handle = std::shared_ptr<void>;

/// Returns what the driver answers, at most so many bytes; none where it refuses.
std::vector<std::byte> ask(HANDLE meter, DWORD what, std::size_t most) {
    std::vector<std::byte> answer(most);
    DWORD bytes = 0;
    if (!DeviceIoControl(meter, what, nullptr, 0, answer.data(), static_cast<DWORD>(most), &bytes,
                         nullptr))
        return {};
    answer.resize(std::min<std::size_t>(bytes, most));
    return answer;
}

template <typename T>
T askNumber(HANDLE meter, DWORD what) {
    T value{};
    const std::vector<std::byte> answer = ask(meter, what, sizeof value);
    if (answer.size() == sizeof value)
        std::copy_n(answer.data(), sizeof value, reinterpret_cast<std::byte*>(&value));
    return value;
}

/// Opens the meters that are there. Anyone may read them.
std::vector<Handle> meters() {
    std::vector<Handle> opened;
    const HDEVINFO devices = SetupDiGetClassDevsW(&kEnergyMeter, nullptr, nullptr,
                                                  DIGCF_PRESENT | DIGCF_DEVICEINTERFACE);
    if (devices == INVALID_HANDLE_VALUE) return opened;
    SP_DEVICE_INTERFACE_DATA one{};
    one.cbSize = sizeof one;
    for (DWORD i = 0; SetupDiEnumDeviceInterfaces(devices, nullptr, &kEnergyMeter, i, &one); ++i) {
        DWORD bytes = 0;
        SetupDiGetDeviceInterfaceDetailW(devices, &one, nullptr, 0, &bytes, nullptr);
        if (bytes < sizeof(SP_DEVICE_INTERFACE_DETAIL_DATA_W)) continue;
        // Whole units of the type, so that it is aligned.
        std::vector<SP_DEVICE_INTERFACE_DETAIL_DATA_W> room(bytes / sizeof(room[0]) + 1);
        room[0].cbSize = sizeof(room[0]);
        if (!SetupDiGetDeviceInterfaceDetailW(devices, &one, room.data(), bytes, nullptr, nullptr))
            continue;
        const HANDLE meter =
            CreateFileW(room[0].DevicePath, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE,
                        nullptr, OPEN_EXISTING, 0, nullptr);
        if (meter != INVALID_HANDLE_VALUE) opened.emplace_back(meter, &CloseHandle);
    }
    SetupDiDestroyDeviceInfoList(devices);
    return opened;
}

}  // namespace

std::vector<EnergyCounter> meteredPackages() {
    std::vector<EnergyCounter> counters;
    std::set<std::string> known;  // two meters may show the same package
    for (const Handle& meter : meters()) {
        const auto version = askNumber<USHORT>(meter.get(), kVersion);
        const auto size = askNumber<ULONG>(meter.get(), kMetadataSize);
        if (size == 0 || size > kLargestMetadata) continue;
        const auto channels = channelsOfMeter(version, ask(meter.get(), kMetadata, size));
        const std::size_t bytes = channels.size() * kMeasurementBytes;
        for (std::size_t i = 0; i < channels.size(); ++i)
            if (isPackageChannel(channels[i]) && known.insert(channels[i]).second)
                counters.emplace_back([meter, bytes, i] {
                    return joulesOfChannel(ask(meter.get(), kReading, bytes), i);
                });
    }
    return counters;
}

}  // namespace duelo

#endif
