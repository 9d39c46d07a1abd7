// SPDX-License-Identifier: Apache-2.0
// A GPU by OpenCL: every kernel of Duelo's on PoCL, where it is installed, against the processor;
// and a driver that reports nonsense, which is a stand-in.
#include <QTest>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <numbers>
#include <vector>

#include "gpu/gpu_failure.h"
#include "gpu/gpu_loader.h"
#include "gpu/opencl_gpu.h"
#include "measure/work.h"
#include "resources/kernels/shapes.h"
#include "tensor/error.h"

#ifdef DUELO_OPENCL_HEADER
#include <CL/cl.h>

// The declarations are those of the header.
#define SAME(member, function) \
    static_assert(std::is_same_v<decltype(duelo::opencl::Calls::member), decltype(&function)>)
SAME(platforms, clGetPlatformIDs);
SAME(platformInfo, clGetPlatformInfo);
SAME(devices, clGetDeviceIDs);
SAME(deviceInfo, clGetDeviceInfo);
SAME(createContext, clCreateContext);
SAME(createQueue, clCreateCommandQueue);
SAME(createBuffer, clCreateBuffer);
SAME(createSubBuffer, clCreateSubBuffer);
SAME(releaseMemory, clReleaseMemObject);
SAME(createProgram, clCreateProgramWithSource);
SAME(build, clBuildProgram);
SAME(buildInfo, clGetProgramBuildInfo);
SAME(releaseProgram, clReleaseProgram);
SAME(createKernel, clCreateKernel);
SAME(setArgument, clSetKernelArg);
SAME(groupInfo, clGetKernelWorkGroupInfo);
SAME(launch, clEnqueueNDRangeKernel);
SAME(read, clEnqueueReadBuffer);
SAME(write, clEnqueueWriteBuffer);
SAME(copy, clEnqueueCopyBuffer);
SAME(fill, clEnqueueFillBuffer);
SAME(map, clEnqueueMapBuffer);
SAME(unmap, clEnqueueUnmapMemObject);
SAME(marker, clEnqueueMarkerWithWaitList);
SAME(barrier, clEnqueueBarrierWithWaitList);
SAME(flush, clFlush);
SAME(finish, clFinish);
SAME(wait, clWaitForEvents);
SAME(profile, clGetEventProfilingInfo);
SAME(releaseEvent, clReleaseEvent);
#undef SAME
static_assert(duelo::opencl::kDeviceTypeCpu == CL_DEVICE_TYPE_CPU &&
              duelo::opencl::kDeviceTypeAll == CL_DEVICE_TYPE_ALL &&
              duelo::opencl::kQueueProfiling == CL_QUEUE_PROFILING_ENABLE &&
              duelo::opencl::kReadWrite == CL_MEM_READ_WRITE &&
              duelo::opencl::kAllocHostPointer == CL_MEM_ALLOC_HOST_PTR &&
              duelo::opencl::kMapRead == CL_MAP_READ && duelo::opencl::kMapWrite == CL_MAP_WRITE);
static_assert(duelo::opencl::kBuildLog == CL_PROGRAM_BUILD_LOG &&
              duelo::opencl::kCreateRegion == CL_BUFFER_CREATE_TYPE_REGION &&
              duelo::opencl::kContextPlatform == CL_CONTEXT_PLATFORM &&
              duelo::opencl::kProfilingEnd == CL_PROFILING_COMMAND_END &&
              duelo::opencl::kKernelGroupSize == CL_KERNEL_WORK_GROUP_SIZE &&
              duelo::opencl::kKernelLocalBytes == CL_KERNEL_LOCAL_MEM_SIZE);
static_assert(duelo::opencl::kType == CL_DEVICE_TYPE &&
              duelo::opencl::kComputeUnits == CL_DEVICE_MAX_COMPUTE_UNITS &&
              duelo::opencl::kGroupSize == CL_DEVICE_MAX_WORK_GROUP_SIZE &&
              duelo::opencl::kItemSizes == CL_DEVICE_MAX_WORK_ITEM_SIZES &&
              duelo::opencl::kClockMhz == CL_DEVICE_MAX_CLOCK_FREQUENCY &&
              duelo::opencl::kMaxAlloc == CL_DEVICE_MAX_MEM_ALLOC_SIZE &&
              duelo::opencl::kBaseAlignBits == CL_DEVICE_MEM_BASE_ADDR_ALIGN &&
              duelo::opencl::kGlobalBytes == CL_DEVICE_GLOBAL_MEM_SIZE &&
              duelo::opencl::kLocalBytes == CL_DEVICE_LOCAL_MEM_SIZE &&
              duelo::opencl::kAvailable == CL_DEVICE_AVAILABLE &&
              duelo::opencl::kCompilerAvailable == CL_DEVICE_COMPILER_AVAILABLE &&
              duelo::opencl::kName == CL_DEVICE_NAME &&
              duelo::opencl::kDriverVersion == CL_DRIVER_VERSION &&
              duelo::opencl::kDeviceVersion == CL_DEVICE_VERSION &&
              duelo::opencl::kDoubles == CL_DEVICE_DOUBLE_FP_CONFIG &&
              duelo::opencl::kUnifiedMemory == CL_DEVICE_HOST_UNIFIED_MEMORY &&
              duelo::opencl::kPlatformName == CL_PLATFORM_NAME);
#endif

using namespace duelo;

namespace {

const std::filesystem::path kStub = std::filesystem::path(DUELO_STUBS) / "opencl/libOpenCL.so.1";

/// The reason with which a call leaves; an empty one: it does not.
template <typename Call>
Reason reasonOf(const Call& call) {
    try {
        call();
    } catch (const WorkFailed& why) {
        return why.reason;
    } catch (...) {
        const auto failure = describeGpuFailure(std::current_exception());
        return failure ? failure->reason : Reason{"?"};
    }
    return {};
}

/// Small whole numbers: their products and sums are exact in fp32, so any order gives the same.
std::vector<float> numbers(std::size_t count, unsigned seed) {
    std::vector<float> made(count);
    for (float& one : made) {
        seed = seed * 1664525U + 1013904223U;
        one = static_cast<float>(static_cast<int>(seed >> 24) % 16 - 8);
    }
    return made;
}

GpuBlock uploadedTo(PlainGpu& gpu, const std::vector<float>& values) {
    GpuBlock block = gpu.allocate(values.size() * sizeof(float));
    gpu.copyBytes(block.data.get(), values.data(), block.bytes);
    return block;
}

std::vector<float> downloadedFrom(PlainGpu& gpu, const GpuBlock& block) {
    std::vector<float> values(block.bytes / sizeof(float));
    gpu.copyBytes(values.data(), block.data.get(), block.bytes);
    gpu.synchronize();
    return values;
}

}  // namespace

class TestOpenClGpu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void products_data();
    void products();
    void pooling_data();
    void pooling();
    void copies();
    void pi();
    void fmaAndLaunch();
    void partsOfBuffers();
    void stampsAndStreams();
    void checksItself();
    void ownTextsAreBuilt();
    void nonsenseIsASentence_data();
    void nonsenseIsASentence();
    void failuresAreSentences_data();
    void failuresAreSentences();
    void theProcessorIsNoGpu();

private:
    /// Where there is a device that works: PoCL's, of the processor.
    OpenClGpu* m_gpu = nullptr;
};

#define NEEDS_DEVICE() \
    if (m_gpu == nullptr) QSKIP("no OpenCL device here: install pocl-opencl-icd")

void TestOpenClGpu::initTestCase() {
    static OpenClDevices devices(opencl::standardLibrary(), true);
    for (const DeviceSheet& sheet : devices.sheets()) {
        if (sheet.reason) continue;
        const auto gpu = devices.at(*sheet.index);
        QVERIFY2(gpu, gpu ? "" : gpu.error().code.c_str());
        m_gpu = *gpu;
    }
}

void TestOpenClGpu::products_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("which");
    QTest::addColumn<int>("threads");
    for (std::size_t i = 0; i < std::size(kernels::kProductShapes); ++i)
        for (const int n : {1, 33, 100})
            // Many integrated GPUs have 256 threads in a block at most.
            for (const int threads : {1024, 256, 30})
                if (threads == 1024 || kernels::kProductShapes[i].any_block)
                    QTest::addRow("%s %d %d", kernels::kProductShapes[i].kernel, n, threads)
                        << n << int(i) << threads;
}

void TestOpenClGpu::products() {
    NEEDS_DEVICE();
    QFETCH(int, n);
    QFETCH(int, which);
    const auto side = static_cast<std::size_t>(n);
    QFETCH(int, threads);
    const kernels::KernelShape shape =
        fitted(kernels::kProductShapes[which], static_cast<unsigned>(threads));
    QVERIFY(shape.block_x * shape.block_y <= unsigned(threads));
    const std::vector<float> a = numbers(side * side, 1), b = numbers(side * side, 2);
    const auto stream = m_gpu->measuringStream();
    const GpuBlock at_a = uploadedTo(*m_gpu, a), at_b = uploadedTo(*m_gpu, b);
    const GpuBlock at_c = m_gpu->allocate(side * side * sizeof(float), 0x7fc00000);
    const auto grid = gridOf(shape, unsigned(n), unsigned(n));
    m_gpu->launch({.text = shape.text,
                   .kernel = shape.kernel,
                   .blocks = grid.x,
                   .threads = shape.block_x,
                   .blocks_y = grid.y,
                   .threads_y = shape.block_y,
                   .arguments = {at_a.as<const void>(), at_b.as<const void>(),
                                 at_c.as<const void>(), std::int32_t(n)}});
    const std::vector<float> c = downloadedFrom(*m_gpu, at_c);
    for (std::size_t i = 0; i < side; ++i)
        for (std::size_t j = 0; j < side; ++j) {
            float sum = 0;
            for (std::size_t k = 0; k < side; ++k) sum += a[i * side + k] * b[k * side + j];
            QCOMPARE(c[i * side + j], sum);
        }
}

void TestOpenClGpu::pooling_data() {
    QTest::addColumn<QByteArray>("kernel");
    QTest::addColumn<int>("size");
    for (const int size : {8, 33})
        for (const char* kernel : {"pool_each_window", "pool_rows"})
            QTest::addRow("%s %d", kernel, size) << QByteArray(kernel) << size;
}

void TestOpenClGpu::pooling() {
    NEEDS_DEVICE();
    QFETCH(QByteArray, kernel);
    QFETCH(int, size);
    const auto side = static_cast<std::size_t>(size), out = side / 2;
    const std::vector<float> picture = numbers(side * side, 3);
    const auto& shape = shapeOf(kernels::kPoolShapes, kernel.toStdString());
    const auto stream = m_gpu->measuringStream();
    const GpuBlock from = uploadedTo(*m_gpu, picture),
                   to = m_gpu->allocate(out * out * sizeof(float));
    const auto grid = gridOf(shape, unsigned(out), unsigned(out));
    std::vector<KernelLaunch::Argument> arguments{from.as<const void>(), to.as<const void>(),
                                                  std::int32_t(side), std::int32_t(out)};
    if (kernel == "pool_each_window")
        arguments.insert(arguments.end(),
                         {std::int32_t(2), std::int32_t(2), std::int32_t(0), -3e38F});
    m_gpu->launch({.text = shape.text,
                   .kernel = shape.kernel,
                   .blocks = grid.x,
                   .threads = shape.block_x,
                   .blocks_y = grid.y,
                   .threads_y = shape.block_y,
                   .arguments = std::move(arguments)});
    const std::vector<float> map = downloadedFrom(*m_gpu, to);
    for (std::size_t i = 0; i < out * out; ++i) {
        const float* window = &picture[i / out * 2 * side + i % out * 2];
        QCOMPARE(map[i], std::max({window[0], window[1], window[side], window[side + 1]}));
    }
}

/// Pageable, page-locked and mapped memory, either way.
void TestOpenClGpu::copies() {
    NEEDS_DEVICE();
    const std::vector<float> values = numbers(1000, 4);
    const auto stream = m_gpu->measuringStream();
    const GpuBlock locked = m_gpu->allocatePinned(values.size() * sizeof(float));
    std::ranges::copy(values, locked.as<float>());
    const GpuBlock there = m_gpu->allocate(locked.bytes),
                   back = m_gpu->allocatePinned(locked.bytes);
    const auto copy = [&](const void* from, const void* to) {
        m_gpu->launch({.text = "kernels/copy_words.cu",
                       .kernel = "copy_words",
                       .blocks = 4,
                       .threads = 64,
                       .arguments = {from, to, std::uint64_t(values.size())}});
    };
    copy(locked.data.get(), there.data.get());
    QCOMPARE(downloadedFrom(*m_gpu, there), values);
    copy(there.data.get(), back.data.get());
    m_gpu->synchronize();
    QVERIFY(std::equal(values.begin(), values.end(), back.as<float>()));
    std::fill_n(back.as<float>(), values.size(), 0.0F);
    m_gpu->copyBytes(back.data.get(), there.data.get(), locked.bytes);
    m_gpu->synchronize();
    QVERIFY(std::equal(values.begin(), values.end(), back.as<float>()));
}

void TestOpenClGpu::pi() {
    NEEDS_DEVICE();
    if (!m_gpu->facts().has_doubles) QSKIP("this device has no numbers of 64 bits");
    const auto stream = m_gpu->measuringStream();
    constexpr unsigned kBlocks = 7, kThreads = 256;
    constexpr std::uint64_t kPairs = 100000;
    const GpuBlock high = m_gpu->allocate(kBlocks * sizeof(float)),
                   low = m_gpu->allocate(kBlocks * sizeof(float)),
                   total = m_gpu->allocate(2 * sizeof(float));
    m_gpu->launch({.text = "kernels/pi.cu",
                   .kernel = "pi_sums",
                   .blocks = kBlocks,
                   .threads = kThreads,
                   .arguments = {high.as<const void>(), low.as<const void>(), std::uint64_t(0),
                                 kPairs, std::uint64_t(0), std::int32_t(1)}});
    m_gpu->launch({.text = "kernels/pi.cu",
                   .kernel = "pi_total",
                   .blocks = 1,
                   .threads = kThreads,
                   .arguments = {high.as<const void>(), low.as<const void>(),
                                 total.as<const void>(), std::int32_t(kBlocks)}});
    const std::vector<float> found = downloadedFrom(*m_gpu, total);
    double expected = 0;
    for (std::uint64_t i = 0; i < kPairs; ++i) {
        const double odd = 4.0 * double(i) + 1;
        expected += 2 / (odd * (odd + 2));
    }
    QVERIFY2(std::abs(double(found[0]) + found[1] - expected) < 1e-12, "another sum");
    // The points lie where the host's generator puts them.
    const GpuBlock each = m_gpu->allocate(4096 * sizeof(float));
    m_gpu->launch({.text = "kernels/pi.cu",
                   .kernel = "pi_each",
                   .blocks = 2,
                   .threads = kThreads,
                   .arguments = {each.as<const void>(), low.as<const void>(), std::uint64_t(0),
                                 std::uint64_t(4096), std::uint64_t(42), std::int32_t(0)}});
    double inside = 0;
    for (const float one : downloadedFrom(*m_gpu, each)) inside += one;
    QVERIFY(std::abs(4 * inside / 4096 - std::numbers::pi) < 0.15);
}

void TestOpenClGpu::fmaAndLaunch() {
    NEEDS_DEVICE();
    const auto stream = m_gpu->measuringStream();
    const GpuBlock sums = m_gpu->allocate(512 * sizeof(float)), mark = m_gpu->allocate(4);
    m_gpu->launch({.text = "kernels/roof_fma.cu",
                   .kernel = "roof_fma",
                   .blocks = 2,
                   .threads = 256,
                   .arguments = {sums.as<const void>(), std::int32_t(512), 0.75F, 0.25F}});
    m_gpu->launch({.text = "kernels/launch_nothing.cu",
                   .kernel = "launch_nothing",
                   .blocks = 1,
                   .threads = 1,
                   .arguments = {mark.as<const void>()}});
    for (const float sum : downloadedFrom(*m_gpu, sums)) QVERIFY(std::abs(sum - 1) < 1e-6F);
    QCOMPARE(downloadedFrom(*m_gpu, mark), std::vector<float>{1.0F});
}

void TestOpenClGpu::partsOfBuffers() {
    NEEDS_DEVICE();
    const auto stream = m_gpu->measuringStream();
    const std::size_t part = m_gpu->facts().align_bytes / sizeof(float);
    const GpuBlock all = m_gpu->allocate(4 * part * sizeof(float));
    const auto mark = [&](const float* place) {
        m_gpu->launch({.text = "kernels/launch_nothing.cu",
                       .kernel = "launch_nothing",
                       .blocks = 1,
                       .threads = 1,
                       .arguments = {static_cast<const void*>(place)}});
    };
    mark(all.as<float>() + part);
    const std::vector<float> found = downloadedFrom(*m_gpu, all);
    for (std::size_t i = 0; i < found.size(); ++i) QCOMPARE(found[i], i == part ? 1.0F : 0.0F);
    if (part > 1)
        QCOMPARE(reasonOf([&] { mark(all.as<float>() + 1); }).code, std::string("opencl_offset"));
    // What is no memory of the device's.
    const float stranger = 0;
    QCOMPARE(reasonOf([&] { mark(&stranger); }).code, std::string("opencl_failed"));
}

void TestOpenClGpu::stampsAndStreams() {
    NEEDS_DEVICE();
    const auto stream = m_gpu->measuringStream();
    const auto stamps = m_gpu->events(3);
    QCOMPARE(stamps->count(), std::size_t(3));
    const GpuBlock from = m_gpu->allocate(16 << 20), to = m_gpu->allocate(16 << 20);
    stamps->record(0);
    {
        const auto copying = m_gpu->copyingStream();
        stamps->wait(0);
        m_gpu->copyBytes(to.data.get(), from.data.get(), from.bytes);
        stamps->record(1);
    }
    stamps->wait(1);
    stamps->record(2);
    m_gpu->flushSubmission();
    m_gpu->synchronize();
    QVERIFY(stamps->elapsedMs(0, 1) > 0);
    QVERIFY(stamps->elapsedMs(0, 2) >= stamps->elapsedMs(0, 1));
    QCOMPARE(m_gpu->health(), 0);
    const GpuMemory memory = m_gpu->memory();
    QVERIFY(memory.allocated_bytes >= (32 << 20));
    QVERIFY(memory.free_bytes > 0 && memory.total_bytes > memory.allocated_bytes);
}

void TestOpenClGpu::checksItself() {
    NEEDS_DEVICE();
    const auto checks = m_gpu->selfCheck();
    QVERIFY(!checks.empty());
    for (const GpuCheck& check : checks)
        QVERIFY2(check.passed, (check.code + ' ' + check.detail.dump() +
                                (check.reason ? check.reason->code : std::string()))
                                   .c_str());
}

void TestOpenClGpu::ownTextsAreBuilt() {
    NEEDS_DEVICE();
    const auto built =
        m_gpu->compiled("mine.cu", "extern \"C\" __global__ void k(float* a) { a[0] = 2; }");
    QVERIFY(built);
    const auto code = std::make_shared<const std::string>(*built);
    const auto stream = m_gpu->measuringStream();
    const GpuBlock there = m_gpu->allocate(4);
    m_gpu->launch({.text = "mine.cu",
                   .kernel = "k",
                   .blocks = 1,
                   .threads = 1,
                   .arguments = {there.as<const void>()},
                   .code = code});
    QCOMPARE(downloadedFrom(*m_gpu, there), std::vector<float>{2.0F});
    const auto broken = m_gpu->compiled(
        "mine.cu", "extern \"C\" __global__ void k(float* a) {\n\n    a[0] = unheard;\n}");
    QVERIFY(!broken);
    QCOMPARE(broken.error().code, std::string("own_kernel_not_compiled"));
    QCOMPARE(broken.error().args.value("line", -1), 3);
    QVERIFY(broken.error().args.value("detail", std::string()).find("unheard") !=
            std::string::npos);
    QVERIFY(!broken.error().message.empty());
}

void TestOpenClGpu::nonsenseIsASentence_data() {
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* says, const char* code) {
        QTest::newRow(says) << QByteArray(says) << QByteArray(code);
    };
    row("no_platform", "opencl_no_driver");
    row("platforms_fail", "opencl_failed");
    row("many_platforms", "opencl_nonsense");
    row("no_device", "opencl_no_device");
    row("cpu", "opencl_no_device");
    row("no_units", "opencl_nonsense");
    row("no_group", "opencl_nonsense");
    row("no_side", "opencl_nonsense");
    row("no_memory", "opencl_nonsense");
    row("no_piece", "opencl_nonsense");
    row("no_align", "opencl_nonsense");
    row("no_name", "opencl_nonsense");
    row("old", "opencl_too_old");
    row("off", "opencl_device_off");
    row("no_compiler", "opencl_no_compiler");
    row("no_context", "opencl_failed");
    row("no_queue", "opencl_failed");
}

void TestOpenClGpu::nonsenseIsASentence() {
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, code);
    qputenv("DUELO_STUB_OPENCL", says);
    OpenClDevices devices(kStub);
    const auto gpu = devices.at(0);
    QVERIFY(!gpu);
    QCOMPARE(gpu.error().code, code.toStdString());
}

void TestOpenClGpu::failuresAreSentences_data() {
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* says, const char* code) {
        QTest::newRow(says) << QByteArray(says) << QByteArray(code);
    };
    row("endless_name", "");
    row("no_memory_left", "out_of_memory");
    row("not_built", "opencl_not_built");
    row("small_group", "opencl_group_too_large");
    row("small_local", "opencl_local_too_large");
    row("lost", "opencl_failed");
    row("no_times", "opencl_nonsense");
}

void TestOpenClGpu::failuresAreSentences() {
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, code);
    qputenv("DUELO_STUB_OPENCL", says);
    OpenClDevices devices(kStub);
    QVERIFY(devices.sheets().front().name.size() <= 203);  // with the mark of what is cut
    const auto found = devices.at(0);
    QVERIFY(found);
    OpenClGpu& gpu = **found;
    const Reason why = reasonOf([&] {
        const GpuBlock block = gpu.allocate(4);
        gpu.launch({.text = "kernels/roof_fma.cu",
                    .kernel = "roof_fma",
                    .blocks = 1,
                    .threads = 256,
                    .arguments = {block.as<const void>(), std::int32_t(1), 1.0F, 1.0F}});
        gpu.synchronize();
        const auto stamps = gpu.events(2);
        stamps->record(0);
        stamps->record(1);
        static_cast<void>(stamps->elapsedMs(0, 1));
    });
    QCOMPARE(why.code, code.toStdString());
    if (says == "not_built") QVERIFY(why.message.find("no such word") != std::string::npos);
    QCOMPARE(gpu.health(), says == "lost" ? -5 : 0);
    // One piece has its limit, whatever there is in all.
    if (says == "endless_name")
        QCOMPARE(reasonOf([&] { static_cast<void>(gpu.allocate(std::size_t{1} << 29)); }).code,
                 std::string("opencl_buffer_too_large"));
}

void TestOpenClGpu::theProcessorIsNoGpu() {
    qputenv("DUELO_STUB_OPENCL", "cpu no_doubles");
    OpenClDevices asked(kStub, true);
    QCOMPARE(asked.sheets().size(), std::size_t(1));
    QCOMPARE(asked.sheets().front().is_software, std::optional(true));
    QCOMPARE(asked.sheets().front().word(), std::string("opencl"));
    const auto gpu = asked.at(0);
    QVERIFY(gpu);
    const GpuBlock block = (*gpu)->allocate(8);
    const Reason why = reasonOf([&] {
        (*gpu)->launch({.text = "kernels/pi.cu",
                        .kernel = "pi_total",
                        .blocks = 1,
                        .threads = 256,
                        .arguments = {block.as<const void>(), block.as<const void>(),
                                      block.as<const void>(), std::int32_t(1)}});
    });
    QCOMPARE(why.code, std::string("opencl_no_doubles"));
    OpenClDevices missing("/no/such/libOpenCL.so.1");
    QCOMPARE(missing.reason()->code, std::string("opencl_missing"));
    OpenClDevices none{std::filesystem::path()};
    QCOMPARE(none.reason()->code, std::string("opencl_off"));
    OpenClDevices other(std::filesystem::path(DUELO_STUBS) / "driver/libnvidia-ml.so.1");
    QCOMPARE(other.reason()->code, std::string("opencl_broken"));
}

QTEST_APPLESS_MAIN(TestOpenClGpu)
#include "tst_opencl_gpu.moc"
