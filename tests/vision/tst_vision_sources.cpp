// SPDX-License-Identifier: Apache-2.0
// R-15: OpenCV's file functions cannot open every path on Windows; no source may use them, nor its
// decoders, which print and bring a hundred libraries along.
// No type of OpenCV or of a decoder in a header of engine/ (engine/README.md, rooms).
#include <QtTest>

#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "image_fixtures.h"

using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> engineSources() {
    std::vector<fs::path> sources;
    const fs::path root(DUELO_SOURCE_DIR);
    for (const char* folder : {"engine", "app", "ui"}) {
        if (!fs::exists(root / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const auto ending = entry.path().extension();
            if (ending == ".cpp" || ending == ".h") sources.push_back(entry.path());
        }
    }
    return sources;
}

bool hasFileCall(const std::string& text) {
    static const std::regex call(R"(\bim(read|write|count|decode|encode)(multi|animation)?\s*\()");
    return std::regex_search(text, call);
}

}  // namespace

class TestVisionSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRuleItselfWorks() {
        QVERIFY(hasFileCall("cv::Mat m = cv::imread(path);"));
        QVERIFY(hasFileCall("imwrite (name, m)"));
        QVERIFY(hasFileCall("cv::imreadmulti(name, pages)"));
        QVERIFY(hasFileCall("cv::imdecode(bytes, flags)"));
        QVERIFY(!hasFileCall("cv::transpose(image, out)"));
    }

    void R15_noFileFunctionOfOpenCv() {
        const auto sources = engineSources();
        QVERIFY(sources.size() > 20);
        for (const fs::path& path : sources) {
            const auto bytes = readBytes(path);
            QVERIFY2(!hasFileCall(std::string(bytes.begin(), bytes.end())), path.string().c_str());
        }
    }

    // Each library stays behind the door where a file was checked before (R-14). Who writes one
    // reads none.
    void R14_librariesStayBehindTheirDoors() {
        const std::map<std::string, std::set<std::string>> doors = {
            {"<opencv2/", {"pixel_moves_opencv.cpp"}},
            {"<jpeglib.h>", {"jpeg_pixels.cpp"}},
            {"<png.h>", {"png_pixels.cpp", "write_png.cpp"}},
            {"<tiffio.h>", {"tiff_pixels.cpp"}},
            {"<webp/", {"webp_pixels.cpp"}}};
        std::set<std::string> seen;
        for (const fs::path& path : engineSources()) {
            const auto bytes = readBytes(path);
            const std::string text(bytes.begin(), bytes.end());
            for (const auto& [header, door] : doors) {
                if (text.find(header) == std::string::npos) continue;
                QVERIFY2(door.contains(path.filename().string()), path.string().c_str());
                seen.insert(header);
            }
        }
        QCOMPARE(seen.size(), doors.size());
    }
};

QTEST_APPLESS_MAIN(TestVisionSources)
#include "tst_vision_sources.moc"
