// SPDX-License-Identifier: Apache-2.0
// Measures how long a training takes to end after a cancel, phase by phase. Each phase runs once to
// its end, then several times with a stop at moments spread over that time. Prints the median and
// the worst, for a person to read (200 ms is what a student is promised).
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#ifdef DUELO_VISION
#include <QImage>
#endif

#include "data/builtin.h"
#include "experiments/training/lr_finder.h"
#include "experiments/training/work_torch.h"
#include "machine/clock.h"
#include "models/weight_set.h"
#include "tensor/operators.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

constexpr int kMoments = 9;
/// The latest moment at which a phase is stopped, in ms; later moments of a long phase are like
/// those before.
constexpr double kLatestMs = 5000;

/// A folder that goes when the program does.
class Folder {
public:
    Folder()
        : m_path(fs::temp_directory_path() / ("duelo-bench-cancel-" + std::to_string(nowNs()))) {
        fs::create_directories(m_path);
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] fs::path operator/(const std::string& name) const { return m_path / name; }

private:
    const fs::path m_path;
};

/// A phase of a training that is stopped. `ready` is made anew for each try, outside the time.
struct Phase {
    std::string name;
    std::function<std::function<void()>(const std::stop_token& stop)> ready;
};

/// From the request to the end of the work; 0 where that was over before.
double leavingMs(const Phase& phase, double after_ms) {
    std::stop_source stop;
    const std::function<void()> work = phase.ready(stop.get_token());
    std::int64_t asked_ns = 0;
    std::stop_source over;
    const std::int64_t begin_ns = nowNs();
    std::jthread user([&, ended = over.get_token()] {
        const auto until = begin_ns + static_cast<std::int64_t>(after_ms * kNsPerMs);
        while (nowNs() < until)
            if (ended.stop_requested())
                return;
            else
                std::this_thread::sleep_for(std::chrono::microseconds(200));
        asked_ns = nowNs();
        stop.request_stop();
    });
    work();
    const std::int64_t end_ns = nowNs();
    over.request_stop();
    user.join();
    return asked_ns == 0 ? 0 : std::max(0.0, static_cast<double>(end_ns - asked_ns) / kNsPerMs);
}

void measure(const Phase& phase) {
    const std::function<void()> whole = phase.ready({});
    const std::int64_t begin_ns = nowNs();
    whole();
    const double whole_ms = static_cast<double>(nowNs() - begin_ns) / kNsPerMs;
    std::vector<double> times_ms;
    for (int i = 1; i <= kMoments; ++i)
        times_ms.push_back(leavingMs(phase, std::min(whole_ms, kLatestMs) * i / (kMoments + 1)));
    std::ranges::sort(times_ms);
    std::printf("%-44s %9.0f ms %9.0f ms %9.0f ms\n", phase.name.c_str(), whole_ms,
                times_ms[times_ms.size() / 2], times_ms.back());
    std::fflush(stdout);
}

/// A step that was stopped leaves by an exception.
template <typename F>
void untilStopped(F work) {
    try {
        work();
    } catch (const StepStopped&) {  // what is measured
    } catch (const Stopped&) {      // the same below the work
    }
}

Phase reading(const std::string& name, const fs::path& folder) {
    return {
        name, [folder](const std::stop_token& stop) -> std::function<void()> {
            return [folder, stop] {
                static_cast<void>(loadTrainingData(folder.string(), {.size_px = 32, .stop = stop}));
            };
        }};
}

/// Measures IDX files as large as a set may be.
void measureIdx(const Folder& folder) {
    constexpr std::uint32_t count = 1000, side_px = 1024;
    const auto write = [&](const char* name, std::initializer_list<std::uint32_t> header,
                           std::size_t row_bytes) {
        std::ofstream file(folder / name, std::ios::binary);
        for (const std::uint32_t value : header)
            for (const int shift : {24, 16, 8, 0}) file.put(static_cast<char>(value >> shift));
        std::string row(row_bytes, ' ');
        std::uint32_t state = 7;
        for (std::uint32_t i = 0; i < count; ++i) {
            for (char& value : row)
                value = static_cast<char>((state = state * 1664525U + 1013904223U) >> 24);
            if (row_bytes == 1) row[0] = static_cast<char>(i % 10);
            file.write(row.data(), static_cast<std::streamsize>(row_bytes));
        }
    };
    fs::create_directories(folder / "idx");
    write("idx/train-images-idx3-ubyte", {0x803, count, side_px, side_px},
          std::size_t{side_px} * side_px);
    write("idx/train-labels-idx1-ubyte", {0x801, count}, 1);
    measure(reading("IDX files of 1 GB", folder / "idx"));
    fs::remove_all(folder / "idx");
}

#ifdef DUELO_VISION
/// Large areas with some noise, as photographs have, and no two alike.
void writePhotograph(const fs::path& file, int width_px, int height_px, int number) {
    QImage image(width_px, height_px, QImage::Format_RGB888);
    std::uint32_t state = 7U + static_cast<std::uint32_t>(number);
    for (int y = 0; y < height_px; ++y) {
        auto* row = image.scanLine(y);
        const auto band = static_cast<std::uint32_t>(y * 8 / height_px);
        for (int x = 0; x < width_px; ++x) {
            const auto area = band * 9 + static_cast<std::uint32_t>(x * 9 / width_px);
            const std::uint32_t level =
                (area * 2654435761U ^ static_cast<std::uint32_t>(number) * 83492791U) >> 25;
            for (int c = 0; c < 3; ++c) {
                state = state * 1664525U + 1013904223U;
                row[3 * x + c] = static_cast<std::uint8_t>(level + (state >> 28));
            }
        }
    }
    fs::create_directories(file.parent_path());
    image.save(QString::fromStdString(file.string()));
}

void measureReading(const Folder& folder) {
    for (int i = 0; i < 3000; ++i)
        writePhotograph(
            folder / ("small/" + std::to_string(i % 3) + "/" + std::to_string(i) + ".jpg"), 128,
            128, i);
    measure(reading("folder of 3,000 small JPEG", folder / "small"));
    for (const char* suffix : {".jpg", ".png"}) {
        const std::string name = std::string("photographs") + suffix;
        for (int i = 0; i < 6; ++i)
            writePhotograph(
                folder / (name + "/" + std::to_string(i % 2) + "/" + std::to_string(i) + suffix),
                i == 0 ? 8160 : 4000, i == 0 ? 6120 : 3000, i);
        measure(reading("photographs of 12 and one of 50 megapixels, " + std::string(suffix + 1),
                        folder / name));
    }
}
#endif

Phase leaks(const std::string& name, const SampleShape& shape, std::size_t classes,
            std::size_t count) {
    const auto set = std::make_shared<DataSet>(*syntheticSet(1, shape, classes, count));
    const auto split = std::make_shared<Split>(*splitStratified(set->samples, {}, {}, 1));
    return {name, [set, split](const std::stop_token& stop) -> std::function<void()> {
                return [set, split, stop] {
                    static_cast<void>(findLeaks(set->samples, *split, stop));
                };
            }};
}

void measureLeaks(const Folder&) {
    measure(leaks("leaks among 60,000 digits", {1, 28, 28}, 10, 60'000));
    measure(leaks("leaks among 12 pictures of 16 megapixels", {3, 4096, 4096}, 2, 12));
}

/// A training of its own for every try; the data are shared, as those of a plan are.
class Training {
public:
    Training(std::string experiment, const std::string& data, int batch, Mode mode,
             const fs::path& folder)
        : m_experiment(std::move(experiment)),
          m_cell(trainingCell(
              {.id = "c001",
               .experiment = m_experiment,
               .work = TrainingCase{.network = "lab_alexnet", .data = data, .batch = batch},
               .variant = Variant{.device = Device::Cpu, .threads = 1, .mode = mode}})),
          m_context{.gpu = Gpu::instance(), .save_weights = true, .folder = folder} {}

    [[nodiscard]] Phase prepare(const std::string& name) {
        return {name, [this](const std::stop_token& stop) -> std::function<void()> {
                    auto work = make(stop);
                    return [work] { untilStopped([&] { (void)work->prepare(); }); };
                }};
    }
    [[nodiscard]] Phase step(const std::string& name) {
        return {name, [this](const std::stop_token& stop) -> std::function<void()> {
                    auto work = prepared(stop);
                    return [work] { untilStopped([&] { (void)work->step(1); }); };
                }};
    }
    [[nodiscard]] Phase output(const std::string& name) {
        return {name, [this](const std::stop_token& stop) -> std::function<void()> {
                    auto work = prepared(stop);
                    untilStopped([&] { (void)work->step(1); });
                    return [work] { untilStopped([&] { (void)work->output(); }); };
                }};
    }
    /// After the stop, when the training is kept to be resumed.
    [[nodiscard]] Phase suspend(const std::string& name) {
        return {name, [this](const std::stop_token& stop) -> std::function<void()> {
                    auto work = prepared(stop);
                    untilStopped([&] { (void)work->step(1); });
                    return [work] { (void)work->course()->suspend(); };
                }};
    }
    /// One batch forward, or forward, backward and the update.
    [[nodiscard]] Phase batch(const std::string& name, bool training) {
        return {name, [this, training](const std::stop_token& stop) -> std::function<void()> {
                    auto parts = std::make_shared<TrainingParts>(*makeTrainingParts(
                        m_cell, m_context, *fetchTraining(m_cell, m_context, {.stop = {}}),
                        {.stop = {}}));
                    parts->trainer->setStop([stop] { return stop.stop_requested(); });
                    const int size = m_cell.work.batch;
                    const Tensor images = ops::empty({size, 3, 32, 32});
                    randomUniform(1, "image", images.data_ptr<float>(), images.numel());
                    const Tensor labels = ops::empty({size}, ScalarType::Long);
                    for (std::int64_t i = 0; i < size; ++i)
                        labels.data_ptr<std::int64_t>()[i] = i % 3;
                    return [parts, images, labels, training] {
                        untilStopped([&] {
                            if (training)
                                parts->trainer->train(images, labels, 1);
                            else
                                parts->trainer->evaluate(images, labels);
                        });
                    };
                }};
    }

private:
    [[nodiscard]] std::shared_ptr<Work> make(const std::stop_token& stop) {
        std::shared_ptr<Work> work;
        if (m_experiment == "lr_finder")
            work = std::make_shared<LrFinder>(m_cell, m_context);
        else
            work = std::make_shared<TrainingWork>(m_cell, m_context);
        CallControl control;
        control.stop = stop;
        work->setControl(control);
        return work;
    }
    [[nodiscard]] std::shared_ptr<Work> prepared(const std::stop_token& stop) {
        auto work = make(stop);
        if (const auto ready = work->prepare(); !ready)
            std::fprintf(stderr, "bench_cancel: %s\n", ready.error().code.c_str());
        return work;
    }

    const std::string m_experiment;
    const TrainingCell m_cell;
    TrainingContext m_context;
};

void measureTraining(const Folder& folder) {
    Training resident("training", "synthetic:10x6000", 64, Mode::Fused, {});
    measure(resident.prepare("data, initial weights and resident part"));
    measure(resident.prepare("the same with the data already read"));
    Training finder("lr_finder", "synthetic:10x300", 64, Mode::Fused, {});
    measure(finder.prepare("rate finder: preparation"));
    measure(finder.step("rate finder: one step"));
    measure(finder.output("rate finder: advice"));
    for (const Mode mode : {Mode::Eager, Mode::Fused}) {
        const std::string how = std::string(word(mode)) + ", batch 512, 1 thread";
        Training large("training", "textures", 512, mode, {});
        measure(large.batch("update, " + how, true));
        measure(large.batch("evaluation, " + how, false));
    }
    Training whole("training", "synthetic:10x200", 64, Mode::Fused, folder / "kept");
    measure(whole.step("epoch with its evaluation, batch 64"));
    measure(whole.output("test and trained weights"));
    measure(whole.suspend("checkpoint that a cancel leaves"));
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::pair<std::string, std::function<void(const Folder&)>>> groups{
#ifdef DUELO_VISION
        {"folders", measureReading},
#endif
        {"idx", measureIdx},
        {"leaks", measureLeaks},
        {"training", measureTraining}};
    const std::vector<std::string> wanted(argv + 1, argv + argc);
    for (const std::string& word : wanted) {
        if (std::ranges::find(groups, word, [](const auto& group) { return group.first; }) !=
            groups.end())
            continue;
        std::puts("bench_cancel [folders] [idx] [leaks] [training]: all of them, or those named");
        return word == "--help" ? 0 : 2;
    }
    const Folder folder;
    std::printf("%-44s %12s %12s %12s\n", "phase", "whole", "leaves after", "at worst");
    for (const auto& [name, measureGroup] : groups)
        if (wanted.empty() || std::ranges::find(wanted, name) != wanted.end()) measureGroup(folder);
    return 0;
}
