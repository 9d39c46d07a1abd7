// SPDX-License-Identifier: Apache-2.0
// What the stand-in for the CUDA driver does as work: memory is the host's, everything is done when
// it is submitted, and kernels are run by the emulator, or by the host where that would take too
// long. A call on a thread whose context is none or another, memory that is not its own and a copy
// beyond its block are errors, as of the real one. DUELO_STUB_FAULTS names calls that fail,
// "cuMemAlloc_v2=2,cuLaunchKernel=702"; after a fault of 700 and more nothing works any more.
// "=nonsense" has a call tell what cannot be.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "emulated_kernels.h"
#include "gpu/cuda_driver.h"
#include "host_kernels.h"

#define STUB extern "C" __attribute__((visibility("default")))

using namespace duelo::driver;

struct CUevent_st {
    std::chrono::steady_clock::time_point at;
    bool recorded = false;
};

/// A kernel's text, and which arguments it takes: p a pointer, L and i whole numbers of 64
/// and 32 bits, u one without a sign, f a float.
struct CUkern_st {
    const char *name, *text, *arguments;
};

namespace {

constexpr int kInvalid = 1, kNoContext = 201, kNotFound = 500, kBroken = 700;
constexpr std::size_t kTotalBytes = std::size_t{8} << 30;

constexpr CUkern_st kKernels[] = {
    {"matmul1", "kernels/matmul1.cu", "pppi"},
    {"matmul2", "kernels/matmul2.cu", "pppi"},
    {"matmul3", "kernels/matmul3.cu", "pppi"},
    {"matmul1_coalesced", "kernels/matmul1_coalesced.cu", "pppi"},
    {"matmul3_coalesced", "kernels/matmul3_coalesced.cu", "pppi"},
    {"matmul_registers", "kernels/matmul_registers.cu", "pppi"},
    {"matmul_buffered", "kernels/matmul_buffered.cu", "pppi"},
    {"matmul_warp_tiles", "kernels/matmul_warp_tiles.cu", "pppi"},
    {"pool_each_window", "kernels/pool_each_window.cu", "ppiiiiif"},
    {"pool_rows", "kernels/pool_rows.cu", "ppii"},
    {"pool_one_window", "kernels/pool_one_window.cu", "ppi"},
    {"pool_identity_constant", "kernels/pool_identity.cu", "ppi"},
    {"pool_identity_transferred", "kernels/pool_identity.cu", "pppi"},
    {"pool_matmul2_constant", "kernels/pool_matmul2.cu", "ppi"},
    {"pool_matmul2_transferred", "kernels/pool_matmul2.cu", "pppi"},
    {"pool_matmul3_constant", "kernels/pool_matmul3.cu", "ppi"},
    {"pool_matmul3_transferred", "kernels/pool_matmul3.cu", "pppi"},
    {"pi_each", "kernels/pi.cu", "ppLLLi"},
    {"pi_sums", "kernels/pi.cu", "ppLLLi"},
    {"pi_total", "kernels/pi.cu", "pppi"},
    {"copy_words", "kernels/copy_words.cu", "ppL"},
    {"roof_fma", "kernels/roof_fma.cu", "piff"},
    {"launch_nothing", "kernels/launch_nothing.cu", "p"},
    {"add_bias_clip_f32_1", "kernels/add_bias_clip.cu", "pppuuuff"},
    {"add_bias_clip_f32_4", "kernels/add_bias_clip.cu", "pppuuuff"},
    {"add_bias_clip_f16_1", "kernels/add_bias_clip.cu", "pppuuuff"},
    {"add_bias_clip_f16_8", "kernels/add_bias_clip.cu", "pppuuuff"},
    {"add_bias_clip_bf16_1", "kernels/add_bias_clip.cu", "pppuuuff"},
    {"add_bias_clip_bf16_8", "kernels/add_bias_clip.cu", "pppuuuff"},
    {"dropout_1", "kernels/dropout.cu", "pLpLLLf"},
    {"dropout_32", "kernels/dropout.cu", "pLpLLLf"},
};

std::mutex mutex;
std::map<std::uintptr_t, std::size_t> blocks;  ///< of the device
std::size_t taken_bytes = 0;
int broken = 0;
bool has_context = false;
char context, library;
Context const kContext = reinterpret_cast<Context>(&context);
thread_local Context current = nullptr;
CUstream_st* const kStreams = reinterpret_cast<CUstream_st*>(&library);

std::string faultOf(const std::string& call) {
    const char* text = std::getenv("DUELO_STUB_FAULTS");
    const std::string faults = text != nullptr ? text : "";
    const std::size_t at = faults.find(call + "=");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + call.size() + 1;
    return faults.substr(begin, faults.find(',', begin) - begin);
}

/// Every call begins so; returns 0 where it may go on.
int begun(const char* call, bool needs_context = true) {
    if (broken != 0) return broken;
    if (needs_context && current != kContext) return kNoContext;
    const int fault = std::atoi(faultOf(call).c_str());
    if (fault >= kBroken) broken = fault;
    return fault;
}

/// Whether all of the bytes lie in one block, or none in any.
bool fits(std::uintptr_t place, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    auto next = blocks.upper_bound(place);
    if (next == blocks.begin()) return true;
    const auto& [begin, size] = *--next;
    return place >= begin + size || place + bytes <= begin + size;
}

template <typename Value>
Value valueAt(void* const* arguments, std::size_t i) {
    Value value;
    std::memcpy(&value, arguments[i], sizeof value);
    return value;
}

void runFma(const duelo::KernelLaunch& launch) {
    float sums[8];
    for (int i = 0; i < 8; ++i) sums[i] = 1.0F / static_cast<float>(i + 1);
    const float factor = std::get<float>(launch.arguments[2]),
                summand = std::get<float>(launch.arguments[3]);
    for (int round = 0; round < std::get<std::int32_t>(launch.arguments[1]); ++round)
        for (float& sum : sums) sum = sum * factor + summand;
    float all = 0;
    for (const float sum : sums) all += sum;
    auto* results =
        static_cast<float*>(const_cast<void*>(std::get<const void*>(launch.arguments[0])));
    for (std::size_t i = 0; i < std::size_t{launch.blocks} * launch.threads; ++i)
        results[i] = all / 8;
}

void run(const duelo::KernelLaunch& launch) {
    const std::string name = launch.kernel;
    if (name == "roof_fma") return runFma(launch);
    if (name == "copy_words") {
        std::memcpy(const_cast<void*>(std::get<const void*>(launch.arguments[1])),
                    std::get<const void*>(launch.arguments[0]),
                    std::get<std::uint64_t>(launch.arguments[2]) * 4);
        return;
    }
    if (name.starts_with("add_bias_clip") || name.starts_with("dropout"))
        duelo::test::runOnHost(launch);
    else
        duelo::test::runEmulated(launch);
}

}  // namespace

/// NVRTC asks the driver for functions of its own in a table, which begins with its size: here
/// there are none.
STUB int cuGetExportTable(const void** table, const void*) {
    static const std::size_t empty[1] = {sizeof empty};
    *table = empty;
    return 0;
}
STUB int cuDeviceTotalMem_v2(std::size_t* bytes, Device) {
    *bytes = kTotalBytes;
    return begun("cuDeviceTotalMem_v2", false);
}
STUB int cuDeviceGetUuid_v2(Uuid* uuid, Device) {
    for (unsigned char i = 0; i < 16; ++i) uuid->bytes[i] = i;
    return 0;
}
STUB int cuDeviceGetPCIBusId(char* id, int size, Device) {
    std::strncpy(id, "0000:65:00.0", static_cast<std::size_t>(size));
    return 0;
}
STUB int cuDevicePrimaryCtxRetain(Context* made, Device) {
    if (const int fault = begun("cuDevicePrimaryCtxRetain", false)) return fault;
    has_context = true;
    *made = kContext;
    return 0;
}
STUB int cuDevicePrimaryCtxGetState(Device, unsigned* flags, int* active) {
    *flags = 0;
    *active = has_context ? 1 : 0;
    return 0;
}
STUB int cuCtxGetCurrent(Context* found) {
    *found = current;
    return 0;
}
STUB int cuCtxSetCurrent(Context wanted) {
    current = wanted;
    return 0;
}
STUB int cuCtxSynchronize() {
    return begun("cuCtxSynchronize");
}
STUB int cuStreamCreate(Stream* stream, unsigned) {
    *stream = kStreams;
    return begun("cuStreamCreate");
}
STUB int cuStreamSynchronize(Stream) {
    return begun("cuStreamSynchronize");
}
STUB int cuStreamQuery(Stream) {
    return begun("cuStreamQuery");
}
STUB int cuStreamWaitEvent(Stream, Event event, unsigned) {
    if (const int fault = begun("cuStreamWaitEvent")) return fault;
    return event->recorded ? 0 : kInvalid;
}
STUB int cuEventCreate(Event* event, unsigned) {
    *event = new CUevent_st;
    return begun("cuEventCreate");
}
STUB int cuEventDestroy_v2(Event event) {
    delete event;
    return 0;
}
STUB int cuEventRecord(Event event, Stream) {
    *event = {std::chrono::steady_clock::now(), true};
    return begun("cuEventRecord");
}
STUB int cuEventSynchronize(Event) {
    return begun("cuEventSynchronize");
}
STUB int cuEventElapsedTime(float* ms, Event from, Event to) {
    if (!from->recorded || !to->recorded) return 400;  // CUDA_ERROR_INVALID_HANDLE
    *ms = std::chrono::duration<float, std::milli>(to->at - from->at).count();
    if (faultOf("cuEventElapsedTime") == "nonsense") *ms = std::numeric_limits<float>::quiet_NaN();
    return begun("cuEventElapsedTime");
}

STUB int cuMemAlloc_v2(Address* place, std::size_t bytes) {
    if (const int fault = begun("cuMemAlloc_v2")) return fault;
    const std::lock_guard lock(mutex);
    if (bytes == 0) return kInvalid;
    if (bytes > kTotalBytes - taken_bytes) return kOutOfMemory;
    void* made = std::malloc(bytes);
    if (made == nullptr) return kOutOfMemory;
    std::memset(made, 0xa5, bytes);
    *place = reinterpret_cast<std::uintptr_t>(made);
    blocks[static_cast<std::uintptr_t>(*place)] = bytes;
    taken_bytes += bytes;
    return 0;
}
STUB int cuMemFree_v2(Address place) {
    const std::lock_guard lock(mutex);
    const auto known = blocks.find(static_cast<std::uintptr_t>(place));
    if (known == blocks.end()) return kInvalid;
    taken_bytes -= known->second;
    blocks.erase(known);
    std::free(reinterpret_cast<void*>(static_cast<std::uintptr_t>(place)));
    return 0;
}
STUB int cuMemHostAlloc(void** place, std::size_t bytes, unsigned flags) {
    if (const int fault = begun("cuMemHostAlloc")) return fault;
    *place = std::malloc(bytes);
    return flags == kHostPortableMapped && *place != nullptr ? 0 : kInvalid;
}
STUB int cuMemFreeHost(void* place) {
    std::free(place);
    return 0;
}
STUB int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    const std::lock_guard lock(mutex);
    *total = kTotalBytes;
    *free = kTotalBytes - taken_bytes;
    if (faultOf("cuMemGetInfo_v2") == "nonsense") *free = kTotalBytes + 1;
    return begun("cuMemGetInfo_v2");
}
STUB int cuMemcpyAsync(Address to, Address from, std::size_t bytes, Stream stream) {
    if (const int fault = begun("cuMemcpyAsync")) return fault;
    const auto there = static_cast<std::uintptr_t>(to), here = static_cast<std::uintptr_t>(from);
    if (stream == nullptr || !fits(there, bytes) || !fits(here, bytes)) return kInvalid;
    std::memcpy(reinterpret_cast<void*>(there), reinterpret_cast<const void*>(here), bytes);
    return 0;
}
STUB int cuMemsetD32Async(Address place, unsigned word, std::size_t words, Stream) {
    if (const int fault = begun("cuMemsetD32Async")) return fault;
    const auto there = static_cast<std::uintptr_t>(place);
    if (!fits(there, words * 4)) return kInvalid;
    for (std::size_t i = 0; i < words; ++i)
        std::memcpy(reinterpret_cast<char*>(there) + i * 4, &word, sizeof word);
    return 0;
}

STUB int cuLibraryLoadData(Library* loaded, const void* code, void*, void**, unsigned, void*,
                           void**, unsigned) {
    *loaded = reinterpret_cast<Library>(&library);
    const int fault = begun("cuLibraryLoadData");
    return fault == 0 && code == nullptr ? kInvalid : fault;
}
STUB int cuLibraryGetKernel(Kernel* kernel, Library, const char* name) {
    for (const CUkern_st& one : kKernels)
        if (std::strcmp(one.name, name) == 0) {
            *kernel = const_cast<Kernel>(&one);
            return begun("cuLibraryGetKernel");
        }
    return kNotFound;
}
STUB int cuLaunchKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned,
                        unsigned block_x, unsigned block_y, unsigned, unsigned, Stream stream,
                        void** arguments, void**) {
    if (const int fault = begun("cuLaunchKernel")) return fault;
    const auto& kernel = *reinterpret_cast<const CUkern_st*>(function);
    duelo::KernelLaunch launch{.text = kernel.text,
                               .kernel = kernel.name,
                               .blocks = grid_x,
                               .threads = block_x,
                               .blocks_y = grid_y,
                               .threads_y = block_y};
    for (std::size_t i = 0; kernel.arguments[i] != 0; ++i) switch (kernel.arguments[i]) {
            case 'p':
                launch.arguments.emplace_back(valueAt<const void*>(arguments, i));
                break;
            case 'L':
                launch.arguments.emplace_back(valueAt<std::uint64_t>(arguments, i));
                break;
            case 'u':
                launch.arguments.emplace_back(valueAt<std::uint32_t>(arguments, i));
                break;
            case 'i':
                launch.arguments.emplace_back(valueAt<std::int32_t>(arguments, i));
                break;
            default:
                launch.arguments.emplace_back(valueAt<float>(arguments, i));
        }
    try {
        if (stream == nullptr) return kInvalid;
        run(launch);
        return 0;
    } catch (...) {
        return broken = 719;  // CUDA_ERROR_LAUNCH_FAILED
    }
}
