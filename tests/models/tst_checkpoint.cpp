// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <optional>

#include <QTemporaryDir>
#include <QTest>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "../base/full_disk.h"
#include "base/places.h"
#include "models/checkpoint.h"
#include "models/initial_weights.h"
#include "models/weight_file.h"
#include "networks/trainable.h"
#include "tensor/operators.h"
#include "weight_builders.h"

using namespace duelo;
namespace fs = std::filesystem;

class TestCheckpoint : public QObject {
    Q_OBJECT
    QTemporaryDir m_temporary;
    fs::path m_folder;
    const WeightMap m_tensors{{"b", ops::arange(6, ScalarType::Float).reshape({2, 3})},
                              {"a.weight", ops::full({3}, 0.1F)},
                              {"count", ops::full({}, 77, ScalarType::Long)},
                              {"none", ops::empty({0, 4}, ScalarType::Float)}};

    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_folder), fs::directory_iterator()));
    }

private Q_SLOTS:
    void init() {
        m_folder = fromUtf8(m_temporary.filePath(QTest::currentTestFunction()).toStdString());
        fs::create_directories(m_folder);
    }

    void comesBackAsItWas() {
        const fs::path path = m_folder / fromUtf8("última época.safetensors");
        const std::map<std::string, std::string> metadata{{"model", "mlp"},
                                                          {"note", "á \"quoted\"\n"}};
        QVERIFY(writeSafetensors(path, m_tensors, metadata).has_value());
        const auto read = readCheckpoint(path);
        QVERIFY(read.has_value());
        QVERIFY(read->metadata == metadata);
        QCOMPARE(read->tensors.size(), m_tensors.size());
        for (const auto& [name, tensor] : m_tensors) {
            const Tensor& found = read->tensors.at(name);
            QVERIFY(found.scalar_type() == tensor.scalar_type());
            QVERIFY2(ops::equal(found, tensor), name.c_str());
        }
        QCOMPARE(files(), std::size_t{1});
    }

    void weightsAreReadByThePretrainedReaderToo() {
        const auto model = trainableModel("mlp-8", 3);
        const WeightSet weights = initialWeights(model->network, 1);
        const fs::path path = m_folder / "trained.safetensors";
        QVERIFY(writeSafetensors(path, *weights).has_value());
        const auto read = readWeights(path, model->network.tensorSpecs());
        QVERIFY(read.has_value());
        for (const auto& [name, tensor] : *weights)
            QVERIFY(ops::equal(read->tensors.at(name), tensor));

        const auto other = trainableModel("mlp-9", 3);
        QCOMPARE(readWeights(path, other->network.tensorSpecs()).error().code,
                 std::string("weights_shape"));
    }

    void replacesTheOlderOne() {
        const fs::path path = m_folder / "best.safetensors";
        QVERIFY(writeSafetensors(path, m_tensors).has_value());
        QVERIFY(writeSafetensors(path, {{"b", ops::ones({1})}}).has_value());
        QCOMPARE(readCheckpoint(path)->tensors.size(), std::size_t{1});
    }

    void truncatedAtEveryPlace() {
        const fs::path path = m_folder / "cut.safetensors";
        QVERIFY(writeSafetensors(path, m_tensors, {{"k", "v"}}).has_value());
        const std::string whole = test::readAll(path);
        for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
            test::writeAll(path, whole.substr(0, bytes));
            const auto read = readCheckpoint(path);
            QVERIFY2(!read.has_value(), QByteArray::number(qulonglong(bytes)).constData());
            QVERIFY(read.error().args.contains("path"));
        }
    }

    void refusesOtherTypes() {
        const fs::path path = m_folder / "half.safetensors";
        const std::string entry = "{'x':{'dtype':'F16','shape':[2],'data_offsets':[0,4]}}";
        test::writeAll(path, test::safetensors(entry, std::string(4, '\0')));
        const auto read = readCheckpoint(path);
        QCOMPARE(read.error().code, std::string("weights_type"));
        QCOMPARE(read.error().args.at("found").get<std::string>(), std::string("F16"));
        QVERIFY_THROWS_EXCEPTION(
            std::logic_error,
            (void)writeSafetensors(path, {{"x", ops::ones({1}, ScalarType::Half)}}));
        QVERIFY_THROWS_EXCEPTION(std::logic_error,
                                 (void)writeSafetensors(path, {{"x", ops::ones({2, 3}).t()}}));
    }

    void saysWhatIsMissing() {
        QCOMPARE(readCheckpoint(m_folder / "no").error().code, std::string("weights_missing"));
        QCOMPARE(writeSafetensors(m_folder / "no" / "x", m_tensors).error().code,
                 std::string("folder_missing"));
        QCOMPARE(writeSafetensors(m_folder, m_tensors).error().code,
                 std::string("target_is_folder"));
    }

#ifndef _WIN32
    void unwritableFolder() {
        if (::geteuid() == 0) QSKIP("root may write anywhere");
        fs::permissions(m_folder, fs::perms::owner_read | fs::perms::owner_exec);
        const auto written = writeSafetensors(m_folder / "x", m_tensors);
        fs::permissions(m_folder, fs::perms::owner_all);
        QCOMPARE(written.error().code, std::string("not_writable"));
    }

    void fullDiskLeavesTheOldFile() {
        const fs::path path = m_folder / "best.safetensors";
        QVERIFY(writeSafetensors(path, m_tensors).has_value());
        const std::string before = test::readAll(path);
        std::optional<test::FullDisk> full(64 * 1024);
        const auto written = writeSafetensors(path, {{"x", ops::ones({100'000})}});
        full.reset();
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, std::string("write_failed"));
        QVERIFY(test::readAll(path) == before);
        QCOMPARE(files(), std::size_t{1});
    }
#endif
};

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
