// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/places.h"
#include "commands.h"
#include "gpu/nvidia_library.h"
#include "gpu/torch_folder.h"
#include "gpu_pack.h"
#include "tensor/torch_cuda.h"
#include "terminal.h"
#include "torch_pack.h"

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

void tellUnpacked(const EngineContext& context, const std::string& what, int count,
                  const fs::path& folder) {
    std::cout << context.text()("cli.gpu_pack_unpacked",
                                {{"file", what}, {"count", count}, {"folder", utf8(folder)}})
              << '\n';
}

Result<void> install(const EngineContext& context, const GpuWheel& wheel, const fs::path& from) {
    const fs::path folder = wheel.isTorch() ? torchFolder() : nvidiaFolder();
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
    tellUnpacked(context, wheel.file, *count, folder);
    return {};
}

/// Installs or downloads archives of one part.
Result<void> takeAll(const EngineContext& context, const std::vector<GpuWheel>& wheels,
                     const fs::path& from, const fs::path& fetch_to) {
    for (const GpuWheel& wheel : wheels) {
        if (fetch_to.empty()) {
            if (auto done = install(context, wheel, from); !done) return done;
            continue;
        }
        const auto path = fetched(wheel, fetch_to);
        if (!path) return tl::unexpected(path.error());
        std::cout << context.text()("cli.weights_fetched", {{"path", utf8(*path)}}) << '\n';
    }
    return {};
}

/// Takes LibTorch without an address of it: out of a folder, where there is one.
Result<void> takeTorchFrom(const EngineContext& context, const fs::path& from) {
    if (from.empty()) return fail("gpu_torch_no_address", {{"version", kTorchVersion}});
    const auto count = copyTorch(from, torchFolder());
    if (!count) return tl::unexpected(count.error());
    tellUnpacked(context, std::string("LibTorch ") + kTorchVersion, *count, torchFolder());
    return {};
}

}  // namespace

int gpuPackCommand(EngineContext& context, const std::vector<std::string>& parts,
                   const fs::path& from, const fs::path& fetch_to) {
    if (!kHere && fetch_to.empty()) return refuse(context, {"gpu_pack_windows_only"});
    const auto isAsked = [&](std::string_view part) {
        return std::ranges::find(parts, part) != parts.end();
    };
    std::vector<GpuWheel> nvidia, torch;
    for (const GpuWheel& wheel : gpuWheels()) (wheel.isTorch() ? torch : nvidia).push_back(wheel);
    if (parts.empty() || isAsked(kNvidiaPart))
        if (const auto done = takeAll(context, nvidia, from, fetch_to); !done)
            return refuse(context, done.error());
    if (!parts.empty() && !isAsked(kTorchPart)) return kAllDone;
    // Without an address all that there is to take may be NVIDIA's, which is no fault.
    const bool may_lack = parts.empty() && torchLibrariesIn(from).empty();
    if (torch.empty() && may_lack) {
        std::cout << context.text().reason({"gpu_torch_no_address", {{"version", kTorchVersion}}})
                  << '\n';
        return kAllDone;
    }
    const auto done =
        torch.empty() ? takeTorchFrom(context, from) : takeAll(context, torch, from, fetch_to);
    return done ? kAllDone : refuse(context, done.error());
}

}  // namespace duelo
