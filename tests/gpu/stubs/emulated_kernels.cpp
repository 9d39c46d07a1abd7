// SPDX-License-Identifier: Apache-2.0
#include "emulated_kernels.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/reason_json.h"
#include "simt/emulator.h"

// Before, so that what the text for pi includes stays where it belongs.
#include "resources/kernels/splitmix.h"

#include "simt/text_begin.h"

// The kernels are extern "C", and the engine has those of its own emulation by the same names.
#define matmul1 stub_matmul1
#define matmul2 stub_matmul2
#define matmul3 stub_matmul3
#define matmul1_coalesced stub_matmul1_coalesced
#define matmul3_coalesced stub_matmul3_coalesced
#define matmul_registers stub_matmul_registers
#define matmul_buffered stub_matmul_buffered
#define matmul_warp_tiles stub_matmul_warp_tiles
#define pool_each_window stub_pool_each_window
#define pool_identity_constant stub_pool_identity_constant
#define pool_identity_transferred stub_pool_identity_transferred
#define pool_matmul2_constant stub_pool_matmul2_constant
#define pool_matmul2_transferred stub_pool_matmul2_transferred
#define pool_matmul3_constant stub_pool_matmul3_constant
#define pool_matmul3_transferred stub_pool_matmul3_transferred
#define pool_one_window stub_pool_one_window
#define pool_rows stub_pool_rows
#define pi_each stub_pi_each
#define pi_sums stub_pi_sums
#define pi_total stub_pi_total
#define copy_words stub_copy_words
#define roof_fma stub_roof_fma
#define launch_nothing stub_launch_nothing

namespace emulated_launches {
namespace matmul1_text {
using namespace duelo::simt;
#include "resources/kernels/matmul1.cu"
}  // namespace matmul1_text
namespace matmul2_text {
using namespace duelo::simt;
#include "resources/kernels/matmul2.cu"
}  // namespace matmul2_text
namespace matmul3_text {
using namespace duelo::simt;
#include "resources/kernels/matmul3.cu"
}  // namespace matmul3_text
namespace matmul1_coalesced_text {
using namespace duelo::simt;
#include "resources/kernels/matmul1_coalesced.cu"
}  // namespace matmul1_coalesced_text
namespace matmul3_coalesced_text {
using namespace duelo::simt;
#include "resources/kernels/matmul3_coalesced.cu"
}  // namespace matmul3_coalesced_text
namespace matmul_registers_text {
using namespace duelo::simt;
#include "resources/kernels/matmul_registers.cu"
}  // namespace matmul_registers_text
namespace matmul_buffered_text {
using namespace duelo::simt;
#include "resources/kernels/matmul_buffered.cu"
}  // namespace matmul_buffered_text
namespace matmul_warp_tiles_text {
using namespace duelo::simt;
#include "resources/kernels/matmul_warp_tiles.cu"
}  // namespace matmul_warp_tiles_text
namespace pool {
using namespace duelo::simt;
#include "resources/kernels/pool_each_window.cu"
#include "resources/kernels/pool_identity.cu"
#include "resources/kernels/pool_matmul2.cu"
#include "resources/kernels/pool_matmul3.cu"
#include "resources/kernels/pool_one_window.cu"
#include "resources/kernels/pool_rows.cu"
}  // namespace pool
namespace pi {
using namespace duelo::simt;
#include "resources/kernels/pi.cu"
}  // namespace pi
namespace roofs {
using namespace duelo::simt;
#include "resources/kernels/copy_words.cu"
#include "resources/kernels/launch_nothing.cu"
#include "resources/kernels/roof_fma.cu"
}  // namespace roofs
}  // namespace emulated_launches

#include "simt/text_end.h"

namespace duelo::test {

namespace {

using Product = void (*)(simt::Input, simt::Input, simt::Output, int);

struct KnownProduct {
    std::string_view kernel, text;
    Product run;
};

constexpr KnownProduct kProducts[] = {
    {"matmul1", "kernels/matmul1.cu", emulated_launches::matmul1_text::matmul1},
    {"matmul2", "kernels/matmul2.cu", emulated_launches::matmul2_text::matmul2},
    {"matmul3", "kernels/matmul3.cu", emulated_launches::matmul3_text::matmul3},
    {"matmul1_coalesced", "kernels/matmul1_coalesced.cu",
     emulated_launches::matmul1_coalesced_text::matmul1_coalesced},
    {"matmul3_coalesced", "kernels/matmul3_coalesced.cu",
     emulated_launches::matmul3_coalesced_text::matmul3_coalesced},
    {"matmul_registers", "kernels/matmul_registers.cu",
     emulated_launches::matmul_registers_text::matmul_registers},
    {"matmul_buffered", "kernels/matmul_buffered.cu",
     emulated_launches::matmul_buffered_text::matmul_buffered},
    {"matmul_warp_tiles", "kernels/matmul_warp_tiles.cu",
     emulated_launches::matmul_warp_tiles_text::matmul_warp_tiles}};

/// std::bad_variant_access where the argument is of another type.
template <typename Value>
Value argument(const KernelLaunch& launch, std::size_t at) {
    return std::get<Value>(launch.arguments.at(at));
}

std::span<float> numbersAt(const void* place, std::size_t count) {
    return {static_cast<float*>(const_cast<void*>(place)), count};
}

void launched(const Result<void>& done) {
    if (!done) throw std::logic_error(toJson(done.error()).dump());
}

struct Launch {
    simt::Emulator& gpu;
    const KernelLaunch& values;

    [[nodiscard]] simt::Dim grid() const { return {values.blocks, values.blocks_y}; }
    [[nodiscard]] simt::Dim block() const { return {values.threads, values.threads_y}; }
    [[nodiscard]] simt::DeviceArray& in(std::size_t at, std::size_t count) const {
        simt::DeviceArray& array = gpu.allocate("in", count);
        gpu.copyIn(array, numbersAt(argument<const void*>(values, at), count));
        return array;
    }
    void out(const simt::DeviceArray& array, std::size_t at) const {
        const std::span<const float> found = gpu.copyOut(array);
        std::ranges::copy(found,
                          numbersAt(argument<const void*>(values, at), found.size()).begin());
    }
    [[nodiscard]] int whole(std::size_t at) const { return argument<std::int32_t>(values, at); }
};

std::size_t square(int side) {
    return static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
}

/// \returns whether the kernel is one of these.
bool runProduct(const Launch& of) {
    const auto known = std::ranges::find(kProducts, of.values.kernel, &KnownProduct::kernel);
    if (known == std::end(kProducts) || known->text != of.values.text) return false;
    const int n = of.whole(3);
    simt::DeviceArray &a = of.in(0, square(n)), &b = of.in(1, square(n)),
                      &c = of.gpu.allocate("c", square(n));
    launched(of.gpu.launch(of.values.kernel, known->run, of.grid(), of.block(), simt::Input(a),
                           simt::Input(b), simt::Output(c), n));
    of.out(c, 2);
    return true;
}

struct KnownWindow {
    std::string_view kernel, text;
    Product filtered;  ///< of those that a filter is copied for
    void (*plain)(simt::Input, simt::Output, int);
};

constexpr KnownWindow kWindows[] = {{"pool_identity_transferred", "kernels/pool_identity.cu",
                                     emulated_launches::pool::pool_identity_transferred, nullptr},
                                    {"pool_identity_constant", "kernels/pool_identity.cu", nullptr,
                                     emulated_launches::pool::pool_identity_constant},
                                    {"pool_matmul2_transferred", "kernels/pool_matmul2.cu",
                                     emulated_launches::pool::pool_matmul2_transferred, nullptr},
                                    {"pool_matmul2_constant", "kernels/pool_matmul2.cu", nullptr,
                                     emulated_launches::pool::pool_matmul2_constant},
                                    {"pool_matmul3_transferred", "kernels/pool_matmul3.cu",
                                     emulated_launches::pool::pool_matmul3_transferred, nullptr},
                                    {"pool_matmul3_constant", "kernels/pool_matmul3.cu", nullptr,
                                     emulated_launches::pool::pool_matmul3_constant},
                                    {"pool_one_window", "kernels/pool_one_window.cu", nullptr,
                                     emulated_launches::pool::pool_one_window}};

bool runWindow(const Launch& of) {
    const auto known = std::ranges::find(kWindows, of.values.kernel, &KnownWindow::kernel);
    if (known == std::end(kWindows) || known->text != of.values.text) return false;
    const std::size_t last = of.values.arguments.size() - 1;
    const int k = of.whole(last);
    simt::DeviceArray &window = of.in(0, square(k)),
                      &result = of.gpu.allocate("result",
                                                known->kernel == "pool_one_window" ? 1 : square(k));
    const std::string name(known->kernel);
    if (known->filtered != nullptr)
        launched(of.gpu.launch(name, known->filtered, of.grid(), of.block(), simt::Input(window),
                               simt::Input(of.in(1, square(k))), simt::Output(result), k));
    else
        launched(of.gpu.launch(name, known->plain, of.grid(), of.block(), simt::Input(window),
                               simt::Output(result), k));
    of.out(result, last - 1);
    return true;
}

bool runPicture(const Launch& of) {
    using namespace emulated_launches::pool;
    const std::string_view text = of.values.text;
    const bool rows = text == "kernels/pool_rows.cu";
    if (!rows && text != "kernels/pool_each_window.cu") return false;
    const int size = of.whole(2), side = of.whole(3);
    simt::DeviceArray &picture = of.in(0, square(size)),
                      &map = of.gpu.allocate("map", square(side));
    const simt::Input from(picture);
    const simt::Output to(map);
    if (rows)
        launched(of.gpu.launch(of.values.kernel, pool_rows, of.grid(), of.block(), from, to, size,
                               side));
    else
        launched(of.gpu.launch(of.values.kernel, pool_each_window, of.grid(), of.block(), from, to,
                               size, side, of.whole(4), of.whole(5), of.whole(6),
                               argument<float>(of.values, 7)));
    of.out(map, 1);
    return true;
}

bool runRoof(const Launch& of) {
    using namespace emulated_launches::roofs;
    const std::string_view text = of.values.text;
    if (text == "kernels/copy_words.cu") {
        const auto words = argument<std::uint64_t>(of.values, 2);
        simt::DeviceArray &from = of.in(0, words), &to = of.gpu.allocate("to", words);
        launched(of.gpu.launch("copy_words", copy_words, of.grid(), of.block(), simt::Input(from),
                               simt::Output(to), words));
        of.out(to, 1);
        return true;
    }
    const bool fma = text == "kernels/roof_fma.cu";
    if (!fma && text != "kernels/launch_nothing.cu") return false;
    simt::DeviceArray& results =
        of.gpu.allocate("results", std::size_t{of.values.blocks} * of.values.threads);
    const simt::Output to(results);
    launched(fma ? of.gpu.launch("roof_fma", roof_fma, of.grid(), of.block(), to, of.whole(1),
                                 argument<float>(of.values, 2), argument<float>(of.values, 3))
                 : of.gpu.launch("launch_nothing", launch_nothing, of.grid(), of.block(), to));
    of.out(results, 0);
    return true;
}

/// Runs a launch of pi's kernels; false: it is none. Each of pi's numbers stands in two places,
/// high and low.
bool runPi(const Launch& of) {
    using namespace emulated_launches::pi;
    const std::string_view name = of.values.kernel;
    if (of.values.text != std::string_view("kernels/pi.cu")) return false;
    if (name == "pi_total") {
        const int blocks = of.whole(3);
        const auto count = static_cast<std::size_t>(blocks);
        simt::DeviceArray &high = of.in(0, count), &low = of.in(1, count),
                          &total = of.gpu.allocate("total", 2);
        launched(of.gpu.launch("pi_total", pi_total, of.grid(), of.block(), simt::Input(high),
                               simt::Input(low), simt::Output(total), blocks));
        of.out(total, 2);
        return true;
    }
    const auto number = [&](std::size_t at) {
        return static_cast<kernels::Word>(argument<std::uint64_t>(of.values, at));
    };
    const int series = of.whole(5);
    const bool each = name == "pi_each";
    const auto count = each ? static_cast<std::size_t>(number(3)) : std::size_t{of.values.blocks};
    simt::DeviceArray &high = of.gpu.allocate("high", count),
                      &low = of.gpu.allocate("low", each && series == 0 ? 1 : count);
    launched(of.gpu.launch(std::string(name), each ? pi_each : pi_sums, of.grid(), of.block(),
                           simt::Output(high), simt::Output(low), number(2), number(3), number(4),
                           series));
    of.out(high, 0);
    if (!each || series != 0) of.out(low, 1);
    return true;
}

}  // namespace

void runEmulated(const KernelLaunch& launch) {
    simt::Emulator gpu;
    const Launch of{gpu, launch};
    if (!runProduct(of) && !runWindow(of) && !runPicture(of) && !runPi(of) && !runRoof(of))
        throw std::logic_error(std::string("no such launch: ") + launch.kernel);
}

}  // namespace duelo::test
