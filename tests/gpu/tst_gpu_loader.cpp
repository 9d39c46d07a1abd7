// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "base/dynamic_library.h"
#include "gpu/gpu_loader.h"

using namespace duelo;

namespace {

const QString stubs = QStringLiteral(DUELO_STUBS);
const QString good_module = stubs + QStringLiteral("/module/libduelo_cuda.so");

struct Machine {
    QString driver;  ///< DUELO_STUB_CUDA; empty: no driver at all
    QString nvml, module = good_module, module_mode;
    bool hidden = false;
    QString torch_cuda{};
};

QJsonObject probe(const Machine& machine) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_LIBRARY_PATH", stubs + "/driver");
    environment.insert("DUELO_STUB_CUDA", machine.driver);
    environment.insert("DUELO_STUB_NVML", machine.nvml);
    environment.insert("DUELO_STUB_MODULE", machine.module_mode);
    environment.insert("DUELO_CUDA_MODULE", machine.module);
    environment.insert("DUELO_TORCH_CUDA", machine.torch_cuda);
    // Exported by LibTorch itself on Windows.
    if (!machine.torch_cuda.isEmpty())
        environment.insert("LD_PRELOAD", stubs + "/torch/libaccelerator.so");
    environment.remove("CUDA_VISIBLE_DEVICES");
    if (machine.hidden) {
        environment.insert("CUDA_VISIBLE_DEVICES", "");
    }
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(stubs + "/duelo_gpu_probe", machine.driver.isEmpty()
                                                  ? QStringList{"/nonexistent/libcuda.so.1"}
                                                  : QStringList{});
    if (!process.waitForFinished(60'000) || process.exitCode() != 0) {
        qWarning() << process.errorString() << process.readAllStandardError();
        return {};
    }
    return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
}

const QString modern = QStringLiteral("0 13000 RTX 3060@8.6");

}  // namespace

class TestGpuLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reasons_R07_data() {
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("nvml");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QJsonObject>("args");
        const auto row = [](const char* name, const char* driver, const char* nvml,
                            const char* code, const QJsonObject& args) {
            QTest::newRow(name) << driver << nvml << code << args;
        };
        const auto number = [](int n, const char* name) {
            return QJsonObject{{"number", n}, {"name", name}};
        };
        row("no driver", "", "", "no_nvidia_driver", {{"library", "libcuda.so.1"}});
        row("no device", "100 13000 ", "", "no_gpu", number(100, "cudaErrorNoDevice"));
        row("updated, not restarted", "803 13000 RTX 3060@8.6", "", "driver_mismatch",
            number(803, "cudaErrorSystemDriverMismatch"));
        row("unknown failure", "999 13000 RTX 3060@8.6", "", "driver_failed",
            number(999, "cudaErrorUnknown"));
        row("driver too old", "0 12040 RTX 3060@8.6", "", "driver_too_old",
            {{"found", "CUDA 12.4"}, {"needed", "580"}});
        row("driver too old, NVML says which", "0 12040 RTX 3060@8.6", "551.23", "driver_too_old",
            {{"found", "551.23"}, {"needed", "580"}});
        // S2-M24: the hardware of the course's own sources
        row("GTX 1050", "0 13000 GTX 1050@6.1", "580.65", "gpu_too_old",
            {{"name", "GTX 1050"}, {"cc", "6.1"}, {"needed", "7.5"}});
        row("Tesla K20", "0 13000 Tesla K20@3.5", "", "gpu_too_old",
            {{"name", "Tesla K20"}, {"cc", "3.5"}, {"needed", "7.5"}});
        row("both old: a newer driver would not help", "0 11040 Tesla K20@3.5", "470.1",
            "gpu_too_old", {{"name", "Tesla K20"}, {"cc", "3.5"}, {"needed", "7.5"}});
        row("several, all too old", "0 13000 Tesla K20@3.5;GTX 1050@6.1", "", "gpu_too_old",
            {{"name", "GTX 1050"}, {"cc", "6.1"}, {"needed", "7.5"}});
    }
    void reasons_R07() {
        QFETCH(QString, driver);
        QFETCH(QString, nvml);
        Machine machine;
        machine.driver = driver;
        machine.nvml = nvml;
        const QJsonObject found = probe(machine);
        QTEST(found.value("code").toString(), "code");
        QTEST(found.value("args").toObject(), "args");
        QCOMPARE(found.value("available"), QJsonValue(false));
        QCOMPARE(found.value("api"), QJsonValue(false));
        // Cheap: nothing of the CUDA part is loaded before driver and card are known to suit it.
        QCOMPARE(found.value("module_loaded"), QJsonValue(false));
        QCOMPARE(found.value("torch_cuda_loaded"), QJsonValue(false));
    }

    void hiddenDevicesAreNotABrokenPc_R07() {
        Machine machine;
        machine.driver = modern;
        machine.hidden = true;
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("code").toString(), QString("gpu_hidden"));
        QCOMPARE(found.value("args").toObject(), (QJsonObject{{"value", ""}}));
    }

    void whatIsKnownOfAnUnusableCard_S309() {
        Machine machine;
        machine.driver = "0 12040 GTX 1050@6.1;RTX 3060@8.6";
        machine.nvml = "551.23";
        const QJsonObject sheet = probe(machine).value("sheet").toObject();
        QCOMPARE(sheet.value("driver").toString(), QString("551.23"));
        QCOMPARE(sheet.value("driver_cuda").toString(), QString("12.4"));
        QCOMPARE(sheet.value("devices").toArray(),
                 (QJsonArray{QJsonObject{{"name", "GTX 1050"}, {"compute_capability", "6.1"}},
                             QJsonObject{{"name", "RTX 3060"}, {"compute_capability", "8.6"}}}));
    }

    /// Devices that can be used are counted first; each device on which nothing is measured says
    /// why.
    void devicesAreListedWithTheirReasons() {
        const auto listed = [](const QJsonObject& found) {
            QStringList all;
            for (const QJsonValue& one : found.value("devices").toArray())
                all << QString("%1 %2 %3 %4")
                           .arg(one["api"].toString())
                           .arg(one["index"].toInt())
                           .arg(one["name"].toString(), one["reason"]["code"].toString())
                           .trimmed();
            return all;
        };
        Machine machine;
        machine.driver = "0 13000 GTX 1050@6.1;RTX 3060@8.6;RTX 4090@8.9";
        machine.nvml = "580.65";
        machine.module_mode = "ok";
        QCOMPARE(listed(probe(machine)),
                 (QStringList{"cuda 0 RTX 3060", "cuda 1 RTX 4090 device_not_used",
                              "cuda 2 GTX 1050 gpu_too_old"}));
        machine.driver = "0 12040 RTX 3060@8.6";
        QCOMPARE(listed(probe(machine)), QStringList{"cuda 0 RTX 3060 driver_too_old"});
        machine.driver = "100";
        QCOMPARE(listed(probe(machine)), QStringList());
    }

    /// Work that needs no LibTorch is measured all the same.
    void withoutTheModuleItIsNotForNetworks_R07() {
        Machine machine;
        machine.driver = modern;
        machine.nvml = "580.65";
        machine.module = "none";
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("available"), QJsonValue(true));
        QCOMPARE(found.value("plain"), QJsonValue(true));
        QCOMPARE(found.value("api"), QJsonValue(false));
        QCOMPARE(found.value("networks").toObject(),
                 (QJsonObject{{"code", "gpu_without_torch"}, {"library", "libduelo_cuda.so"}}));
        const QJsonObject sheet = found.value("sheet").toObject();
        QCOMPARE(sheet.value("name").toString(), QString("RTX 3060"));
        QCOMPARE(sheet.value("driver").toString(), QString("580.65"));
        QCOMPARE(found.value("torch_cuda_loaded"), QJsonValue(false));
    }

    /// Duelo itself calls LibTorch's part for CUDA then, which is how Windows has it.
    void withoutTheModuleLibTorchsPartIsUsed_R07() {
        Machine machine;
        machine.driver = modern;
        machine.nvml = "580.65";
        machine.module = "none";
        machine.torch_cuda = stubs + "/torch/libtorch_cuda.so";
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("available"), QJsonValue(true));
        QCOMPARE(found.value("plain"), QJsonValue(true));
        QCOMPARE(found.value("api"), QJsonValue(true));
        QCOMPARE(found.value("networks").toObject(), QJsonObject());
        const QJsonObject sheet = found.value("sheet").toObject();
        QCOMPARE(sheet.value("name").toString(), QString("RTX 3060"));
        QCOMPARE(sheet["libraries"]["torch_cuda"].toString(), machine.torch_cuda);
    }

    /// One that is there and does not work is named, and leaves the GPU to all other work.
    void aPartThatIsUnusableIsNamed() {
        Machine machine;
        machine.driver = modern;
        machine.module = "none";
        machine.torch_cuda = stubs + "/driver/libnvidia-ml.so.1";
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("plain"), QJsonValue(true));
        QCOMPARE(found.value("api"), QJsonValue(false));
        QCOMPARE(found.value("networks").toObject(),
                 (QJsonObject{{"code", "gpu_torch_unusable"}, {"library", "libnvidia-ml.so.1"}}));
        QTemporaryDir folder;
        machine.torch_cuda = folder.filePath("libtorch_cuda.so");
        QVERIFY(QFile::copy(stubs + "/torch/libtorch_cuda.so", machine.torch_cuda));
        QFile note(folder.filePath("libtorch.unpacked"));
        QVERIFY(note.open(QIODevice::WriteOnly) && note.write("2.12.0+cu130\n") > 0);
        note.close();
        QCOMPARE(probe(machine).value("networks")["code"].toString(),
                 QString("gpu_torch_unusable"));
        QVERIFY(note.open(QIODevice::WriteOnly) && note.write("2.11.0+cu130\n") > 0);
        note.close();
        QCOMPARE(probe(machine).value("api"), QJsonValue(true));
    }

    /// A module that is named is wanted, and not another GPU without a word.
    void aNamedModuleMustBeThere() {
        Machine machine;
        machine.driver = modern;
        machine.module = "/nonexistent/libduelo_cuda.so";
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("available"), QJsonValue(false));
        QCOMPARE(found.value("plain"), QJsonValue(false));
        QCOMPARE(found.value("code").toString(), QString("gpu_library_missing"));
        QCOMPARE(found.value("args").toObject(), (QJsonObject{{"library", "libduelo_cuda.so"}}));
    }

    void missingNeededLibraryIsNamed_R07() {
        QTemporaryDir folder;
        Machine machine;
        machine.driver = modern;
        machine.module = folder.filePath("libduelo_cuda.so");
        const QString needing = stubs + "/needing/";
        QVERIFY(QFile::copy(needing + "libduelo_cuda.so", machine.module));
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("code").toString(), QString("gpu_library_missing"));
        QCOMPARE(found.value("args").toObject(),
                 (QJsonObject{{"library", "libduelo_stub_needed.so"}}));
        // With the library beside it the module loads, and is found to be no module of ours.
        QVERIFY(QFile::copy(needing + "libduelo_stub_needed.so",
                            folder.filePath("libduelo_stub_needed.so")));
        QCOMPARE(probe(machine).value("code").toString(), QString("gpu_module_mismatch"));
    }

    void damagedModuleIsNamed() {
        QTemporaryDir folder;
        Machine machine;
        machine.driver = modern;
        machine.module = folder.filePath("libduelo_cuda.so");
        QFile file(machine.module);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a library");
        file.close();
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("code").toString(), QString("gpu_library_broken"));
        QCOMPARE(found.value("args").toObject().value("library").toString(),
                 QString("libduelo_cuda.so"));
        QVERIFY(!found.value("args").toObject().value("detail").toString().isEmpty());
    }

    void moduleOfAnotherVersionIsRefused() {
        Machine machine;
        machine.driver = modern;
        machine.module_mode = "old";
        QCOMPARE(probe(machine).value("code").toString(), QString("gpu_module_mismatch"));
    }

    void exceptionOfTheModuleIsTranslated() {
        Machine machine;
        machine.driver = modern;
        machine.module_mode = "throw";
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("code").toString(), QString("cuda_device_lost"));
        QCOMPARE(found.value("api"), QJsonValue(false));
    }

    void usableGpuIsOffered() {
        Machine machine;
        machine.driver = "0 13000 GTX 1050@6.1;RTX 4060@8.9";
        machine.nvml = "580.65.06";
        const QJsonObject found = probe(machine);
        QCOMPARE(found.value("available"), QJsonValue(true));
        QCOMPARE(found.value("api"), QJsonValue(true));
        QVERIFY(!found.contains("code"));
        QCOMPARE(found.value("module_loaded"), QJsonValue(true));
        const QJsonObject sheet = found.value("sheet").toObject();
        QCOMPARE(sheet.value("name").toString(), QString("Fake GPU"));
        QCOMPARE(sheet.value("driver").toString(), QString("580.65.06"));
    }

    void loadersWordsAreReadInAnyLanguage_data() {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("library");
        QTest::addColumn<bool>("missing");
        QTest::newRow("dependency")
            << "libcufile.so.0: cannot open shared object file: No such file or directory"
            << "libcufile.so.0" << true;
        QTest::newRow("in Spanish")
            << "libcufile.so.0: no se puede abrir el fichero del objeto compartido: No existe el "
               "fichero o el directorio"
            << "libcufile.so.0" << true;
        QTest::newRow("symbol") << good_module + ": undefined symbol: cudaFoo"
                                << "libduelo_cuda.so" << false;
        QTest::newRow("no shape") << "something else"
                                  << "libduelo_cuda.so" << false;
        QTest::newRow("empty") << ""
                               << "libduelo_cuda.so" << false;
    }
    void loadersWordsAreReadInAnyLanguage() {
        QFETCH(QString, message);
        const LoadFailure failure =
            readLoadFailure(message.toStdString(), good_module.toStdString());
        QTEST(QString::fromStdString(failure.library), "library");
        QTEST(failure.missing, "missing");
    }
};

QTEST_APPLESS_MAIN(TestGpuLoader)
#include "tst_gpu_loader.moc"
