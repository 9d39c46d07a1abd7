// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

#include <QtTest>

#include "data/image_folder.h"
#include "data/left_behind.h"
#include "data_fixtures.h"

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

const SampleShape grey{1, 2, 2};

std::string sourcesOf(const DataSet& set) {
    std::string sources;
    for (std::size_t i = 0; i < set.samples.size(); ++i)
        sources += (i == 0 ? "" : " ") + set.samples.source(i);
    return sources;
}

int valueOf(const DataSet& set, std::size_t index, std::size_t at = 0) {
    return set.samples.pixels(index)[at];
}

}  // namespace

class TestImageFolder : public QObject, FolderFixture {
    Q_OBJECT

    Result<DataSet> read(FolderOptions options = {}) {
        return readImageFolder(m_root, pictureReader(), options).map([](ImageFolder read) {
            return std::move(read.set);
        });
    }

    std::string codeOf(FolderOptions options = {}) {
        const auto set = read(options);
        return set ? "none" : set.error().code;
    }

private Q_SLOTS:
    void init() { renewFolder(); }

    // S2-02: the thesis's layout and names; S2-44: counts are those on disk.
    void S2_02_trainAndTest_data() {
        QTest::addColumn<QByteArray>("train");
        QTest::addColumn<QByteArray>("test");
        QTest::newRow("english") << QByteArray("train") << QByteArray("test");
        QTest::newRow("thesis") << QByteArray("entrenamiento") << QByteArray("prueba");
    }

    void S2_02_trainAndTest() {
        QFETCH(QByteArray, train);
        QFETCH(QByteArray, test);
        put((train + "/c10/x10.pic").toStdString(), pictureBytes(grey, 1));
        put((train + "/c10/x2.pic").toStdString(), pictureBytes(grey, 2));
        put((train + "/c2/y.pic").toStdString(), pictureBytes(grey, 3));
        put((train + "/c2/Thumbs.db").toStdString(), {1, 2, 3});
        put((train + "/c2/.hidden.pic").toStdString(), pictureBytes(grey, 4));
        put((test + "/c10/z.pic").toStdString(), pictureBytes(grey, 5));
        const auto set = read();
        QVERIFY2(set, set ? "" : set.error().code.c_str());
        QCOMPARE(set->samples.classNames(), (std::vector<std::string>{"c2", "c10"}));
        const std::string t = train.toStdString();
        QCOMPARE(sourcesOf(*set), t + "/c2/y.pic " + t + "/c10/x2.pic " + t + "/c10/x10.pic " +
                                      test.toStdString() + "/c10/z.pic");
        QCOMPARE(set->split.train, (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(set->split.test, (std::vector<std::size_t>{3}));
        QCOMPARE(set->samples.label(3), 1);
        QCOMPARE(valueOf(*set, 3), 5);
        QCOMPARE(set->samples.content(0), contentHash(pictureBytes(grey, 3)));
        QVERIFY(set->notes.empty());
        QCOMPARE(set->skipped_count, std::size_t{0});
    }

    void oneFolderToBeSplit() {
        put("a/1.pic", pictureBytes(grey, 1));
        put("b/1.pic", pictureBytes(grey, 2));
        const auto set = read();
        QVERIFY(set);
        QCOMPARE(set->split.train.size(), std::size_t{2});
        QVERIFY(set->split.test.empty());
    }

#ifndef _WIN32
    void nameThatIsNoTextCostsItsFileOnly() {
        put("a/1.pic", pictureBytes(grey, 1));
        put("a/2\xff.pic", pictureBytes(grey, 2));
        put("b/1.pic", pictureBytes(grey, 3));
        const auto set = read();
        fs::remove(m_root / "a/2\xff.pic");  // QTemporaryDir cannot: its names are UTF-16
        QVERIFY(set);
        QCOMPARE(sourcesOf(*set), std::string("a/1.pic b/1.pic"));
        QCOMPARE(set->skipped_count, std::size_t{1});
        QCOMPARE(set->skipped[0].code, std::string("file_name_not_text"));
        QCOMPARE(set->skipped[0].args["file"].get<std::string>(),
                 std::string("a/2\xef\xbf\xbd.pic"));
    }
#endif

    // Skipped, counted, named: a bad header while listing, a damaged content while decoding.
    void unreadableImagesAmongGoodOnes() {
        put("a/1.pic", pictureBytes(grey, 1));
        put("a/2.pic", {'X'});
        put("b/1.pic", pictureBytes(grey, Bytes{1, 2, 3}));
        put("b/2.pic", pictureBytes(grey, 2));
        const auto set = read();
        QVERIFY(set);
        QCOMPARE(sourcesOf(*set), std::string("a/1.pic b/2.pic"));
        QCOMPARE(set->skipped_count, std::size_t{2});
        QCOMPARE(set->skipped[0].code, std::string("image_header_damaged"));
        QCOMPARE(set->skipped[0].args["file"].get<std::string>(), std::string("a/2.pic"));
        QCOMPARE(set->skipped[1].code, std::string("image_truncated"));
        QCOMPARE(set->skipped[1].args["file"].get<std::string>(), std::string("b/1.pic"));
        QCOMPARE(set->notes.size(), std::size_t{1});
        QCOMPARE(set->notes[0].code, std::string("data_images_skipped"));
        QCOMPARE(set->notes[0].args["count"].get<int>(), 2);
    }

    void mixedSizesAndChannels() {
        put("a/1.pic", pictureBytes({1, 4, 4}, 10));
        put("a/2.pic", pictureBytes({3, 2, 2}, {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
        put("b/1.pic", pictureBytes({1, 2, 2}, 30));
        const auto set = read();
        QVERIFY(set);
        QCOMPARE(set->samples.shape(), (SampleShape{3, 2, 2}));  // the most frequent size
        for (const std::size_t at : {0U, 4U, 11U}) QCOMPARE(valueOf(*set, 0, at), 10);
        QCOMPARE(valueOf(*set, 1, 8), 3);
        QCOMPARE(set->notes.size(), std::size_t{2});
        QCOMPARE(set->notes[0].code, std::string("data_images_resized"));
        QCOMPARE(set->notes[0].args["count"].get<int>(), 1);
        QCOMPARE(set->notes[1].code, std::string("data_grey_repeated"));
        QCOMPARE(set->notes[1].args["count"].get<int>(), 2);

        FolderOptions options;
        options.height_px = 3;
        options.width_px = 5;
        QCOMPARE(read(options)->samples.shape(), (SampleShape{3, 3, 5}));
    }

    void classesThatCannotBe() {
        QCOMPARE(codeOf(), std::string("data_too_few_classes"));
        put("a/1.pic", pictureBytes(grey, 1));
        QCOMPARE(codeOf(), std::string("data_too_few_classes"));
        fs::create_directory(m_root / "b");
        QCOMPARE(codeOf(), std::string("data_class_empty"));
        put("b/1.pic", {'X'});
        QCOMPARE(codeOf(), std::string("data_class_unreadable"));
        put("b/1.pic", pictureBytes(grey, Bytes{1}));  // a good header only
        QCOMPARE(codeOf(), std::string("data_class_unreadable"));
        put("b/2.pic", pictureBytes(grey, 1));
        QCOMPARE(codeOf(), std::string("none"));
        m_root = m_root / "b" / "2.pic";
        QCOMPARE(codeOf(), std::string("data_not_a_folder"));
        m_root = m_root.parent_path() / "absent";
        QCOMPARE(codeOf(), std::string("file_missing"));
    }

    void classThatOnlyTheTestHas() {
        for (const char* path : {"train/a/1.pic", "train/b/1.pic", "test/c/1.pic"})
            put(path, pictureBytes(grey, 1));
        QCOMPARE(codeOf(), std::string("data_class_unknown"));
    }

    // No file of such a folder is opened: the answer comes from the listing of the top folder.
    void tenThousandClasses() {
        for (int i = 0; i < 10'000; ++i) fs::create_directory(m_root / std::to_string(i));
        for (const char* path : {"0/1.pic", "9999/1.pic"}) put(path, pictureBytes(grey, 1));
        PictureReader reader = pictureReader();
        int opened = 0;
        reader.recognises = [&opened](const fs::path&) {
            ++opened;
            return true;
        };
        const auto refused = readImageFolder(m_root, reader, {});
        QCOMPARE(refused.error().code, std::string("data_too_many_classes"));
        QCOMPARE(refused.error().args["classes"].get<int>(), 10'000);
        QCOMPARE(refused.error().args["limit"].get<int>(), 1000);
        QCOMPARE(opened, 0);
    }

    void emptyTestFolderIsTold() {
        for (const char* path : {"train/a/1.pic", "train/b/1.pic"})
            put(path, pictureBytes(grey, 1));
        put("test/b/1.pic", pictureBytes(grey, Bytes{1}));  // nothing behind the header
        auto set = read();
        QVERIFY(set);
        QCOMPARE(set->notes.back().code, std::string("data_test_empty"));
        QCOMPARE(set->notes.back().args["folder"].get<std::string>(), std::string("test"));
        put("test/b/2.pic", pictureBytes(grey, 1));
        set = read();
        QCOMPARE(set->notes.back().code, std::string("data_images_skipped"));
    }

    void foldersBesideTrainAndTestAreTold() {
        for (const char* path : {"train/a/1.pic", "train/b/1.pic", "old/a/1.pic", "test/a/1.pic"})
            put(path, pictureBytes(grey, 1));
        const auto set = read();
        QVERIFY(set);
        QCOMPARE(set->samples.size(), std::size_t{3});
        QCOMPARE(set->notes.size(), std::size_t{1});
        QCOMPARE(set->notes[0].code, std::string("data_folders_unused"));
        QCOMPARE(set->notes[0].args["folders"].get<std::string>(), std::string("old"));
    }

    // A student's photographs are larger than memory: then they are kept as the network sees them.
    void reducedWhereTheLimitAsksForIt() {
        put("a/1.pic", pictureBytes({1, 4, 4}, 10));
        put("b/1.pic", pictureBytes({1, 4, 4}, 20));
        FolderOptions options;
        options.limits.set_bytes = 31;
        options.reduced_px = 3;
        const auto set = read(options);
        QVERIFY(set);
        QCOMPARE(set->samples.shape(), (SampleShape{1, 3, 3}));
        QCOMPARE(set->notes.size(), std::size_t{1});
        QCOMPARE(set->notes[0].code, std::string("data_images_reduced"));
        options.limits.set_bytes = 32;
        QCOMPARE(read(options)->samples.shape(), (SampleShape{1, 4, 4}));
        options.limits.set_bytes = 17;
        QCOMPARE(codeOf(options), std::string("data_too_large"));
    }

    // What decodes again every epoch must find the file of each sample.
    void listingFollowsTheSamples() {
        put("a/1.pic", pictureBytes(grey, Bytes{1}));
        put("a/2.pic", pictureBytes(grey, 2));
        put("b/1.pic", {'X'});
        put("b/2.pic", pictureBytes(grey, 3));
        const auto read_folder = readImageFolder(m_root, pictureReader(), {});
        QVERIFY(read_folder);
        const auto& [set, listing] = *read_folder;
        QCOMPARE(listing.images.size(), set.samples.size());
        for (std::size_t i = 0; i < set.samples.size(); ++i) {
            QCOMPARE(listing.images[i].source, set.samples.source(i));
            const auto again = loadImage(listing.images[i], listing.shape, pictureReader());
            QVERIFY(again);
            const auto pixels = set.samples.pixels(i);
            QCOMPARE(again->picture.pixels, Bytes(pixels.begin(), pixels.end()));
        }
    }

    void memoryIsBoundedBeforeDecoding() {
        put("a/1.pic", pictureBytes(grey, 1));
        put("b/1.pic", pictureBytes(grey, 1));
        FolderOptions options;
        options.limits.set_bytes = 7;
        options.progress = [](std::size_t, std::size_t) { QFAIL("something was decoded"); };
        QCOMPARE(codeOf(options), std::string("data_too_large"));
        options.progress = {};
        options.limits.set_bytes = 8;
        QCOMPARE(codeOf(options), std::string("none"));
    }

    void cancelledInEveryPhase() {
        for (const char* path : {"a/1.pic", "a/2.pic", "b/1.pic"}) put(path, pictureBytes(grey, 1));
        std::stop_source before;
        before.request_stop();
        FolderOptions options;
        options.stop = before.get_token();
        QCOMPARE(codeOf(options), std::string("cancelled_by_user"));

        // Each phase asks before every file: after the answer no other file is touched.
        std::stop_source listing;
        options.stop = listing.get_token();
        PictureReader reader = pictureReader();
        int listed = 0;
        reader.shape = [&](const fs::path& path) {
            ++listed;
            listing.request_stop();
            return pictureReader().shape(path);
        };
        QCOMPARE(readImageFolder(m_root, reader, options).error().code,
                 std::string("cancelled_by_user"));
        QCOMPARE(listed, 1);

        std::stop_source decoding;
        options.stop = decoding.get_token();
        std::size_t decoded = 0;
        options.progress = [&](std::size_t done, std::size_t) {
            decoded = done;
            decoding.request_stop();
        };
        QCOMPARE(codeOf(options), std::string("cancelled_by_user"));
        QCOMPARE(decoded, std::size_t{1});
    }

    // A cancel need not wait for the decoder of a large photograph, which nothing can interrupt.
    void largePhotographIsLeftBehind() {
        for (const char* path : {"a/1.pic", "a/2.pic", "b/1.pic"}) put(path, pictureBytes(grey, 1));
        std::stop_source stop;
        std::promise<void> release;
        std::atomic<int> begun = 0, ended = 0;
        PictureReader reader = pictureReader();
        reader.shape = [](const fs::path&) { return SampleShape{1, 2000, 1000}; };
        reader.decode = [&, released =
                                release.get_future().share()](std::span<const std::uint8_t> bytes) {
            ++begun;
            stop.request_stop();
            released.wait();
            ++ended;
            return pictureReader().decode(bytes);
        };
        FolderOptions options{.height_px = 2, .width_px = 2};
        options.stop = stop.get_token();
        std::size_t told = 0;
        options.progress = [&](std::size_t, std::size_t) { ++told; };
        QCOMPARE(readImageFolder(m_root, reader, options).error().code,
                 std::string("cancelled_by_user"));
        QVERIFY(begun >= 1);  // more where there are more processors
        QCOMPARE(ended.load(), 0);
        QCOMPARE(told, std::size_t{0});
        release.set_value();
        awaitLeftBehind();
        QVERIFY(ended >= 1);
        QCOMPARE(ended.load(), begun.load());
    }

    // On all processors (G19), and what comes of it stands in the order of the files.
    void severalAreDecodedAtATime() {
        constexpr int count = 150;  // more than are under way together
        for (int i = 0; i < count; ++i)
            put((i % 2 == 0 ? "a/" : "b/") + std::to_string(i) + ".pic", pictureBytes(grey, i));
        std::atomic<int> inside = 0, most = 0;
        PictureReader reader = pictureReader();
        reader.decode = [&](std::span<const std::uint8_t> bytes) {
            ++inside;
            // Who is alone waits until another comes, or for so long that none will.
            for (int wait = 0; wait < 5000 && inside < 2 && most < 2; ++wait)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (inside >= 2) most = 2;
            auto picture = pictureReader().decode(bytes);
            --inside;
            return picture;
        };
        std::vector<std::size_t> told;
        FolderOptions options;
        options.progress = [&](std::size_t done, std::size_t) { told.push_back(done); };
        const auto read = readImageFolder(m_root, reader, options);
        QVERIFY(read.has_value());
        QCOMPARE(most.load(), std::thread::hardware_concurrency() > 1 ? 2 : 0);
        const LabelledSet& samples = read->set.samples;
        QCOMPARE(samples.size(), std::size_t{count});
        QCOMPARE(told.size(), std::size_t{count});
        QVERIFY(std::ranges::is_sorted(told));
        for (std::size_t i = 0; i < samples.size(); ++i) {
            QCOMPARE(samples.source(i), read->listing.images[i].source);
            QCOMPARE(samples.source(i).substr(2),
                     std::to_string(int{samples.pixels(i)[0]}) + ".pic");
        }
    }

    // Nor for a slow disk: of a file of some size even the listing may take long.
    void largeFileIsLeftBehind() {
        for (const char* path : {"a/1.pic", "b/1.pic"}) put(path, pictureBytes(grey, 1));
        fs::resize_file(m_root / "a/1.pic", std::uintmax_t{8} << 20);
        std::stop_source stop;
        std::promise<void> release;
        std::atomic<int> begun = 0, ended = 0;
        PictureReader reader = pictureReader();
        reader.shape = [&, released = release.get_future().share()](const fs::path& path) {
            ++begun;
            stop.request_stop();
            released.wait();
            ++ended;
            return pictureReader().shape(path);
        };
        FolderOptions options;
        options.stop = stop.get_token();
        QCOMPARE(listImageFolder(m_root, reader, options).error().code,
                 std::string("cancelled_by_user"));
        QCOMPARE(ended.load(), 0);
        release.set_value();
        awaitLeftBehind();
        QCOMPARE(ended.load(), 1);
        QCOMPARE(begun.load(), 1);
    }

    void threadOfItsOwnChangesNothing() {
        put("a/1.pic", pictureBytes(grey, Bytes{1, 2, 3, 4}));
        const std::stop_source stop;
        std::vector<std::thread::id> threads;
        PictureReader reader = pictureReader();
        reader.decode = [&](std::span<const std::uint8_t> bytes) {
            threads.push_back(std::this_thread::get_id());
            return pictureReader().decode(bytes);
        };
        const auto load = [&](int height_px, const std::stop_token& token) {
            const ListedImage image{
                .path = m_root / "a/1.pic", .source = "a/1.pic", .shape = {1, height_px, 1000}};
            return loadImage(image, {3, 3, 3}, reader, token);
        };
        const auto small = load(1999, stop.get_token());
        const auto large = load(2000, stop.get_token());
        const auto unstoppable = load(2000, {});
        QCOMPARE(large->picture.pixels, small->picture.pixels);
        QCOMPARE(large->content, small->content);
        QCOMPARE(unstoppable->picture.pixels, small->picture.pixels);
        QVERIFY(threads[0] == std::this_thread::get_id());
        QVERIFY(threads[1] != threads[0]);
        QVERIFY(threads[2] == threads[0]);

        fs::resize_file(m_root / "a/1.pic", 8);
        const auto damaged = load(2000, stop.get_token());
        QCOMPARE(damaged.error().code, std::string("image_truncated"));
        QCOMPARE(damaged.error().args["file"].get<std::string>(), std::string("a/1.pic"));
    }

#ifndef _WIN32
    // Root reads everything, so another user asks.
    void folderWithoutPermission() {
        for (const char* path : {"a/1.pic", "b/1.pic"}) put(path, pictureBytes(grey, 1));
        fs::permissions(m_root, fs::perms{0755});
        fs::permissions(m_root / "b", fs::perms::none);
        const ::pid_t child = ::fork();
        if (child == 0) {
            if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
            const auto set = read();
            const bool told = !set && set.error().code == "folder_unreadable" &&
                              set.error().args["folder"] == (m_root / "b").string();
            ::_exit(told ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        fs::permissions(m_root / "b", fs::perms::owner_all);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }
#endif
};

QTEST_GUILESS_MAIN(TestImageFolder)
#include "tst_image_folder.moc"
