// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <QFile>
#include <QString>
#include <QtGlobal>

#include "mutator.h"

/// Parts that the fuzzers of images, weights and records share (README.md of this folder).
namespace duelo::test {

/// A file and, of one of finds/, the answer that it must get.
struct FuzzFile {
    std::string name;
    std::string bytes;
};

inline std::string bytesOfFile(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void fileOfBytes(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A file whose content changes thousands of times a second. It stays open, because file systems
/// bring one that is cut and closed to the disk each time, and holds what was put whole even when
/// the program ends by a signal.
class ScratchFile {
public:
    explicit ScratchFile(const std::filesystem::path& path)
        : m_file(QString::fromStdU16String(path.u16string())) {
        m_open = m_file.open(QIODevice::ReadWrite | QIODevice::Unbuffered);
    }
    [[nodiscard]] bool put(const std::string& bytes) {
        const auto size = static_cast<qint64>(bytes.size());
        return m_open && m_file.seek(0) && m_file.write(bytes.data(), size) == size &&
               m_file.resize(size);
    }
    void remove() { m_file.remove(); }

private:
    QFile m_file;
    bool m_open = false;
};

/// All files of a folder below tests/, by name.
inline std::vector<FuzzFile> filesBelow(const std::string& folder) {
    std::vector<FuzzFile> files;
    const auto root = std::filesystem::path(DUELO_SOURCE_DIR) / "tests" / folder;
    for (const auto& entry : std::filesystem::directory_iterator(root))
        if (entry.is_regular_file())
            files.push_back({entry.path().filename().string(), bytesOfFile(entry.path())});
    std::ranges::sort(files, {}, &FuzzFile::name);
    return files;
}

/// "image_damaged" of "some_words--image_damaged.png": the answer that a find must get.
inline std::string answerNamedBy(const std::string& file) {
    const std::size_t from = file.find("--");
    return from == file.npos ? std::string() : file.substr(from + 2, file.find('.') - from - 2);
}

/// A fixed number of spoiled files and at most so many seconds, so that a slow machine tries fewer
/// and a fast one the same again. DUELO_FUZZ_SECONDS=600 tries as many as fit, DUELO_FUZZ_SEED=7
/// others; each round has the seed after that of the one before, and a fault names its own.
class FuzzRun {
public:
    using Make = std::function<std::string(Mutator&)>;
    /// Reads a file; empty, or what is wrong with the answer.
    using Check = std::function<std::string(const std::string& bytes)>;

    FuzzRun(std::string kind, std::uint64_t rounds)
        : m_kind(std::move(kind)), m_seed(setting("DUELO_FUZZ_SEED", 20260504)) {
        const bool longer = qEnvironmentVariableIsSet("DUELO_FUZZ_SECONDS");
        m_rounds = longer ? ~std::uint64_t{0} : rounds;
        m_limit = std::chrono::seconds(setting("DUELO_FUZZ_SECONDS", kUsualSeconds));
    }

    /// Returns the fault of the first file that is not answered soundly, and where that file lies.
    std::string firstFault(const Make& make, const Check& check) {
        const auto start = Clock::now();
        for (; m_done < m_rounds && Clock::now() - start < m_limit; ++m_done) {
            Mutator random(m_seed + m_done);
            const std::string bytes = make(random);
            if (std::string fault = faultOf(bytes, check); !fault.empty()) {
                const auto kept = m_folder / (m_kind + "-" + std::to_string(m_seed + m_done));
                fileOfBytes(kept, bytes);
                return fault + "\nDUELO_FUZZ_SEED=" + std::to_string(m_seed + m_done) +
                       " repeats it, the file is " + kept.string();
            }
        }
        qInfo("%s: %llu files from seed %llu on", m_kind.c_str(),
              static_cast<unsigned long long>(m_done), static_cast<unsigned long long>(m_seed));
        m_tried.remove();
        return {};
    }

    /// The file lies on the disk before it is read: what crashes the program can be looked at.
    std::string faultOf(const std::string& bytes, const Check& check) {
        if (!m_tried.put(bytes)) return "cannot write into " + m_folder.string();
        const auto start = Clock::now();
        std::string fault;
        try {
            fault = check(bytes);
        } catch (const std::exception& error) {
            fault = std::string("threw ") + error.what();
        }
        if (fault.empty() && Clock::now() - start > kLongest) fault = "took too long";
        return fault;
    }

    /// Whether files were accepted and refused, more than one in a hundred each: where one outcome
    /// is all there is, the fuzzer looks at nothing.
    [[nodiscard]] bool sawBoth(std::uint64_t accepted, std::uint64_t refused) const {
        constexpr std::uint64_t kFew = 500;  // under a sanitizer on a busy machine
        constexpr std::uint64_t kOneIn = 100;
        return m_done < kFew || std::min(accepted, refused) > m_done / kOneIn;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t kUsualSeconds = 12;
    /// No measure of speed: sound files take milliseconds, also under a sanitizer.
    static constexpr std::chrono::seconds kLongest{30};

    static std::filesystem::path folder() {
        const auto path = std::filesystem::path(DUELO_BINARY_DIR) / "fuzz";
        std::filesystem::create_directories(path);
        return path;
    }
    static std::uint64_t setting(const char* name, std::uint64_t usual) {
        bool read = false;
        const qulonglong value = qEnvironmentVariable(name).toULongLong(&read);
        return read ? value : usual;
    }

    std::string m_kind;
    std::uint64_t m_seed = 0, m_rounds = 0, m_done = 0;
    std::chrono::seconds m_limit{};
    std::filesystem::path m_folder = folder();
    ScratchFile m_tried{m_folder / (m_kind + ".tried")};
};

}  // namespace duelo::test
