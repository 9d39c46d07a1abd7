// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include <QTemporaryDir>
#include <QtTest>

#include "../../data/data_fixtures.h"
#include "experiments/pinned_team.h"
#include "experiments/training/batches.h"
#include "fake_gpu.h"
#include "machine/core_binding.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

using Data = std::shared_ptr<const TrainingData>;

/// `count` pictures of 3 x 9 x 9, all different; class i % 3.
Data noise(std::size_t count = 40) {
    const auto data = std::make_shared<TrainingData>();
    data->samples = LabelledSet::create({3, 9, 9}, {"a", "b", "c"}, count).value();
    std::uint32_t state = 7;
    for (std::size_t i = 0; i < count; ++i) {
        Bytes pixels(3 * 9 * 9);
        for (auto& value : pixels) {
            state = state * 1664525U + 1013904223U;
            value = static_cast<std::uint8_t>(state >> 24);
        }
        data->samples.add(pixels, static_cast<int>(i % 3), std::to_string(i));
    }
    return data;
}

Batches made(const Data& data, const std::vector<std::size_t>& part, const BatchOptions& options,
             GpuApi* gpu = nullptr) {
    return Batches::create(data, part, options, gpu).value();
}

struct Epoch {
    std::vector<std::int64_t> rows;  ///< of each batch
    Tensor images, labels;           ///< all of them, in their order
};

Epoch epochOf(Batches& batches, std::uint64_t number, bool shuffle) {
    Epoch epoch;
    std::vector<Tensor> images, labels;
    batches.begin(number, shuffle);
    auto more = batches.next();
    for (; more && *more; more = batches.next()) {
        epoch.rows.push_back(batches.images().size(0));
        images.push_back(batches.images().clone());
        labels.push_back(batches.labels().clone());
    }
    if (!more) qFatal("an epoch failed: %s", more.error().code.c_str());
    epoch.images = ops::cat(images, 0);
    epoch.labels = ops::cat(labels, 0);
    return epoch;
}

bool equal(const Epoch& a, const Epoch& b) {
    return a.rows == b.rows && ops::equal(a.images, b.images) && ops::equal(a.labels, b.labels);
}

/// The epoch as its definition says, one sample after the other.
Tensor expectedImages(const Data& data, const std::vector<std::size_t>& indices,
                      const Transform& transform, std::uint64_t seed, std::uint64_t epoch) {
    const SampleShape shape = transformedShape(transform, data->samples.shape());
    Tensor images = ops::empty({static_cast<std::int64_t>(indices.size()), shape.channels,
                                shape.height_px, shape.width_px});
    float* to = images.data_ptr<float>();
    for (const std::size_t index : indices) {
        applyTransform(transform, pictureOf(data->samples, index), {seed, epoch, index},
                       {to, shape.bytes()});
        to += shape.bytes();
    }
    return images;
}

}  // namespace

class TestBatches : public QObject {
    Q_OBJECT

    struct Way {
        const char* name;
        bool gpu;
        std::int64_t resident_bytes;
    };
    /// 40 samples take 38,880 bytes: kept with and without a buffer for the epoch, or not at all.
    static constexpr Way ways[] = {{"cpu", false, 1 << 20},
                                   {"cpu, from bytes", false, 1000},
                                   {"gpu", true, 1 << 20},
                                   {"gpu, batch by batch", true, 40'000},
                                   {"gpu, from bytes", true, 1000}};

private Q_SLOTS:
    void everySampleOnceInThePartsOrder() {
        const Data data = noise();
        const std::vector<std::size_t> part = {3, 4, 8, 9, 30, 31, 39};
        Batches batches = made(data, part, {.batch = 3});
        QCOMPARE(batches.size(), std::size_t{7});
        QCOMPARE(batches.updatesPerEpoch(), std::size_t{3});
        QVERIFY(batches.resident() && !batches.note());
        const Epoch epoch = epochOf(batches, 0, false);
        QCOMPARE(epoch.rows, (std::vector<std::int64_t>{3, 3, 1}));
        Transform transform = testTransform();
        transform.size_px = 0;
        QVERIFY(ops::equal(epoch.images, expectedImages(data, part, transform, 0, 0)));
        const auto* labels = epoch.labels.const_data_ptr<std::int64_t>();
        QCOMPARE(std::vector(labels, labels + epoch.labels.numel()),
                 (std::vector<std::int64_t>{0, 1, 2, 0, 0, 1, 0}));
        QVERIFY(epoch.images.is_contiguous());
        // (255 / 255 - 0.5) / 0.5 and (0 - 0.5) / 0.5
        QVERIFY(ops::max(epoch.images).item<float>() <= 1 &&
                ops::min(epoch.images).item<float>() >= -1);
    }

    void shuffledBySeedAndEpoch() {
        const Data data = noise();
        const auto part = firstIndices(30, 5);
        Batches batches = made(data, part, {.batch = 8, .seed = 4});
        const Epoch first = epochOf(batches, 1, true);
        const Epoch second = epochOf(batches, 2, true);
        QVERIFY(!ops::equal(first.images, second.images));
        // A permutation of the part: each picture once, with its label.
        const Epoch sorted = epochOf(batches, 1, false);
        std::set<std::int64_t> found;
        for (std::int64_t i = 0; i < 30; ++i) {
            for (std::int64_t k = 0; k < 30; ++k) {
                if (!ops::equal(first.images[i], sorted.images[k])) continue;
                found.insert(k);
                QVERIFY(ops::equal(first.labels[i], sorted.labels[k]));
            }
        }
        QCOMPARE(found.size(), std::size_t{30});
        // After a resume: the order of epoch 2 needs no epoch 1.
        Batches resumed = made(data, part, {.batch = 8, .seed = 4});
        QVERIFY(equal(epochOf(resumed, 2, true), second));
        Batches other = made(data, part, {.batch = 8, .seed = 5});
        QVERIFY(!ops::equal(epochOf(other, 2, true).images, second.images));
    }

    // P-07: what is compared gets the same batches, wherever they are kept or made.
    void P07_everyWayGivesTheSameBatches_data() {
        QTest::addColumn<bool>("augment");
        QTest::addColumn<int>("size_px");
        QTest::addColumn<int>("channels");
        QTest::newRow("plain") << false << 0 << 0;
        QTest::newRow("resized, grey") << false << 6 << 1;
        QTest::newRow("random transforms") << true << 6 << 3;
    }

    void P07_everyWayGivesTheSameBatches() {
        QFETCH(bool, augment);
        QFETCH(int, size_px);
        QFETCH(int, channels);
        const Data data = noise();
        const auto part = firstIndices(40);
        const auto made_by = [&](const Way& way, GpuApi* gpu) {
            BatchOptions options{.batch = 12,
                                 .seed = 9,
                                 .augment = augment,
                                 .channels = channels,
                                 .size_px = size_px};
            options.resident_bytes = way.resident_bytes;
            return made(data, part, options, way.gpu ? gpu : nullptr);
        };
        FakeGpu gpu;
        Batches reference = made_by(ways[0], &gpu);
        const Epoch shuffled = epochOf(reference, 3, true);
        const Epoch sorted = epochOf(reference, 3, false);
        QCOMPARE(shuffled.rows, (std::vector<std::int64_t>{12, 12, 12, 4}));
        for (const Way& way : ways) {
            Batches batches = made_by(way, &gpu);
            QVERIFY2(equal(epochOf(batches, 3, true), shuffled), way.name);
            QVERIFY2(equal(epochOf(batches, 3, false), sorted), way.name);
            QVERIFY2(equal(epochOf(batches, 3, true), shuffled), way.name);
        }
    }

    // G17, G19: what a trainer picks by itself is what it would have been given.
    void ordersOfPartsAreThoseOfTheBatches_data() {
        QTest::addColumn<bool>("on_gpu");
        QTest::newRow("on a GPU") << true;
        QTest::newRow("on the CPU") << false;
    }

    void ordersOfPartsAreThoseOfTheBatches() {
        QFETCH(bool, on_gpu);
        const Data data = noise();
        const std::vector<std::size_t> places = firstIndices(31, 4);
        FakeGpu gpu;
        Batches batches = made(data, places, {.batch = 12, .seed = 9}, on_gpu ? &gpu : nullptr);
        Batches picked = made(data, places, {.batch = 12, .seed = 9}, on_gpu ? &gpu : nullptr);
        const auto pickedIn = [&](std::uint64_t epoch, bool shuffle) {
            const ResidentPart part = picked.beginResident(epoch, shuffle);
            Epoch all{.rows = {},
                      .images = ops::index_select(part.images, 0, part.order),
                      .labels = ops::index_select(part.labels, 0, part.order)};
            for (std::size_t i = 0; i < part.batches(); ++i)
                all.rows.push_back(i + 1 < part.batches() || part.rest() == 0 ? part.batch
                                                                              : part.rest());
            return all;
        };
        const void* const order = picked.beginResident(0, false).order.const_data_ptr();
        QVERIFY(equal(pickedIn(0, false), epochOf(batches, 0, false)));
        for (const std::uint64_t epoch : {3, 4})
            QVERIFY(equal(pickedIn(epoch, true), epochOf(batches, epoch, true)));
        QVERIFY(equal(epochOf(picked, 5, true), epochOf(batches, 5, true)));
        QVERIFY(equal(pickedIn(0, false), epochOf(batches, 0, false)));
        QCOMPARE(picked.beginResident(6, true).order.const_data_ptr(), order);
        Batches without = made(data, places, {.batch = 12, .resident_bytes = 1});
        QVERIFY_THROWS_EXCEPTION(std::logic_error, (void)without.beginResident(0, true));
    }

    // An order that no epoch changes is copied once; no buffer for the epoch is needed.
    void G17_whatIsCopiedForAnEpochThatTheGpuPicks() {
        const Data data = noise();
        FakeGpu gpu;
        Batches batches = made(data, firstIndices(40), {.batch = 12}, &gpu);
        const std::int64_t resident = batches.bytes();
        const auto copiesOf = [&](const auto& work) {
            const auto events = gpu.events(2);
            events->record(0);
            work();
            events->record(1);
            return events->elapsedMs(0, 1) / FakeGpu::kCopy_ms;
        };
        const auto begin = [&](bool shuffle) {
            return [&, shuffle] { (void)batches.beginResident(1, shuffle); };
        };
        QCOMPARE(copiesOf(begin(false)), 1.0);
        QCOMPARE(copiesOf(begin(false)), 0.0);
        QCOMPARE(copiesOf(begin(true)), 1.0);
        QCOMPARE(copiesOf(begin(true)), 1.0);
        QCOMPARE(copiesOf(begin(false)), 1.0);
        QCOMPARE(batches.bytes(), resident + 40 * 8);
    }

    void limitOfTheCacheIsTold() {
        const Data data = noise();
        const auto part = firstIndices(40);
        BatchOptions options{.batch = 10};
        options.resident_bytes = 40 * 3 * 9 * 9 * 4;
        Batches kept = made(data, part, options);
        QVERIFY(kept.resident() && !kept.note());
        QCOMPARE(kept.bytes(), options.resident_bytes + 40 * 8);
        --options.resident_bytes;
        Batches refused = made(data, part, options);
        QVERIFY(!refused.resident());
        QCOMPARE(refused.note()->code, std::string("data_not_resident"));
        QCOMPARE(refused.note()->args["needed_bytes"].get<int>(), 38'880);
        QCOMPARE(refused.note()->args["limit_bytes"].get<int>(), 38'879);
        epochOf(refused, 0, true);
        QCOMPARE(refused.bytes(), std::int64_t{10 * (3 * 9 * 9 * 4 + 8)});
    }

    // S2-04: random transforms differ from epoch to epoch and are those of the definition.
    void S2_04_randomTransforms() {
        const Data data = noise();
        const std::vector<std::size_t> part = {1, 2, 7, 20};
        Batches batches = made(data, part, {.batch = 4, .seed = 6, .augment = true, .size_px = 8});
        QVERIFY(!batches.resident() && !batches.note());
        Transform transform = trainTransform();
        transform.size_px = 8;
        const Epoch first = epochOf(batches, 1, false);
        QVERIFY(ops::equal(first.images, expectedImages(data, part, transform, 6, 1)));
        const Epoch second = epochOf(batches, 2, false);
        QVERIFY(ops::equal(second.images, expectedImages(data, part, transform, 6, 2)));
        QVERIFY(!ops::equal(first.images, second.images));
    }

    void threadsChangeNothing() {
        const Data data = noise(100);
        const auto part = firstIndices(100);
        const int threads = ops::get_num_threads();
        std::vector<Epoch> plain, random;
        for (const int count : {1, 4}) {
            ops::set_num_threads(count);
            Batches kept = made(data, part, {.batch = 64});
            plain.push_back(epochOf(kept, 1, true));
            Batches augmented = made(data, part, {.batch = 64, .augment = true, .size_px = 8});
            random.push_back(epochOf(augmented, 1, true));
        }
        ops::set_num_threads(threads);
        QVERIFY(equal(plain[0], plain[1]));
        QVERIFY(equal(random[0], random[1]));
    }

    // A captured graph reads from the addresses that it was captured with.
    void addressesStay() {
        const Data data = noise();
        const auto part = firstIndices(40);
        FakeGpu gpu;
        for (const Way& way : ways) {
            for (const bool shuffle : {true, false}) {
                BatchOptions options{.batch = 12};
                options.resident_bytes = way.resident_bytes;
                Batches batches = made(data, part, options, way.gpu ? &gpu : nullptr);
                std::map<int, std::vector<const void*>> addresses;
                for (const int epoch : {0, 1}) {
                    batches.begin(static_cast<std::uint64_t>(epoch), shuffle);
                    for (auto more = batches.next(); more && *more; more = batches.next()) {
                        addresses[epoch].push_back(batches.images().const_data_ptr());
                        addresses[epoch].push_back(batches.labels().const_data_ptr());
                    }
                }
                QCOMPARE(addresses[0].size(), std::size_t{8});
                QVERIFY2(addresses[0] == addresses[1], way.name);
            }
        }
    }

    void batchLargerThanThePart() {
        Batches batches = made(noise(), firstIndices(5), {.batch = 256});
        QCOMPARE(batches.updatesPerEpoch(), std::size_t{1});
        QCOMPARE(epochOf(batches, 0, true).rows, (std::vector<std::int64_t>{5}));
    }

    void whatCannotBe() {
        const Data data = noise();
        const auto part = firstIndices(5);
        const auto codeOf = [&](const BatchOptions& options) {
            const auto batches = Batches::create(data, part, options, nullptr);
            return batches ? std::string("none") : batches.error().code;
        };
        QCOMPARE(codeOf({.channels = 2}), std::string("transform_invalid"));
        QCOMPARE(codeOf({.size_px = 5000}), std::string("transform_invalid"));
        QCOMPARE(codeOf({.decode_every_epoch = true}), std::string("decode_needs_folder"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, codeOf({.batch = 0}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument,
                                 Batches::create(data, {}, {}, nullptr).has_value());
    }

    void cancelled() {
        const Data data = noise();
        const auto part = firstIndices(40);
        std::stop_source stop;
        BatchOptions options{.batch = 10, .augment = true, .stop = stop.get_token()};
        Batches batches = made(data, part, options);
        batches.begin(0, true);
        QVERIFY(batches.next().value());
        stop.request_stop();
        QCOMPARE(batches.next().error().code, std::string("cancelled_by_user"));
        options.augment = false;
        QCOMPARE(Batches::create(data, part, options, nullptr).error().code,
                 std::string("cancelled_by_user"));
    }
};

// Image folders with the tests' own picture format: no decoder needed.
class TestDecodedBatches : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_root;
    Data m_data;
    std::vector<std::size_t> m_part;

private Q_SLOTS:
    void initTestCase() {
        m_root = m_folder.path().toStdString();
        for (int i = 0; i < 12; ++i) {
            const fs::path folder = m_root / (i % 2 == 0 ? "a" : "b");
            fs::create_directories(folder);
            Bytes pixels(16);
            for (std::size_t k = 0; k < 16; ++k)
                pixels[k] = static_cast<std::uint8_t>(20 * static_cast<std::size_t>(i) + k * k);
            writeBytes(folder / (std::to_string(i) + ".pic"), pictureBytes({1, 4, 4}, pixels));
        }
        auto read = readImageFolder(m_root, pictureReader(), {}).value();
        const auto data = std::make_shared<TrainingData>();
        data->samples = std::move(read.set.samples);
        data->listing = std::move(read.listing);
        data->reader = pictureReader();
        m_data = data;
        m_part = {0, 2, 3, 5, 7, 8, 11};
    }

    // S2-M06: decoding again costs time and changes nothing.
    void S2_M06_decodedAgain() {
        for (const bool augment : {false, true}) {
            BatchOptions options{.batch = 3, .seed = 1, .augment = augment, .size_px = 5};
            Batches kept = made(m_data, m_part, options);
            options.decode_every_epoch = true;
            Batches decoded = made(m_data, m_part, options);
            QVERIFY(!decoded.resident() && !decoded.note());
            FakeGpu gpu;
            Batches on_gpu = made(m_data, m_part, options, &gpu);
            const Epoch epoch = epochOf(kept, 1, true);
            QVERIFY(equal(epochOf(decoded, 1, true), epoch));
            QVERIFY(equal(epochOf(on_gpu, 1, true), epoch));
        }
    }

    void fileThatIsDamagedInMidTraining() {
        Batches batches = made(m_data, m_part, {.batch = 3, .decode_every_epoch = true});
        epochOf(batches, 0, false);
        const fs::path file = m_data->listing->images[5].path;
        const auto size = fs::file_size(file);
        fs::resize_file(file, size - 1);
        batches.begin(1, false);
        QVERIFY(batches.next().value());
        const auto failed = batches.next();
        QCOMPARE(failed.error().code, std::string("image_truncated"));
        QCOMPARE(failed.error().args["file"].get<std::string>(), m_data->samples.source(5));
        fs::remove(file);
        batches.begin(2, false);
        QVERIFY(batches.next().value());
        QCOMPARE(batches.next().error().code, std::string("image_unreadable"));
    }

    /// S4-27: who reads a file is no thread of the team, and has the whole PC to do it on.
    void filesAreReadByFreeThreads() {
        const CoreBinding binding;
        if (!binding.canBind()) QSKIP("no thread can be bound here");
        const std::vector<int> free = binding.cpusOfThisThread();
        auto data = std::make_shared<TrainingData>(*m_data);
        std::vector<std::vector<int>> masks;
        data->reader.decode = [&](std::span<const std::uint8_t> bytes) {
            masks.push_back(binding.cpusOfThisThread());
            return pictureReader().decode(bytes);
        };
        Batches batches = made(data, {0, 1, 2, 3}, {.decode_every_epoch = true});
        const int own = binding.cores().back();
        {
            const PinnedTeam pinned({own}, thisThread());
            epochOf(batches, 0, false);
            QCOMPARE(binding.cpusOfThisThread(), std::vector<int>{own});
        }
        QCOMPARE(masks, std::vector<std::vector<int>>(4, free));
        QCOMPARE(binding.cpusOfThisThread(), free);
    }

    void cancelledBetweenTwoFiles() {
        std::stop_source stop;
        auto data = std::make_shared<TrainingData>(*m_data);
        int decoded = 0;
        data->reader.decode = [&](std::span<const std::uint8_t> bytes) {
            if (++decoded == 2) stop.request_stop();
            return pictureReader().decode(bytes);
        };
        Batches batches =
            made(data, {0, 1, 2, 3}, {.decode_every_epoch = true, .stop = stop.get_token()});
        batches.begin(0, false);
        QCOMPARE(batches.next().error().code, std::string("cancelled_by_user"));
        QCOMPARE(decoded, 2);
    }
};

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    TestBatches batches;
    TestDecodedBatches decoded;
    return QTest::qExec(&batches, argc, argv) | QTest::qExec(&decoded, argc, argv);
}
#include "tst_batches.moc"
