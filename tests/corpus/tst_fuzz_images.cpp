// SPDX-License-Identifier: Apache-2.0
// whatever the bytes, an image of the size that it claims or a reason; the same
// each time, fast, and in bounded memory.
#include <QtTest>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <sys/resource.h>
#endif

#include "fuzz_run.h"
#include "vision/decode.h"
#include "vision/image_header.h"
#include "vision/limits.h"
#include "vision/preview.h"

using namespace duelo;
using namespace duelo::test;

namespace {

std::span<const std::uint8_t> imageBytes(const std::string& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

std::string faultOf(const Reason& reason) {
    if (!reason.code.starts_with("image_")) return "no code of an image: " + reason.code;
    (void)reason.args.dump();  // throws where bytes of the file stand in it as they are
    return {};
}

/// Pixels as the header says, which stands in the image as it was read without decoding.
std::string faultOf(const DecodedImage& image, const ImageHeader& header) {
    if (image.width_px <= 0 || image.height_px <= 0) return "an image without pixels";
    if (std::int64_t{image.width_px} * image.height_px > max_image_pixels) return "too many pixels";
    if (image.rgb.size() != rgbBytes(image.width_px, image.height_px)) return "rows are missing";
    const bool turned = header.orientation >= 5;
    if (image.width_px != (turned ? header.height_px : header.width_px) ||
        image.height_px != (turned ? header.width_px : header.height_px))
        return "another size than the header says";
    if (header.truncated && (image.notes.empty() || image.notes.front().code != "truncated"))
        return "cut, and silent";
    for (const Reason& note : image.notes)
        if (note.code.empty()) return "a note without a code";
    const auto preview = makePreview(image, min_preview_px);
    if (!preview) return "no preview: " + preview.error().code;
    if (preview->width_px < 1 || preview->width_px > min_preview_px || preview->height_px < 1 ||
        preview->height_px > min_preview_px)
        return "a preview of another size";
    return {};
}

std::string codesOf(const std::vector<Reason>& notes) {
    std::string codes;
    for (const Reason& note : notes) codes += note.code + ' ';
    return codes;
}

bool same(const Result<DecodedImage>& a, const Result<DecodedImage>& b) {
    if (!a || !b)
        return !a && !b && a.error().code == b.error().code && a.error().args == b.error().args;
    return static_cast<const RgbImage&>(*a) == static_cast<const RgbImage&>(*b) &&
           codesOf(a->notes) == codesOf(b->notes);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(_WIN32)
constexpr bool kMemoryIsKnown = false;  // a sanitizer keeps what was freed
#else
constexpr bool kMemoryIsKnown = true;
#endif

/// The most that this program ever took.
std::int64_t peakMegabytes() {
#ifdef _WIN32
    return 0;
#else
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
#endif
}

/// 50 megapixels as 16-bit RGBA, as the decoder holds them, as RGB and turned; and as much again.
constexpr std::int64_t kMostMegabytes = 2000;

}  // namespace

class TestFuzzImages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_files = filesBelow("corpus/images"); }
    void finds_data();
    void finds();
    void spoiledFilesAreAnsweredSoundly();

private:
    std::string faultOfFile(const std::string& bytes);

    std::vector<FuzzFile> m_files;
    std::uint64_t m_accepted = 0, m_refused = 0;
};

std::string TestFuzzImages::faultOfFile(const std::string& bytes) {
    const auto header = readImageHeader(imageBytes(bytes));
    const auto image = decodeImage(imageBytes(bytes));
    if (!same(image, decodeImage(imageBytes(bytes)))) return "another answer the second time";
    ++(image ? m_accepted : m_refused);
    if (kMemoryIsKnown && peakMegabytes() > kMostMegabytes)
        return "takes " + std::to_string(peakMegabytes()) + " MB of memory";
    if (!header) {
        if (image) return "decoded, though its header is refused";
        if (header.error().code != image.error().code) return "refused in two ways";
    }
    return image ? faultOf(*image, *header) : faultOf(image.error());
}

void TestFuzzImages::finds_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto files = filesBelow("corpus/finds/images");
    QVERIFY(!files.empty());
    for (const FuzzFile& file : files)
        QTest::newRow(file.name.c_str()) << QByteArray::fromStdString(file.bytes);
}

void TestFuzzImages::finds() {
    QFETCH(QByteArray, bytes);
    const std::string file = bytes.toStdString();
    FuzzRun run("image_finds", 0);
    const std::string fault =
        run.faultOf(file, [this](const std::string& all) { return faultOfFile(all); });
    QVERIFY2(fault.empty(), fault.c_str());
    const auto image = decodeImage(imageBytes(file));
    QCOMPARE(image ? "accepted" : image.error().code, answerNamedBy(QTest::currentDataTag()));
}

void TestFuzzImages::spoiledFilesAreAnsweredSoundly() {
    QVERIFY(m_files.size() > 50);
    m_accepted = m_refused = 0;
    FuzzRun run("images", 180'000);
    const auto make = [this](Mutator& random) {
        const std::string& file = m_files[random.below(m_files.size())].bytes;
        return random.spoiled(file, m_files[random.below(m_files.size())].bytes);
    };
    const std::string fault =
        run.firstFault(make, [this](const std::string& bytes) { return faultOfFile(bytes); });
    QVERIFY2(fault.empty(), fault.c_str());
    QVERIFY2(run.sawBoth(m_accepted, m_refused),
             (std::to_string(m_accepted) + " accepted, " + std::to_string(m_refused) + " refused")
                 .c_str());
}

QTEST_APPLESS_MAIN(TestFuzzImages)
#include "tst_fuzz_images.moc"
