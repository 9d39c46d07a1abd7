// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/dynamic_library.h"

struct CUctx_st;
struct CUstream_st;
struct CUevent_st;
struct CUlib_st;
struct CUkern_st;
struct CUfunc_st;

/// Declarations from cuda.h of CUDA 13 of the functions of the driver that Duelo calls
/// (docs.nvidia.com/cuda/cuda-driver-api): this room needs nothing of CUDA to be built. Where there
/// is that header, a test compares them with it.
namespace duelo::driver {

using Device = int;
using Address = unsigned long long;  // CUdeviceptr
using Context = CUctx_st*;
using Stream = CUstream_st*;
using Event = CUevent_st*;
using Library = CUlib_st*;
using Kernel = CUkern_st*;
using Function = CUfunc_st*;

constexpr int kSuccess = 0, kOutOfMemory = 2, kNoDevice = 100, kNotReady = 600, kUnknown = 999;

/// CUdevice_attribute.
enum Attribute : int {
    kClockRate = 13,
    kMultiprocessors = 16,
    kLaunchTimeout = 17,
    kIntegrated = 18,
    kEcc = 32,
    kMemoryClockRate = 36,
    kMemoryBusWidth = 37,
    kL2Bytes = 38,
    kCapabilityMajor = 75,
    kCapabilityMinor = 76,
};

constexpr unsigned kStreamNonBlocking = 1;  // CU_STREAM_NON_BLOCKING
/// CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP, as cudaHostAllocDefault means it.
constexpr unsigned kHostPortableMapped = 3;

struct Uuid {
    unsigned char bytes[16];
};

/// The functions, under the names by which the driver exports those of their meaning.
struct Calls {
    int (*init)(unsigned flags);
    int (*version)(int* version);
    int (*count)(int* count);
    int (*get)(Device*, int ordinal);
    int (*name)(char* name, int size, Device);
    int (*attribute)(int* value, Attribute, Device);
    int (*totalMemory)(std::size_t* bytes, Device);
    int (*uuid)(Uuid*, Device);
    int (*busId)(char* id, int size, Device);
    int (*retainContext)(Context*, Device);
    int (*contextState)(Device, unsigned* flags, int* active);
    int (*currentContext)(Context*);
    int (*setContext)(Context);
    int (*synchronizeContext)();
    int (*createStream)(Stream*, unsigned flags);
    int (*synchronizeStream)(Stream);
    int (*queryStream)(Stream);
    int (*waitEvent)(Stream, Event, unsigned flags);
    int (*createEvent)(Event*, unsigned flags);
    int (*destroyEvent)(Event);
    int (*recordEvent)(Event, Stream);
    int (*synchronizeEvent)(Event);
    int (*elapsed)(float* ms, Event from, Event to);
    int (*allocate)(Address*, std::size_t bytes);
    int (*free)(Address);
    int (*allocateHost)(void**, std::size_t bytes, unsigned flags);
    int (*freeHost)(void*);
    int (*memoryInfo)(std::size_t* free, std::size_t* total);
    int (*copy)(Address to, Address from, std::size_t bytes, Stream);
    int (*fill)(Address, unsigned word, std::size_t words, Stream);
    int (*loadLibrary)(Library*, const void* code, void* jit, void** jit_values, unsigned jit_count,
                       void* options, void** option_values, unsigned option_count);
    int (*kernel)(Kernel*, Library, const char* name);
    int (*launch)(Function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                  unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream,
                  void** arguments, void** extra);

    /// Finds all of them; the error is the name of the first that the library does not have.
    [[nodiscard]] static tl::expected<Calls, std::string> of(const DynamicLibrary& library);
};

/// 13000 -> "13.0", 12040 -> "12.4"
[[nodiscard]] std::string versionText(int version);
/// "libcuda.so.1" or "nvcuda.dll".
[[nodiscard]] std::filesystem::path standardLibrary();

/// Throws what the number means, as LibTorch would: TensorError of Kind::Accelerator with the
/// number and the function's name; nothing where it is kSuccess.
void check(int number, const char* function);

}  // namespace duelo::driver
