// SPDX-License-Identifier: Apache-2.0
// R-15: OpenCV's file functions cannot open every path on Windows; no source may use them.
// No OpenCV type in a header of engine/ (engine/README.md, rooms).
#include <QtTest>

#include <filesystem>
#include <regex>

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
    static const std::regex call(R"(\bim(read|write|count)(multi|animation)?\s*\()");
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
        QVERIFY(!hasFileCall("cv::imdecode(bytes, flags)"));
    }

    void R15_noFileFunctionOfOpenCv() {
        const auto sources = engineSources();
        QVERIFY(sources.size() > 20);
        for (const fs::path& path : sources) {
            const auto bytes = readBytes(path);
            QVERIFY2(!hasFileCall(std::string(bytes.begin(), bytes.end())), path.string().c_str());
        }
    }

    // One file talks to the decoder; a second door would be one without the checks (R-14).
    void R14_openCvStaysBehindOneDoor() {
        for (const fs::path& path : engineSources()) {
            const auto bytes = readBytes(path);
            const std::string text(bytes.begin(), bytes.end());
            if (path.extension() == ".h") {
                QVERIFY2(text.find("<opencv2/") == std::string::npos, path.string().c_str());
            }
            if (path.filename() != "codec.cpp") {
                QVERIFY2(text.find("imdecode(") == std::string::npos, path.string().c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestVisionSources)
#include "tst_vision_sources.moc"
