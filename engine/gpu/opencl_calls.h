// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/dynamic_library.h"

struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;
struct _cl_program;
struct _cl_kernel;
struct _cl_event;

/// Declarations from CL/cl.h of OpenCL 1.2 of the functions that Duelo calls
/// (registry.khronos.org/OpenCL): this room needs nothing of OpenCL to be built. Where there is
/// that header, a test compares them with it.
namespace duelo::opencl {

#ifdef _WIN32
#define DUELO_CL_CALL __stdcall
#else
#define DUELO_CL_CALL
#endif

using Platform = _cl_platform_id*;
using DeviceId = _cl_device_id*;
using Context = _cl_context*;
using Queue = _cl_command_queue*;
using Memory = _cl_mem*;
using Program = _cl_program*;
using Kernel = _cl_kernel*;
using Event = _cl_event*;

constexpr std::int32_t kSuccess = 0, kDeviceNotFound = -1, kAllocationFailure = -4,
                       kOutOfResources = -5, kOutOfHostMemory = -6, kBuildFailure = -11,
                       kInvalidBufferSize = -61, kNoPlatform = -1001;

constexpr std::uint64_t kDeviceTypeCpu = 1U << 1, kDeviceTypeAll = 0xFFFFFFFF;
constexpr std::uint64_t kQueueProfiling = 1U << 1;
constexpr std::uint64_t kReadWrite = 1U << 0, kAllocHostPointer = 1U << 4;
constexpr std::uint64_t kMapRead = 1U << 0, kMapWrite = 1U << 1;
constexpr std::uint32_t kBuildLog = 0x1183, kCreateRegion = 0x1220, kContextPlatform = 0x1084;
constexpr std::uint32_t kProfilingEnd = 0x1283, kKernelGroupSize = 0x11B0,
                        kKernelLocalBytes = 0x11B2, kPlatformName = 0x0902;

/// cl_device_info.
enum DeviceInfo : std::uint32_t {
    kType = 0x1000,
    kComputeUnits = 0x1002,
    kGroupSize = 0x1004,
    kItemSizes = 0x1005,
    kClockMhz = 0x100C,
    kMaxAlloc = 0x1010,
    kBaseAlignBits = 0x1019,
    kGlobalBytes = 0x101F,
    kLocalBytes = 0x1023,
    kAvailable = 0x1027,
    kCompilerAvailable = 0x1028,
    kName = 0x102B,
    kDriverVersion = 0x102D,
    kDeviceVersion = 0x102F,
    kDoubles = 0x1032,
    kUnifiedMemory = 0x1035,
    kBoardNameAmd = 0x4038,  ///< cl_amd_device_attribute_query: "gfx90c" is no name for people
};

struct Region {
    std::size_t origin, size;
};

/// The functions, under the names by which the loader exports those of their meaning.
struct Calls {
    std::int32_t(DUELO_CL_CALL* platforms)(std::uint32_t, Platform*, std::uint32_t*);
    std::int32_t(DUELO_CL_CALL* platformInfo)(Platform, std::uint32_t, std::size_t, void*,
                                              std::size_t*);
    std::int32_t(DUELO_CL_CALL* devices)(Platform, std::uint64_t type, std::uint32_t, DeviceId*,
                                         std::uint32_t*);
    std::int32_t(DUELO_CL_CALL* deviceInfo)(DeviceId, std::uint32_t, std::size_t, void*,
                                            std::size_t*);
    Context(DUELO_CL_CALL* createContext)(const std::intptr_t*, std::uint32_t, const DeviceId*,
                                          void(DUELO_CL_CALL*)(const char*, const void*,
                                                               std::size_t, void*),
                                          void*, std::int32_t*);
    Queue(DUELO_CL_CALL* createQueue)(Context, DeviceId, std::uint64_t, std::int32_t*);
    Memory(DUELO_CL_CALL* createBuffer)(Context, std::uint64_t, std::size_t, void*, std::int32_t*);
    Memory(DUELO_CL_CALL* createSubBuffer)(Memory, std::uint64_t, std::uint32_t, const void*,
                                           std::int32_t*);
    std::int32_t(DUELO_CL_CALL* releaseMemory)(Memory);
    Program(DUELO_CL_CALL* createProgram)(Context, std::uint32_t, const char**, const std::size_t*,
                                          std::int32_t*);
    std::int32_t(DUELO_CL_CALL* build)(Program, std::uint32_t, const DeviceId*, const char*,
                                       void(DUELO_CL_CALL*)(Program, void*), void*);
    std::int32_t(DUELO_CL_CALL* buildInfo)(Program, DeviceId, std::uint32_t, std::size_t, void*,
                                           std::size_t*);
    std::int32_t(DUELO_CL_CALL* releaseProgram)(Program);
    Kernel(DUELO_CL_CALL* createKernel)(Program, const char*, std::int32_t*);
    std::int32_t(DUELO_CL_CALL* setArgument)(Kernel, std::uint32_t, std::size_t, const void*);
    std::int32_t(DUELO_CL_CALL* groupInfo)(Kernel, DeviceId, std::uint32_t, std::size_t, void*,
                                           std::size_t*);
    std::int32_t(DUELO_CL_CALL* launch)(Queue, Kernel, std::uint32_t, const std::size_t*,
                                        const std::size_t*, const std::size_t*, std::uint32_t,
                                        const Event*, Event*);
    std::int32_t(DUELO_CL_CALL* read)(Queue, Memory, std::uint32_t, std::size_t, std::size_t, void*,
                                      std::uint32_t, const Event*, Event*);
    std::int32_t(DUELO_CL_CALL* write)(Queue, Memory, std::uint32_t, std::size_t, std::size_t,
                                       const void*, std::uint32_t, const Event*, Event*);
    std::int32_t(DUELO_CL_CALL* copy)(Queue, Memory, Memory, std::size_t, std::size_t, std::size_t,
                                      std::uint32_t, const Event*, Event*);
    std::int32_t(DUELO_CL_CALL* fill)(Queue, Memory, const void*, std::size_t, std::size_t,
                                      std::size_t, std::uint32_t, const Event*, Event*);
    void*(DUELO_CL_CALL* map)(Queue, Memory, std::uint32_t, std::uint64_t, std::size_t, std::size_t,
                              std::uint32_t, const Event*, Event*, std::int32_t*);
    std::int32_t(DUELO_CL_CALL* unmap)(Queue, Memory, void*, std::uint32_t, const Event*, Event*);
    std::int32_t(DUELO_CL_CALL* marker)(Queue, std::uint32_t, const Event*, Event*);
    std::int32_t(DUELO_CL_CALL* barrier)(Queue, std::uint32_t, const Event*, Event*);
    std::int32_t(DUELO_CL_CALL* flush)(Queue);
    std::int32_t(DUELO_CL_CALL* finish)(Queue);
    std::int32_t(DUELO_CL_CALL* wait)(std::uint32_t, const Event*);
    std::int32_t(DUELO_CL_CALL* profile)(Event, std::uint32_t, std::size_t, void*, std::size_t*);
    std::int32_t(DUELO_CL_CALL* releaseEvent)(Event);

    /// Finds all of them; the error is the name of the first that the library does not have.
    [[nodiscard]] static tl::expected<Calls, std::string> of(const DynamicLibrary& library);
};

/// "libOpenCL.so.1" or "OpenCL.dll".
[[nodiscard]] std::filesystem::path standardLibrary();

/// "CL_OUT_OF_RESOURCES"; the number of one that is not known.
[[nodiscard]] std::string errorName(std::int32_t number);

/// Holds what a function has answered but success.
class Error : public std::runtime_error {
public:
    Error(const char* function, std::int32_t number);
    [[nodiscard]] const std::string& function() const { return m_function; }
    [[nodiscard]] std::int32_t number() const { return m_number; }
    /// Tells whether the device cannot be used any longer by this process: what it was doing is
    /// lost.
    [[nodiscard]] bool isSticky() const;

private:
    std::string m_function;
    std::int32_t m_number;
};

/// Throws Error where the number is not success.
void check(std::int32_t number, const char* function);

}  // namespace duelo::opencl
