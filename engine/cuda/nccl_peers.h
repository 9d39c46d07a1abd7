// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <c10/core/Device.h>
#include <c10/cuda/CUDAStream.h>

#include "gpu/gpu.h"

/// NCCL as LibTorch has loaded it. Its own process group (ProcessGroupNCCL) is not used: its header
/// asks for those of cuBLAS, cuSPARSE and cuSOLVER, and its watchdog ends the process that has lost
/// another, where Duelo ends a cell and says why.
namespace duelo {

/// These implement GpuApi::peerId() and GpuApi::meetPeers(). `stream`: that of the work whose
/// tensors are added up.
[[nodiscard]] std::string ncclPeerId();
[[nodiscard]] std::unique_ptr<GpuPeers> meetNcclPeers(const std::string& id, int rank, int ranks,
                                                      const c10::cuda::CUDAStream& stream);

}  // namespace duelo
