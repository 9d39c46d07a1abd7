// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/sheet.h"
#include "machine/clock.h"
#include "machine/gpu_sheet.h"

/// What computes, as values (base/sheet.h). Here and not in the room `models`, because every record
/// file holds one; readEngineSheet() of the engine program fills it.
namespace duelo {

/// Threads that LibTorch uses now.
struct ThreadSheet {
    std::optional<int> intra_op{}, inter_op{};
    Json extra = Json::object();
    bool operator==(const ThreadSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("intra_op", self.intra_op);
        field("inter_op", self.inter_op);
    }
};

/// A library that is really loaded.
struct LoadedLibrary {
    std::string name{}, path{};
    Json extra = Json::object();
    bool operator==(const LoadedLibrary&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
        field("path", self.path);
    }
};

struct EngineSheet {
    std::string libtorch{}, openmp{}, blas{}, onednn{};  ///< versions as the libraries tell them
    std::string cpu_capability{};                        ///< the instructions that LibTorch chose
    std::string compiler{};                              ///< that built LibTorch
    ThreadSheet threads{};
    std::vector<LoadedLibrary> libraries{};
    std::string build{};  ///< "release" or "debug"
    ClockSheet clock{};
    GpuSheet gpu{};
    std::optional<Reason> gpu_reason{};  ///< why no GPU can be used
    /// Whether cuDNN tries its algorithms at the first call of each shape; absent without a GPU.
    std::optional<bool> cudnn_benchmark{};
    Json extra = Json::object();
    bool operator==(const EngineSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("libtorch", self.libtorch);
        field("openmp", self.openmp);
        field("blas", self.blas);
        field("onednn", self.onednn);
        field("cpu_capability", self.cpu_capability);
        field("compiler", self.compiler);
        field("threads", self.threads);
        field("libraries", self.libraries);
        field("build", self.build);
        field("clock", self.clock);
        field("gpu", self.gpu);
        field("gpu_reason", self.gpu_reason);
        field("cudnn_benchmark", self.cudnn_benchmark);
    }
};

}  // namespace duelo
