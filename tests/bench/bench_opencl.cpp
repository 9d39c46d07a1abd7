// SPDX-License-Identifier: Apache-2.0
// Each product kernel of Duelo's, in OpenCL C, in turns with CLBlast's on the same device, from its
// enqueuing until the queue is empty: CLBlast enqueues several kernels and gives the event of the
// last one. bench_opencl [n...]; 1 where a kernel's product is not CLBlast's.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <CL/cl.h>
#include <clblast_c.h>

#include "opencl_c/opencl_text.h"
#include "resources/kernels/shapes.h"
#include "stats/statistics.h"

namespace {

using namespace duelo;

constexpr int kTurns = 9;

void check(cl_int state, const char* what) {
    if (state == CL_SUCCESS) return;
    std::fprintf(stderr, "%s: %d\n", what, state);
    std::exit(2);
}

/// The first device of the first platform, and the matrices on it.
struct Bench {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_mem a = nullptr, b = nullptr, c = nullptr;

    Bench() {
        cl_platform_id platform = nullptr;
        cl_int state = CL_SUCCESS;
        check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &state);
        check(state, "clCreateContext");
        queue = clCreateCommandQueue(context, device, 0, &state);
        check(state, "clCreateCommandQueue");
    }

    [[nodiscard]] cl_mem buffer(const std::vector<float>& values) const {
        cl_int state = CL_SUCCESS;
        const cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                           values.size() * sizeof(float),
                                           const_cast<float*>(values.data()), &state);
        check(state, "clCreateBuffer");
        return made;
    }

    [[nodiscard]] std::vector<float> product(std::size_t count) const {
        std::vector<float> values(count);
        check(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, count * sizeof(float), values.data(), 0,
                                  nullptr, nullptr),
              "clEnqueueReadBuffer");
        return values;
    }
};

using Clock = std::chrono::steady_clock;

double msUntilDone(const Bench& bench, Clock::time_point start) {
    check(clFinish(bench.queue), "clFinish");
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double clblastMs(const Bench& bench, std::size_t n) {
    cl_command_queue queue = bench.queue;
    const Clock::time_point start = Clock::now();
    const int state =
        CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, n, n, n, 1,
                     bench.a, 0, n, bench.b, 0, n, 0, bench.c, 0, n, &queue, nullptr);
    check(state, "CLBlastSgemm");
    return msUntilDone(bench, start);
}

cl_kernel kernelOf(const Bench& bench, const kernels::KernelShape& shape) {
    const auto text = openClKernelText(shape.text);
    if (!text) check(-1, shape.text);
    const char* letters = text->text.c_str();
    cl_int state = CL_SUCCESS;
    const cl_program program =
        clCreateProgramWithSource(bench.context, 1, &letters, nullptr, &state);
    check(state, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &bench.device, "-cl-std=CL1.2", nullptr, nullptr), shape.text);
    const cl_kernel kernel = clCreateKernel(program, shape.kernel, &state);
    check(state, "clCreateKernel");
    return kernel;
}

double kernelMs(const Bench& bench, cl_kernel kernel, const kernels::KernelShape& shape, int n) {
    const auto grid = gridOf(shape, unsigned(n), unsigned(n));
    const std::size_t threads[]{shape.block_x, shape.block_y};
    const std::size_t all[]{grid.x * threads[0], grid.y * threads[1]};
    cl_uint index = 0;
    for (const cl_mem* matrix : {&bench.a, &bench.b, &bench.c})
        check(clSetKernelArg(kernel, index++, sizeof *matrix, matrix), "clSetKernelArg");
    check(clSetKernelArg(kernel, index, sizeof n, &n), "clSetKernelArg");
    const Clock::time_point start = Clock::now();
    check(
        clEnqueueNDRangeKernel(bench.queue, kernel, 2, nullptr, all, threads, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    return msUntilDone(bench, start);
}

bool agree(const std::vector<float>& found, const std::vector<float>& expected) {
    float most = 0, off = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        most = std::max(most, std::abs(expected[i]));
        off = std::max(off, std::abs(found[i] - expected[i]));
    }
    return off <= 1e-4F * most;
}

/// Medians of both in turns.
bool compare(Bench& bench, int n) {
    const auto side = static_cast<std::size_t>(n);
    std::vector<float> values(side * side);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i * 7 % 17) / 8 - 1;
    bench.a = bench.buffer(values);
    std::ranges::reverse(values);
    bench.b = bench.buffer(values);
    bench.c = bench.buffer(values);
    static_cast<void>(clblastMs(bench, side));  // it is compiled now
    const std::vector<float> expected = bench.product(side * side);
    bool all_agree = true;
    for (const kernels::KernelShape& shape : kernels::kProductShapes) {
        const cl_kernel kernel = kernelOf(bench, shape);
        static_cast<void>(kernelMs(bench, kernel, shape, n));
        const bool same = agree(bench.product(side * side), expected);
        all_agree = all_agree && same;
        std::vector<double> own_ms, their_ms;
        for (int i = 0; i < kTurns; ++i) {
            own_ms.push_back(kernelMs(bench, kernel, shape, n));
            their_ms.push_back(clblastMs(bench, side));
        }
        const double own = median(own_ms), theirs = median(their_ms);
        std::printf("%-20s n %5d %10.3f ms, CLBlast %10.3f ms, %.2f times its time%s\n",
                    shape.kernel, n, own, theirs, own / theirs, same ? "" : "  ANOTHER PRODUCT");
    }
    for (const cl_mem matrix : {bench.a, bench.b, bench.c}) clReleaseMemObject(matrix);
    return all_agree;
}

}  // namespace

int main(int argc, char** argv) {
    Bench bench;
    char name[256] = "?";
    clGetDeviceInfo(bench.device, CL_DEVICE_NAME, sizeof name - 1, name, nullptr);
    std::printf("%s\n", name);
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::max(1, std::atoi(argv[i])));
    if (sizes.empty()) sizes = {256, 512};
    bool all_agree = true;
    for (const int n : sizes) all_agree = compare(bench, n) && all_agree;
    return all_agree ? 0 : 1;
}
