// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libraries for Windows: out of archives like those of the Python index, by a stand-in for
// curl that serves a file and goes on in its middle where it is asked to.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "base/sha256.h"
#include "base/whole_file.h"
#include "base/zip_file.h"
#include "gpu_pack.h"

using namespace duelo;

namespace {

namespace fs = std::filesystem;

/// The address is the file's path; the option before a number is --continue-at.
constexpr const char* kCurl =
    "#!/bin/sh\n"
    "from=0\n"
    "while [ $# -gt 1 ]; do\n"
    "    [ \"$1\" = --continue-at ] && from=$2\n"
    "    shift\n"
    "done\n"
    "echo $from >> $(dirname $0)/asked\n"
    "tail -c +$((from + 1)) ${1#https://}\n";

std::string bytesOf(const fs::path& file) {
    return readWhole(file).value_or(std::string());
}

}  // namespace

class TestGpuPack final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_home.emplace();
        m_folder = fs::path(m_home->path().toStdString());
        QFile curl(m_home->filePath("curl"));
        QVERIFY(curl.open(QFile::WriteOnly) && curl.write(kCurl) > 0);
        curl.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("DUELO_CURL", curl.fileName().toUtf8());
        const ZipItem items[] = {{"nvidia/cu13/bin/x86_64/one64_13.dll", std::string(5000, 'a')},
                                 {"nvidia/cu13/bin/x86_64/two64_13.dll", std::string(7, 'b')},
                                 {"nvidia/cu13/lib/one.lib", "no library"}};
        QVERIFY(writeZip(items, m_folder / "served.whl"));
        const std::string bytes = bytesOf(m_folder / "served.whl");
        m_wheel = {.file = "one-13.0-py3-none-win_amd64.whl",
                   .size_bytes = bytes.size(),
                   .sha256 = sha256Hex(bytes),
                   .url = "https://" + (m_folder / "served.whl").string()};
    }
    void cleanup() { qunsetenv("DUELO_CURL"); }

    /// The lock that is built in has an address and a SHA-256 for each library that is opened, and
    /// none for LibTorch: nobody has invented one.
    void theLockIsWhole() {
        const auto wheels = gpuWheels();
        QCOMPARE(wheels.size(), std::size_t{3});
        for (const GpuWheel& wheel : wheels) {
            QVERIFY(wheel.file.starts_with("nvidia_") && wheel.file.ends_with("-win_amd64.whl"));
            QCOMPARE(wheel.sha256.size(), std::size_t{64});
            QVERIFY(wheel.size_bytes > 50'000'000);
            QVERIFY(wheel.url.starts_with("https://files.pythonhosted.org/packages/"));
            QVERIFY(wheel.url.ends_with('/' + wheel.file));
        }
        QVERIFY(wheelsIn("# only words\n\nname 12\n").empty());
    }

    /// The same versions as on Linux, so that both measure the same libraries.
    void versionsAreThoseOfLinux() {
        std::string pinned;
        for (const char* lock : {"deps.lock", "deps-gpu.lock"})
            pinned += bytesOf(fs::path(DUELO_SOURCE_DIR) / "packaging" / lock);
        for (const GpuWheel& wheel : gpuWheels()) {
            std::string name = wheel.file.substr(0, wheel.file.find('-'));
            std::ranges::replace(name, '_', '-');
            const std::size_t from = wheel.file.find('-') + 1;
            const std::string version = wheel.file.substr(from, wheel.file.find('-', from) - from);
            QVERIFY2(pinned.find(name + "==" + version + ' ') != std::string::npos, name.c_str());
        }
    }

    void librariesAreFetchedAndUnpacked() {
        const auto archive = fetchWheel(m_wheel, m_folder / "here", {});
        QVERIFY2(archive.has_value(), archive ? "" : archive.error().code.c_str());
        QVERIFY(!isUnpacked(m_wheel, m_folder / "here"));
        QCOMPARE(unpackWheel(m_wheel, *archive, m_folder / "here").value(), 2);
        QCOMPARE(bytesOf(m_folder / "here" / "one64_13.dll"), std::string(5000, 'a'));
        QCOMPARE(bytesOf(m_folder / "here" / "two64_13.dll"), std::string(7, 'b'));
        QVERIFY(!fs::exists(m_folder / "here" / "one.lib"));
        QVERIFY(isUnpacked(m_wheel, m_folder / "here"));
        fs::remove(m_folder / "here" / "two64_13.dll");
        QVERIFY(!isUnpacked(m_wheel, m_folder / "here"));
    }

    /// From the byte at which it broke off.
    void anInterruptedDownloadGoesOn() {
        fs::create_directories(m_folder / "here");
        const std::string bytes = bytesOf(m_folder / "served.whl");
        QVERIFY(writeWhole(std::string_view(bytes).substr(0, 100),
                           m_folder / "here" / (m_wheel.file + ".part")));
        QVERIFY(fetchWheel(m_wheel, m_folder / "here", {}));
        QCOMPARE(bytesOf(m_folder / "asked"), std::string("100\n"));
        QCOMPARE(bytesOf(m_folder / "here" / m_wheel.file), bytes);
    }

    void anotherFileIsRefused() {
        QFile served(m_home->filePath("served.whl"));
        QVERIFY(served.open(QFile::ReadWrite) && served.seek(60) && served.write("x") == 1);
        served.close();
        QCOMPARE(fetchWheel(m_wheel, m_folder / "here", {}).error().code,
                 std::string("fetch_wrong_digest"));
        QVERIFY(!fs::exists(m_folder / "here" / m_wheel.file));
        // Out of a teacher's folder too, where it is nobody's download and stays.
        const Reason why = unpackWheel(m_wheel, m_folder / "served.whl", m_folder / "here").error();
        QCOMPARE(why.code, std::string("gpu_pack_differs"));
        QCOMPARE(why.args.at("path").get<std::string>(), (m_folder / "served.whl").string());
        QCOMPARE(why.args.at("expected").get<std::string>(), m_wheel.sha256);
        QCOMPARE(why.args.at("found").get<std::string>(),
                 sha256Hex(bytesOf(m_folder / "served.whl")));
        QVERIFY(fs::exists(m_folder / "served.whl"));
        QCOMPARE(unpackWheel(m_wheel, m_folder, m_folder / "here").error().code,
                 std::string("file_unreadable"));
        QCOMPARE(unpackWheel(m_wheel, m_folder / "nothing.whl", m_folder / "here").error().code,
                 std::string("gpu_pack_absent"));
    }

    void anArchiveWithoutLibrariesIsNamed() {
        const ZipItem items[] = {{"nvidia/read.me", "nothing"}};
        QVERIFY(writeZip(items, m_folder / "empty.whl"));
        GpuWheel wheel = m_wheel;
        wheel.sha256 = sha256Hex(bytesOf(m_folder / "empty.whl"));
        QCOMPARE(unpackWheel(wheel, m_folder / "empty.whl", m_folder / "here").error().code,
                 std::string("gpu_pack_empty"));
    }

private:
    std::optional<QTemporaryDir> m_home;
    fs::path m_folder;
    GpuWheel m_wheel;
};

QTEST_APPLESS_MAIN(TestGpuPack)
#include "tst_gpu_pack.moc"
