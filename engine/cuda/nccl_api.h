// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

struct ncclComm;

/// Declarations from nccl.h of NCCL 2 of the few functions that Duelo calls
/// (docs.nvidia.com/deeplearning/nccl/user-guide), so that no header of 200 MB of wheels is needed;
/// tests compare them with that header where there is one.
namespace duelo::nccl {

constexpr const char* kLibrary = "libnccl.so.2";

using Communicator = ::ncclComm*;
struct UniqueId {
    char internal[128];  // NCCL_UNIQUE_ID_BYTES
};

/// ncclResult_t, ncclDataType_t, ncclRedOp_t.
constexpr int kSuccess = 0, kInProgress = 7;
constexpr int kFloat32 = 7;
constexpr int kSum = 0;

using GetUniqueId = int(UniqueId* id);
using CommInitRank = int(Communicator*, int ranks, UniqueId id, int rank);
using CommAbort = int(Communicator);
using CommGetAsyncError = int(Communicator, int* error);
using AllReduce = int(const void* from, void* to, std::size_t count, int type, int operation,
                      Communicator, cudaStream_t);
using GetErrorString = const char*(int result);

}  // namespace duelo::nccl
