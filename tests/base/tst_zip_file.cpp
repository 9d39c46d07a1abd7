// SPDX-License-Identifier: Apache-2.0
// ZIP archives as they are handed in: written and read again, torn, damaged, hostile.
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "base/file_name.h"
#include "base/places.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "base/zip_file.h"

using namespace duelo;

namespace {

std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The same archive, with each `from` in its bytes as a `to` of that length.
std::string with(std::string bytes, std::string_view from, std::string_view to) {
    for (std::size_t at = bytes.find(from); at != std::string::npos;
         at = bytes.find(from, at + to.size()))
        bytes.replace(at, from.size(), to);
    return bytes;
}

/// Fields of an entry's local header and of its place in the directory (APPNOTE 4.3.7, 4.3.12).
void setBoth(std::string& bytes, std::size_t local, std::size_t central, const std::string& value) {
    bytes.replace(bytes.find("PK\3\4") + local, value.size(), value);
    bytes.replace(bytes.find("PK\1\2") + central, value.size(), value);
}

}  // namespace

class TestZipFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = fromUtf8((m_folder->path() + "/Núñez 🦆.zip").toStdString());
    }

    ///
    void whatIsWrittenIsRead_R_15() {
        std::string large(3 << 20, '\0');
        for (std::size_t i = 0; i < large.size(); ++i)
            large[i] = static_cast<char>((i * 2654435761U) >> 13);
        const std::vector<ZipItem> items{
            {"informe de José 🦆.pdf", large}, {"datos/aula.duelo", "{}\n"}, {"vacío.txt", ""}};
        QVERIFY(writeZip(items, m_path));
        const auto archive = ZipArchive::open(m_path);
        QVERIFY(archive);
        QCOMPARE(archive->entries().size(), items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            QCOMPARE(archive->entries()[i].name, items[i].name);
            QCOMPARE(archive->entries()[i].bytes, std::uint64_t{items[i].bytes.size()});
            QVERIFY(archive->read(archive->entries()[i]) == items[i].bytes);
        }
        QCOMPARE(m_folder->path().isEmpty() ? 0 : entriesOfFolder(), 1);
    }

    /// what is there stays, and nothing is left beside it.
    void nothingIsOverwrittenUnasked_R_20() {
        QVERIFY(writeWhole("mine", m_path));
        const std::vector<ZipItem> items{{"a.txt", "a"}};
        QCOMPARE(writeZip(items, m_path).error().code, std::string("file_exists"));
        QCOMPARE(bytesOf(m_path), std::string("mine"));
        QVERIFY(writeZip(items, m_path, true));
        QVERIFY(ZipArchive::open(m_path));
        const std::vector<ZipItem> twice{{"a.txt", "a"}, {"a.txt", "b"}};
        const std::string before = bytesOf(m_path);
        QCOMPARE(writeZip(twice, m_path, true).error().code, std::string("zip_name"));
        const std::vector<ZipItem> outside{{"../a.txt", "a"}};
        QCOMPARE(writeZip(outside, m_path, true).error().code, std::string("zip_name"));
        QCOMPARE(bytesOf(m_path), before);
        const auto nowhere = fromUtf8((m_folder->path() + "/none/a.zip").toStdString());
        QCOMPARE(writeZip(items, nowhere).error().code, std::string("folder_missing"));
        QCOMPARE(entriesOfFolder(), 1);
    }

    /// A copy that broke off anywhere is told.
    void aTornArchiveIsTold() {
        const std::string whole = sample();
        for (std::size_t n = 0; n < whole.size(); ++n) {
            const auto archive = ZipArchive::of(whole.substr(0, n), "torn.zip");
            QVERIFY2(!archive, qPrintable(QString::number(n)));
            if (n > 4 && n < whole.size() / 2)
                QCOMPARE(archive.error().code, std::string("zip_torn"));
        }
        QCOMPARE(ZipArchive::of("%PDF-1.4", "a.zip").error().code, std::string("zip_none"));
        QCOMPARE(ZipArchive::open("/nowhere.zip").error().code, std::string("file_missing"));
    }

    /// One changed bit anywhere: either it is told, or it changed no content.
    void aDamagedArchiveIsTold() {
        const std::string whole = sample();
        int told = 0;
        for (std::size_t n = 0; n < whole.size(); ++n) {
            std::string bytes = whole;
            bytes[n] = static_cast<char>(bytes[n] ^ 0x10);
            const auto archive = ZipArchive::of(bytes, "damaged.zip");
            if (!archive) {
                ++told;
                continue;
            }
            for (const ZipArchive::Entry& entry : archive->entries()) {
                const auto read = archive->read(entry);
                if (!read) ++told;
                QVERIFY(!read || *read == m_first || *read == m_second);
            }
        }
        QVERIFY(told > static_cast<int>(whole.size() / 2));
    }

    void leadsNowhereElse_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("accepted");
        QTest::newRow("above") << QByteArray("../d") << false;
        QTest::newRow("above, Windows") << QByteArray("..\\d") << false;
        QTest::newRow("above, inside") << QByteArray("a/..") << false;
        QTest::newRow("root") << QByteArray("/etc") << false;
        QTest::newRow("share") << QByteArray("\\\\ab") << false;
        QTest::newRow("drive") << QByteArray("C:\\d") << false;
        QTest::newRow("control") << QByteArray("a\nbc") << false;
        QTest::newRow("twice") << QByteArray("efgh") << false;
        QTest::newRow("folder of Windows") << QByteArray("ab\\c") << true;
        QTest::newRow("here") << QByteArray("./ab") << true;
        QTest::newRow("dots") << QByteArray("..ab") << true;
    }
    void leadsNowhereElse() {
        QFETCH(QByteArray, name);
        QFETCH(bool, accepted);
        const auto archive =
            ZipArchive::of(with(sample(), "abcd", name.toStdString()), "names.zip");
        QCOMPARE(archive.has_value(), accepted);
        if (!archive) QCOMPARE(archive.error().code, std::string("zip_name"));
        if (archive) QVERIFY(archive->entries().front().name.find('\\') == std::string::npos);

        // Where it is asked for, the rest of the archive can be read; of one name nothing can.
        const auto apart = ZipArchive::of(with(sample(), "abcd", name.toStdString()), "names.zip",
                                          {.sets_apart = true});
        QVERIFY(apart.has_value());
        QCOMPARE(apart->refused().size(), accepted ? 0U : 1U);
        QCOMPARE(apart->entries().size(), accepted ? 2U : name == "efgh" ? 0U : 1U);
        for (const ZipArchive::Entry& entry : apart->entries())
            QVERIFY(apart->read(entry) == (entry.name == "efgh" ? m_second : m_first));
        for (const ZipArchive::Refused& one : apart->refused()) {
            QCOMPARE(one.reason, archive.error());
            QVERIFY(one.name.find_first_of("\n\x7F") == std::string::npos);
        }
    }

    /// The same file by two names is refused under both.
    void namesOfOneFileAreRefusedTogether() {
        std::string bytes = with(with(sample(), "abcd", "a//b"), "efgh", "a\\.b");
        QCOMPARE(ZipArchive::of(bytes, "two.zip")->entries().size(), 2U);
        bytes = with(bytes, "a\\.b", "a\\\\b");
        const auto archive = ZipArchive::of(bytes, "two.zip", {.sets_apart = true});
        QVERIFY(archive && archive->entries().empty());
        QCOMPARE(archive->refused().size(), 1U);
        QCOMPARE(archive->refused().front().name, std::string("a/b"));
    }

    /// An entry that unpacks to more than is allowed, or than it says, is refused.
    void aBombIsNotUnpacked() {
        const std::vector<ZipItem> items{{"abcd", std::string(1 << 20, '\0')}};
        QVERIFY(writeZip(items, m_path));
        const std::string bytes = bytesOf(m_path);
        QVERIFY(bytes.size() < 4096);
        ZipLimits limits;
        limits.unpacked_bytes = (1 << 20) - 1;
        QCOMPARE(ZipArchive::of(bytes, "bomb.zip", limits).error().code, std::string("zip_large"));
        limits = {.archive_bytes = 1000};
        QCOMPARE(ZipArchive::of(bytes, "bomb.zip", limits).error().code, std::string("zip_large"));
        QCOMPARE(ZipArchive::open(m_path, limits).error().code, std::string("zip_large"));
        limits = {.entries = 0};
        QCOMPARE(ZipArchive::of(bytes, "bomb.zip", limits).error().code, std::string("zip_many"));

        std::string liar = bytes;
        setBoth(liar, 22, 24, std::string("\x08\0\0\0", 4));
        const auto archive = ZipArchive::of(liar, "liar.zip");
        if (archive)
            QCOMPARE(archive->read(archive->entries().front()).error().code,
                     std::string("zip_entry_damaged"));
    }

    void aPasswordIsTold() {
        std::string bytes = sample();
        const std::string flags{static_cast<char>(bytes[bytes.find("PK\3\4") + 6] | 1)};
        setBoth(bytes, 6, 8, flags);
        const auto archive = ZipArchive::of(bytes, "locked.zip");
        QVERIFY(archive);
        QCOMPARE(archive->read(archive->entries().front()).error().code, std::string("zip_locked"));
    }

    /// Y-26: it would be the same after another copy.
    void anUnknownCompressionIsTold() {
        constexpr char kDeflate64 = 9;
        std::string bytes = sample();
        setBoth(bytes, 8, 10, std::string{kDeflate64, '\0'});
        const auto archive = ZipArchive::of(bytes, "large.zip");
        QVERIFY(archive);
        QCOMPARE(archive->read(archive->entries().front()).error().code, std::string("zip_method"));
    }

    /// names that people have become names that every system takes.
    void namesBecomeSafe_R_15_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::newRow("accents") << "Núñez Peña, María"
                                 << "Núñez Peña, María";
        QTest::newRow("emoji") << "🦆 Ana"
                               << "🦆 Ana";
        QTest::newRow("slashes") << "../a/b\\c:d"
                                 << "a-b-c-d";
        QTest::newRow("wildcards") << "a*b?\"<c>|"
                                   << "a-b---c";
        QTest::newRow("device") << "CON"
                                << "_CON";
        QTest::newRow("device with suffix") << "nul.zip"
                                            << "_nul.zip";
        QTest::newRow("device with blank") << "lpt1 .x"
                                           << "_lpt1 .x";
        QTest::newRow("superscript") << "COM²"
                                     << "_COM²";
        QTest::newRow("no device") << "CONRADO"
                                   << "CONRADO";
        QTest::newRow("ends") << " .. Ana. . "
                              << "Ana";
        QTest::newRow("blanks") << "Ana\t\n  María\u00a0José"
                                << "Ana María José";
        QTest::newRow("bidirectional") << "a\u202egpj.exe"
                                       << "agpj.exe";
        QTest::newRow("Arabic") << "مريم"
                                << "مريم";
        QTest::newRow("nothing") << "../.."
                                 << "";
    }
    void namesBecomeSafe_R_15() {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(safeFileName(text.toStdString())), name);
    }
    void longNamesAreCutBetweenCharacters() {
        const std::string name = safeFileName(QString("ñ").repeated(5000).toStdString());
        QVERIFY(name.size() <= kMaxNameBytes);
        QVERIFY(name.size() >= kMaxNameBytes - 3);
        QCOMPARE(visibleText(name), name);
        QCOMPARE(safeFileName("a\xff\xfe"
                              "b"),
                 std::string("ab"));
    }

private:
    /// Two small files.
    std::string sample() {
        const std::vector<ZipItem> items{{"abcd", m_first}, {"efgh", m_second}};
        if (!writeZip(items, m_path, true)) qFatal("not written");
        return bytesOf(m_path);
    }
    [[nodiscard]] int entriesOfFolder() const {
        return static_cast<int>(
            QDir(m_folder->path())
                .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                .size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path m_path;
    std::string m_first = std::string(300, 'a') + "14.2 ms", m_second = "short";
};

QTEST_GUILESS_MAIN(TestZipFile)
#include "tst_zip_file.moc"
