// SPDX-License-Identifier: Apache-2.0
// An OpenCL library whose one device is what DUELO_STUB_OPENCL says, in words: "no_platform",
// "platforms_fail", "many_platforms", "no_device", "no_units", "no_group", "no_side", "no_memory",
// "no_piece", "no_align", "no_name", "endless_name", "old", "off", "no_compiler", "cpu",
// "no_doubles", "no_context", "no_queue", "no_memory_left", "not_built", "small_group",
// "small_local", "lost", "no_times", "dies", "leaves".
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#define STUB extern "C" __attribute__((visibility("default")))

namespace {

int platform = 0, device = 0, context = 0, queue = 0, program = 0, kernel = 0, event = 0;

bool says(const char* word) {
    const char* text = std::getenv("DUELO_STUB_OPENCL");
    return text != nullptr &&
           (' ' + std::string(text) + ' ').find(' ' + std::string(word) + ' ') != std::string::npos;
}

std::int32_t answer(std::size_t room, void* to, std::size_t* size, const void* from,
                    std::size_t bytes) {
    if (size != nullptr) *size = bytes;
    if (to != nullptr) std::memcpy(to, from, bytes < room ? bytes : room);
    return 0;
}

template <typename T>
std::int32_t number(std::size_t room, void* to, std::size_t* size, T value) {
    return answer(room, to, size, &value, sizeof value);
}

std::int32_t words(std::size_t room, void* to, std::size_t* size, const std::string& text) {
    return answer(room, to, size, text.c_str(), text.size() + 1);
}

}  // namespace

STUB std::int32_t clGetPlatformIDs(std::uint32_t room, void** to, std::uint32_t* count) {
    if (says("dies")) std::abort();
    if (says("leaves")) std::_Exit(0);
    if (says("no_platform")) return -1001;
    if (says("platforms_fail")) return -6;
    if (count != nullptr) *count = says("many_platforms") ? 4000000000U : 1;
    if (room > 0) to[0] = &platform;
    return 0;
}

STUB std::int32_t clGetPlatformInfo(void*, std::uint32_t, std::size_t room, void* to,
                                    std::size_t* size) {
    return words(room, to, size, "Stub");
}

STUB std::int32_t clGetDeviceIDs(void*, std::uint64_t, std::uint32_t room, void** to,
                                 std::uint32_t* count) {
    if (says("no_device")) return -1;
    if (count != nullptr) *count = 1;
    if (room > 0) to[0] = &device;
    return 0;
}

STUB std::int32_t clGetDeviceInfo(void*, std::uint32_t what, std::size_t room, void* to,
                                  std::size_t* size) {
    constexpr std::uint64_t kMemory = 1 << 30;
    switch (what) {
        case 0x1000:  // type
            return number<std::uint64_t>(room, to, size, says("cpu") ? 2 : 4);
        case 0x1002:  // compute units
            return number<std::uint32_t>(room, to, size, says("no_units") ? 0 : 4);
        case 0x1004:  // threads of a group
            return number<std::size_t>(room, to, size, says("no_group") ? 0 : 256);
        case 0x1005: {
            const std::size_t sides[3]{says("no_side") ? 0U : 256U, 256, 64};
            return answer(room, to, size, sides, sizeof sides);
        }
        case 0x1010:  // one piece of memory
            return number<std::uint64_t>(room, to, size, says("no_piece") ? 0 : kMemory / 4);
        case 0x1019:  // where a part may begin, in bits
            return number<std::uint32_t>(room, to, size, says("no_align") ? 0 : 1024);
        case 0x101F:
            return number<std::uint64_t>(room, to, size, says("no_memory") ? 0 : kMemory);
        case 0x1023:
            return number<std::uint64_t>(room, to, size, 32768);
        case 0x1027:
            return number<std::uint32_t>(room, to, size, says("off") ? 0 : 1);
        case 0x1028:
            return number<std::uint32_t>(room, to, size, says("no_compiler") ? 0 : 1);
        case 0x102B:
            if (says("no_name")) return words(room, to, size, "");
            if (says("endless_name")) {
                const std::string letters(100000, 'x');
                return answer(room, to, size, letters.data(), letters.size());
            }
            return words(room, to, size, "Stub UHD");
        case 0x102D:
            return words(room, to, size, "7.5");
        case 0x102F:
            return words(room, to, size, says("old") ? "OpenCL 1.1 old" : "OpenCL 1.2 stub");
        case 0x1032:
            return number<std::uint64_t>(room, to, size, says("no_doubles") ? 0 : 63);
        case 0x1035:
            return number<std::uint32_t>(room, to, size, 1);
        default:
            return -30;
    }
}

STUB void* clCreateContext(const std::intptr_t*, std::uint32_t, void* const*, void*, void*,
                           std::int32_t* state) {
    *state = says("no_context") ? -5 : 0;
    return *state == 0 ? &context : nullptr;
}

STUB void* clCreateCommandQueue(void*, void*, std::uint64_t, std::int32_t* state) {
    *state = says("no_queue") ? -6 : 0;
    return *state == 0 ? &queue : nullptr;
}

STUB void* clCreateBuffer(void*, std::uint64_t, std::size_t bytes, void*, std::int32_t* state) {
    *state = says("no_memory_left") ? -4 : 0;
    return *state == 0 ? std::calloc(1, bytes) : nullptr;
}

STUB void* clCreateSubBuffer(void*, std::uint64_t, std::uint32_t, const void*,
                             std::int32_t* state) {
    *state = -13;
    return nullptr;
}

STUB std::int32_t clReleaseMemObject(void* memory) {
    std::free(memory);
    return 0;
}

STUB void* clCreateProgramWithSource(void*, std::uint32_t, const char**, const std::size_t*,
                                     std::int32_t* state) {
    *state = 0;
    return &program;
}

STUB std::int32_t clBuildProgram(void*, std::uint32_t, void* const*, const char*, void*, void*) {
    return says("not_built") ? -11 : 0;
}

STUB std::int32_t clGetProgramBuildInfo(void*, void*, std::uint32_t, std::size_t room, void* to,
                                        std::size_t* size) {
    return words(room, to, size, "1 error.\n<source>:3:7: error: no such word\n");
}

STUB std::int32_t clReleaseProgram(void*) {
    return 0;
}

STUB void* clCreateKernel(void*, const char*, std::int32_t* state) {
    *state = 0;
    return &kernel;
}

STUB std::int32_t clSetKernelArg(void*, std::uint32_t, std::size_t, const void*) {
    return 0;
}

STUB std::int32_t clGetKernelWorkGroupInfo(void*, void*, std::uint32_t what, std::size_t room,
                                           void* to, std::size_t* size) {
    if (what == 0x11B0) return number<std::size_t>(room, to, size, says("small_group") ? 16 : 256);
    return number<std::uint64_t>(room, to, size, says("small_local") ? 65536 : 0);
}

STUB std::int32_t clEnqueueNDRangeKernel(void*, void*, std::uint32_t, const std::size_t*,
                                         const std::size_t*, const std::size_t*, std::uint32_t,
                                         void* const*, void**) {
    return 0;
}

STUB std::int32_t clEnqueueReadBuffer(void*, void*, std::uint32_t, std::size_t, std::size_t, void*,
                                      std::uint32_t, void* const*, void**) {
    return 0;
}

STUB std::int32_t clEnqueueWriteBuffer(void*, void*, std::uint32_t, std::size_t, std::size_t,
                                       const void*, std::uint32_t, void* const*, void**) {
    return 0;
}

STUB std::int32_t clEnqueueCopyBuffer(void*, void*, void*, std::size_t, std::size_t, std::size_t,
                                      std::uint32_t, void* const*, void**) {
    return 0;
}

STUB std::int32_t clEnqueueFillBuffer(void*, void*, const void*, std::size_t, std::size_t,
                                      std::size_t, std::uint32_t, void* const*, void**) {
    return 0;
}

STUB void* clEnqueueMapBuffer(void*, void* memory, std::uint32_t, std::uint64_t, std::size_t,
                              std::size_t, std::uint32_t, void* const*, void**,
                              std::int32_t* state) {
    *state = 0;
    return memory;
}

STUB std::int32_t clEnqueueUnmapMemObject(void*, void*, void*, std::uint32_t, void* const*,
                                          void**) {
    return 0;
}

STUB std::int32_t clEnqueueMarkerWithWaitList(void*, std::uint32_t, void* const*, void** made) {
    *made = &event;
    return 0;
}

STUB std::int32_t clEnqueueBarrierWithWaitList(void*, std::uint32_t, void* const*, void**) {
    return 0;
}

STUB std::int32_t clFlush(void*) {
    return 0;
}

STUB std::int32_t clFinish(void*) {
    return says("lost") ? -5 : 0;
}

STUB std::int32_t clWaitForEvents(std::uint32_t, void* const*) {
    return 0;
}

STUB std::int32_t clGetEventProfilingInfo(void*, std::uint32_t, std::size_t room, void* to,
                                          std::size_t* size) {
    return number<std::uint64_t>(room, to, size, says("no_times") ? 0 : 1000);
}

STUB std::int32_t clReleaseEvent(void*) {
    return 0;
}
