// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libraries for Windows: out of archives like those of the Python index, by a stand-in for
// curl that serves a file and goes on in its middle where it is asked to.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/sha256.h"
#include "base/whole_file.h"
#include "base/zip_file.h"
#include "gpu/torch_folder.h"
#include "gpu_pack.h"
#include "torch_pack.h"

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

/// A library for 64-bit Windows with one section, which ends with the file.
std::string library(std::uint32_t bytes) {
    std::string made(bytes, '\0');
    const auto put = [&](std::size_t at, std::uint32_t value, int count) {
        for (int i = 0; i < count; ++i) made[at + i] = static_cast<char>(value >> 8 * i);
    };
    constexpr std::size_t kHeader = 0x80, kSection = kHeader + 24;
    put(0, 0x5a4d, 2);
    put(0x3c, kHeader, 4);
    put(kHeader, 0x4550, 4);
    put(kHeader + 4, 0x8664, 2);
    put(kHeader + 6, 1, 2);
    put(kSection + 16, bytes - 0x200, 4);
    put(kSection + 20, 0x200, 4);
    return made;
}

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

    /// The lock that is built in has an address and a SHA-256 for each library that is opened. For
    /// LibTorch it has one, of the right version, or none: nobody has invented it.
    void theLockIsWhole() {
        const auto wheels = gpuWheels();
        QCOMPARE(std::ranges::count_if(wheels, std::not_fn(&GpuWheel::isTorch)), 3);
        for (const GpuWheel& wheel : wheels) {
            QVERIFY(wheel.file.ends_with("-win_amd64.whl"));
            QCOMPARE(wheel.sha256.size(), std::size_t{64});
            QVERIFY(wheel.size_bytes > 50'000'000);
            QVERIFY(wheel.url.starts_with("https://"));
            if (wheel.isTorch()) {
                QVERIFY(isTorchForCuda(wheel.version()));
                continue;
            }
            QVERIFY(wheel.file.starts_with("nvidia_"));
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
            const std::string version = wheel.version().substr(0, wheel.version().find('+'));
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

    /// LibTorch's package: of thousands of files its libraries, and a note of what they are.
    void libTorchsPackageIsNoted() {
        const ZipItem items[] = {{"torch/lib/torch_cuda.dll", std::string(4000, 'c')},
                                 {"torch/lib/c10.dll", std::string(9, 'd')},
                                 {"torch/bin/other.dll", "not one of them"},
                                 {"torch/include/ATen/ATen.h", "a header"}};
        QVERIFY(writeZip(items, m_folder / "torch.whl"));
        GpuWheel wheel{.file = "torch-2.11.0+cu130-cp311-cp311-win_amd64.whl"};
        wheel.sha256 = sha256Hex(bytesOf(m_folder / "torch.whl"));
        QVERIFY(wheel.isTorch() && !m_wheel.isTorch());
        QCOMPARE(unpackWheel(wheel, m_folder / "torch.whl", m_folder / "torch").value(), 2);
        QVERIFY(isUnpacked(wheel, m_folder / "torch"));
        const auto note = torchNoteIn(m_folder / "torch");
        QCOMPARE(note->version, std::string("2.11.0+cu130"));
        QCOMPARE(note->files.at("torch_cuda.dll"), std::uint64_t{4000});
        QCOMPARE(note->files.size(), std::size_t{2});
        QVERIFY(writeWhole("short", m_folder / "torch" / "c10.dll", true));
        QVERIFY(!torchNoteIn(m_folder / "torch"));
    }

    /// Unpacked by a teacher, as LibTorch's archive or Python's package.
    void libTorchIsCopiedOutOfAFolder() {
        const fs::path libraries = m_folder / "share" / "torch" / "lib", to = m_folder / "mine";
        fs::create_directories(libraries);
        const auto refusal = [&](const fs::path& from) { return copyTorch(from, to).error(); };
        QCOMPARE(refusal(m_folder / "nothing").code, std::string("gpu_torch_absent"));
        for (const char* file :
             {"torch_cuda.dll", "torch_cpu.dll", "c10.dll", "torch_python.dll", "cublas64_13.dll"})
            QVERIFY(writeWhole(library(1000), libraries / file));
        const Reason absent = refusal(m_folder / "share");
        QCOMPARE(absent.code, std::string("gpu_torch_absent"));
        QCOMPARE(absent.args.at("files").get<std::string>(), std::string("c10_cuda.dll"));
        QVERIFY(writeWhole(library(1000), libraries / "c10_cuda.dll"));
        QCOMPARE(refusal(m_folder / "share").code, std::string("gpu_torch_version"));
        for (const char* other : {"2.10.0+cu130", "2.11.0+cpu", "2.11.0", "2.11.01+cu130"}) {
            QVERIFY(writeWhole(std::string("__version__ = '") + other + "'\n",
                               libraries / ".." / "version.py", true));
            const Reason why = refusal(m_folder / "share");
            QCOMPARE(why.code, std::string("gpu_torch_version"));
            QCOMPARE(why.args.at("found").get<std::string>(), std::string(other));
        }
        QVERIFY(writeWhole("debug = False\n__version__ = '2.11.0+cu130'\n",
                           libraries / ".." / "version.py", true));
        // A copy that broke off, and a file that is none.
        for (const std::string& damaged : {library(1000).substr(0, 900), std::string("text")}) {
            QVERIFY(writeWhole(damaged, libraries / "cublas64_13.dll", true));
            const Reason why = refusal(m_folder / "share");
            QCOMPARE(why.code, std::string("gpu_torch_damaged"));
            QVERIFY(why.args.at("path").get<std::string>().ends_with("cublas64_13.dll"));
        }
        QVERIFY(!fs::exists(to / "c10.dll"));
        QVERIFY(writeWhole(library(1000), libraries / "cublas64_13.dll", true));
        QCOMPARE(copyTorch(m_folder / "share", to).value(), 5);
        QVERIFY(!fs::exists(to / "torch_python.dll"));
        QCOMPARE(bytesOf(to / "cublas64_13.dll"), library(1000));
        QCOMPARE(torchNoteIn(to)->version, std::string("2.11.0+cu130"));
        // What is whole already is left as it is, and the note tells the version of a copy.
        QVERIFY(writeWhole(library(2000), to / "c10.dll", true));
        QVERIFY(!torchNoteIn(to));
        const auto before = fs::last_write_time(to / "torch_cpu.dll");
        QCOMPARE(copyTorch(libraries, to).value(), 5);
        QCOMPARE(fs::last_write_time(to / "torch_cpu.dll"), before);
        QCOMPARE(bytesOf(to / "c10.dll"), library(1000));
        QCOMPARE(copyTorch(to, m_folder / "another").value(), 5);
        QVERIFY(torchLibrariesIn({}).empty());
    }

    /// LibTorch's own archive writes its version elsewhere.
    void theArchivesVersionIsRead() {
        const fs::path libraries = m_folder / "libtorch" / "lib";
        fs::create_directories(libraries);
        QVERIFY(writeWhole("2.11.0+cu130\r\n", m_folder / "libtorch" / "build-version"));
        QVERIFY(writeWhole("x", libraries / "torch_cuda.dll"));
        QVERIFY(torchLibrariesIn(m_folder) == libraries);
        QCOMPARE(torchVersionOf(libraries), std::string("2.11.0+cu130"));
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
