// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

#include "base/sha256.h"
#include "models/fetch_weights.h"
#include "networks/official_weights.h"
#include "weight_builders.h"

using namespace duelo;
using namespace duelo::test;

namespace fs = std::filesystem;

namespace {

/// Takes curl's place: notes its arguments, and then does what FAKE_CURL says with the file that
/// FAKE_PAYLOAD names.
constexpr const char* kFakeCurl = R"sh(#!/bin/sh
printf '%s\n' "$*" >> "$FAKE_LOG"
from=0
while [ $# -gt 0 ]; do
  [ "$1" = --continue-at ] && from=$2
  shift
done
case $FAKE_CURL in
  whole) tail -c +$((from + 1)) "$FAKE_PAYLOAD" ;;
  half) head -c 5 "$FAKE_PAYLOAD"; echo 'curl: (56) Recv failure' >&2; exit 56 ;;
  no-resume) [ $from -gt 0 ] && exit 33; cat "$FAKE_PAYLOAD" ;;
  range-416) [ $from -gt 0 ] && { echo 'error: 416' >&2; exit 22; }; cat "$FAKE_PAYLOAD" ;;
  http) echo 'curl: (22) The requested URL returned error: 403' >&2; exit 22 ;;
  page) echo '<html>Please log in</html>' ;;
  slow) head -c 5 "$FAKE_PAYLOAD"; exec sleep 60 ;;
  chatty) i=0; while [ $i -lt 3000 ]; do echo "a line of warning, and one more" >&2; i=$((i+1)); done
          exit 2 ;;
  *) echo "curl: ($FAKE_CURL) said so" >&2; exit "$FAKE_CURL" ;;
esac
)sh";

const std::string kPayload = "0123456789 these are weights";

}  // namespace

class TestOfficialWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase() { qunsetenv("DUELO_CURL"); }
    void listIsSound();
    void findsByModelAndDigest();
    void downloadsChecksAndRenames();
    void existingFileNeedsNoNetwork();
    void goesOnWhereItStopped();
    void startsAgainWhereTheServerCannotGoOn_data();
    void startsAgainWhereTheServerCannotGoOn();
    void wholePartNeedsNoNetwork();
    void saysWhyNot_data();
    void saysWhyNot();
    void neverReplacesAnotherFile();
    void canBeCancelled();
    void refusesWithoutCurl();
    void refusesFolderThatCannotBeWritten();
    void refusesWhatIsNotPublished();

private:
    Result<fs::path> fetch(const char* behaviour, const FetchProgress& progress = {}) {
        qputenv("FAKE_CURL", behaviour);
        return fetchWeights(m_weights, m_folder, progress);
    }
    [[nodiscard]] fs::path part() const { return m_folder / "w-01234567.pth.part"; }
    [[nodiscard]] std::string log() const { return readAll(m_base / "log"); }

    QTemporaryDir m_temporary;
    fs::path m_base, m_folder;
    std::string m_digest = sha256Hex(kPayload);
    OfficialWeights m_weights;
};

void TestOfficialWeights::initTestCase() {
    QVERIFY(m_temporary.isValid());
    m_base = m_temporary.path().toStdString();
    writeAll(m_base / "payload", kPayload);
    writeAll(m_base / "curl", kFakeCurl);
    fs::permissions(m_base / "curl", fs::perms::owner_all);
    qputenv("FAKE_LOG", (m_base / "log").string().c_str());
    qputenv("FAKE_PAYLOAD", (m_base / "payload").string().c_str());
}

void TestOfficialWeights::init() {
    static int number = 0;
    m_folder = m_base / (u8"carpeta ñ " + fs::path(std::to_string(++number)).u8string());
    fs::remove(m_base / "log");
    qputenv("DUELO_CURL", (m_base / "curl").string().c_str());
    m_weights = {.model = "m",
                 .tag = "V1",
                 .file = "w-01234567.pth",
                 .url = "https://example.org/w-01234567.pth",
                 .sha256 = m_digest,
                 .size_bytes = kPayload.size(),
                 .licence = "MIT",
                 .source = "test"};
}

/// torchvision's file names carry the first eight digits of the SHA-256; so does the shipped
/// file's.
void TestOfficialWeights::listIsSound() {
    std::set<std::string_view> digests;
    for (const OfficialWeights& weights : officialWeights()) {
        QCOMPARE(weights.sha256.size(), std::size_t{64});
        QCOMPARE(weights.sha256.find_first_not_of("0123456789abcdef"), std::string_view::npos);
        QVERIFY(weights.file.ends_with(std::string(weights.sha256.substr(0, 8)) + ".pth"));
        QVERIFY(digests.insert(weights.sha256).second);
        QVERIFY(!weights.licence.empty() && !weights.source.empty() && weights.size_bytes > 0);
        if (weights.url.empty()) continue;
        QVERIFY(weights.url.starts_with("https://"));
        QVERIFY(weights.url.ends_with(weights.file));
    }
}

void TestOfficialWeights::findsByModelAndDigest() {
    const std::map<std::string_view, std::size_t> models{
        {"resnet18", 1},           {"resnet50", 2}, {"mobilenet_v2", 2}, {"alexnet", 1},
        {"efficientnet_lite0", 1}, {"resnet34", 0}, {"vgg16", 0},        {"vit_b_16", 0}};
    std::size_t total = 0;
    for (const auto& [model, count] : models) {
        const auto found = officialWeightsOf(model);
        QCOMPARE(found.size(), count);
        for (const OfficialWeights& weights : found) {
            QCOMPARE(weights.model, model);
            QCOMPARE(findOfficialWeights(weights.sha256), &weights);
        }
        total += count;
    }
    QCOMPARE(officialWeights().size(), total);
    QVERIFY(officialWeightsOf("resnet").empty());
    QCOMPARE(findOfficialWeights(""), nullptr);
    // The first eight digits are forged in minutes; only all 64 make a file official.
    QCOMPARE(findOfficialWeights("f37072fd"), nullptr);
}

void TestOfficialWeights::downloadsChecksAndRenames() {
    const auto file = fetch("whole");
    QVERIFY2(file, file ? "" : file.error().code.c_str());
    QCOMPARE(readAll(*file), kPayload);
    QVERIFY(!fs::exists(part()));
    const std::string arguments = log();
    for (const char* wanted : {"--fail", "--location", "--proto =https", "--proto-redir =https",
                               "--connect-timeout", "-- https://example.org/w-01234567.pth\n"})
        QVERIFY2(arguments.find(wanted) != std::string::npos, wanted);
    QCOMPARE(arguments.find("--continue-at"), std::string::npos);
}

void TestOfficialWeights::existingFileNeedsNoNetwork() {
    QVERIFY(fetch("whole"));
    fs::remove(m_base / "log");
    QVERIFY(fetch("6"));
    QVERIFY(log().empty());
}

void TestOfficialWeights::goesOnWhereItStopped() {
    const auto broken = fetch("half");
    QVERIFY(!broken);
    QCOMPARE(broken.error().code, std::string("fetch_interrupted"));
    QCOMPARE(broken.error().args["done_bytes"].get<int>(), 5);
    QCOMPARE(readAll(part()), kPayload.substr(0, 5));
    const auto file = fetch("whole");
    QVERIFY(file);
    QCOMPARE(readAll(*file), kPayload);
    QVERIFY(log().find("--continue-at 5") != std::string::npos);
}

void TestOfficialWeights::startsAgainWhereTheServerCannotGoOn_data() {
    QTest::addColumn<QString>("behaviour");
    QTest::newRow("no ranges") << "no-resume";
    QTest::newRow("HTTP 416") << "range-416";
}

void TestOfficialWeights::startsAgainWhereTheServerCannotGoOn() {
    QFETCH(QString, behaviour);
    fs::create_directories(m_folder);
    writeAll(part(), "other");
    const auto file = fetch(behaviour.toUtf8().constData());
    QVERIFY2(file, file ? "" : file.error().code.c_str());
    QCOMPARE(readAll(*file), kPayload);
}

void TestOfficialWeights::wholePartNeedsNoNetwork() {
    fs::create_directories(m_folder);
    writeAll(part(), kPayload);
    const auto file = fetch("6");
    QVERIFY(file);
    QVERIFY(log().empty());
    QVERIFY(!fs::exists(part()));
}

void TestOfficialWeights::saysWhyNot_data() {
    QTest::addColumn<QString>("behaviour");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* behaviour, const char* code) {
        QTest::newRow(behaviour) << behaviour << code;
    };
    row("5", "fetch_no_internet");
    row("6", "fetch_no_internet");
    row("7", "fetch_no_internet");
    row("28", "fetch_no_internet");
    row("35", "fetch_certificate");
    row("60", "fetch_certificate");
    row("http", "fetch_refused");
    row("18", "fetch_interrupted");
    row("23", "fetch_disk_full");
    row("page", "fetch_wrong_digest");
    row("chatty", "fetch_failed");
}

void TestOfficialWeights::saysWhyNot() {
    QFETCH(QString, behaviour);
    QFETCH(QString, code);
    const auto file = fetch(behaviour.toUtf8().constData());
    QVERIFY(!file);
    const Reason& reason = file.error();
    QCOMPARE(QString::fromStdString(reason.code), code);
    QCOMPARE(reason.args["url"].get<std::string>(), std::string(m_weights.url));
    if (code != "fetch_wrong_digest" && code != "fetch_disk_full") QVERIFY(!reason.message.empty());
    if (code == "fetch_refused")
        QVERIFY(reason.args["detail"].get<std::string>().find("403") != std::string::npos);
    // Nothing is left that a later run would take for weights, or could not go on from.
    QVERIFY(!fs::exists(m_folder / m_weights.file));
    QVERIFY(!fs::exists(part()));
}

void TestOfficialWeights::neverReplacesAnotherFile() {
    fs::create_directories(m_folder);
    writeAll(m_folder / m_weights.file, "mine");
    const auto file = fetch("whole");
    QVERIFY(!file);
    QCOMPARE(file.error().code, std::string("fetch_file_differs"));
    QCOMPARE(readAll(m_folder / m_weights.file), std::string("mine"));
}

void TestOfficialWeights::canBeCancelled() {
    std::uint64_t seen = 0;
    const auto file = fetch("slow", [&](std::uint64_t done, std::uint64_t total) {
        seen = done;
        return done == 0 || total != kPayload.size();
    });
    QVERIFY(!file);
    QCOMPARE(file.error().code, std::string("fetch_cancelled"));
    QCOMPARE(seen, std::uint64_t{5});
    QCOMPARE(readAll(part()), kPayload.substr(0, 5));
}

void TestOfficialWeights::refusesWithoutCurl() {
    qputenv("DUELO_CURL", "/nowhere/curl");
    const auto file = fetch("whole");
    QVERIFY(!file);
    QCOMPARE(file.error().code, std::string("fetch_no_curl"));
    QCOMPARE(file.error().args["program"].get<std::string>(), std::string("/nowhere/curl"));
    QVERIFY(!fs::exists(part()));
}

void TestOfficialWeights::refusesFolderThatCannotBeWritten() {
    writeAll(m_folder, "a file where the folder should be");
    const auto file = fetch("whole");
    QVERIFY(!file);
    QCOMPARE(file.error().code, std::string("fetch_folder_unwritable"));
    m_folder = "/proc/nowhere";
    QCOMPARE(fetch("whole").error().code, std::string("fetch_folder_unwritable"));

    m_folder = m_base / "full";
    m_weights.size_bytes = std::uint64_t{1} << 60;
    const auto full = fetch("whole");
    QCOMPARE(full.error().code, std::string("fetch_disk_full"));
    QVERIFY(log().empty());
}

void TestOfficialWeights::refusesWhatIsNotPublished() {
    m_weights.url = "";
    const auto file = fetch("whole");
    QVERIFY(!file);
    QCOMPARE(file.error().code, std::string("fetch_not_published"));
}

QTEST_APPLESS_MAIN(TestOfficialWeights)
#include "tst_official_weights.moc"
