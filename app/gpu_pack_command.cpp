// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <system_error>

#include "base/places.h"
#include "commands.h"
#include "gpu/nvidia_library.h"
#include "gpu_pack.h"
#include "terminal.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

#ifdef _WIN32
constexpr bool kHere = true;
#else
constexpr bool kHere = false;
#endif

Result<fs::path> fetched(const GpuWheel& wheel, const fs::path& folder) {
    const bool redraw = isTerminal();
    auto path = fetchWheel(wheel, folder, [&](std::uint64_t done, std::uint64_t total) {
        if (redraw && total > 0)
            std::cout << '\r' << wheel.file << ": " << 100 * done / total << " %   " << std::flush;
        return true;
    });
    if (redraw) std::cout << '\r';
    return path;
}

Result<void> install(const EngineContext& context, const GpuWheel& wheel, const fs::path& from) {
    const fs::path folder = nvidiaFolder();
    if (isUnpacked(wheel, folder)) {
        std::cout << context.text()("cli.gpu_pack_here", {{"file", wheel.file}}) << '\n';
        return {};
    }
    const auto archive =
        from.empty() ? fetched(wheel, folder) : Result<fs::path>(from / fromUtf8(wheel.file));
    if (!archive) return tl::unexpected(archive.error());
    const auto count = unpackWheel(wheel, *archive, folder);
    if (!count) return tl::unexpected(count.error());
    std::error_code ignored;
    if (from.empty()) fs::remove(*archive, ignored);
    std::cout << context.text()("cli.gpu_pack_unpacked",
                                {{"file", wheel.file}, {"count", *count}, {"folder", utf8(folder)}})
              << '\n';
    return {};
}

}  // namespace

int gpuPackCommand(EngineContext& context, const fs::path& from, const fs::path& fetch_to) {
    if (!kHere && fetch_to.empty()) return refuse(context, {"gpu_pack_windows_only"});
    for (const GpuWheel& wheel : gpuWheels()) {
        if (fetch_to.empty()) {
            if (const auto done = install(context, wheel, from); !done)
                return refuse(context, done.error());
            continue;
        }
        const auto path = fetched(wheel, fetch_to);
        if (!path) return refuse(context, path.error());
        std::cout << context.text()("cli.weights_fetched", {{"path", utf8(*path)}}) << '\n';
    }
    std::cout << context.text()("cli.gpu_pack_no_torch") << '\n';
    return kAllDone;
}

}  // namespace duelo
