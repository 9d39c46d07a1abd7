// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "base/dynamic_library.h"
#include "base/text.h"
#include "dnn/dnn_loader.h"

using namespace duelo;

class TestDnnLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsMissing();
    void saysWhatDoesNotLoad();
    void saysWhatIsNoModule();
    void environmentNamesAnother();
};

namespace {

/// The reason, whose sentence must be there in both languages with its arguments filled in.
Reason whyNot(const std::filesystem::path& module) {
    const auto api = Dnn(module).api();
    if (api) return {};
    for (const Language language : {Language::Spanish, Language::English}) {
        const std::string sentence = Text(language).reason(api.error());
        if (sentence.empty() || sentence.find('{') != std::string::npos) return {"no_sentence"};
    }
    return api.error();
}

}  // namespace

void TestDnnLoader::saysWhatIsMissing() {
    const Reason reason = whyNot("/nowhere/libduelo_dnn.so");
    QCOMPARE(reason.code, std::string("compiled_library_missing"));
    QCOMPARE(reason.args.value("library", ""), std::string("libduelo_dnn.so"));
}

void TestDnnLoader::saysWhatDoesNotLoad() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("libduelo_dnn.so");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("no library");
    file.close();
    const Reason reason = whyNot(path.toStdString());
    QCOMPARE(reason.code, std::string("compiled_library_broken"));
    QCOMPARE(reason.args.value("library", ""), std::string("libduelo_dnn.so"));
}

void TestDnnLoader::saysWhatIsNoModule() {
    const auto other = DynamicLibrary::loaded("libm.so.6");
    QVERIFY(other.has_value());
    QCOMPARE(whyNot(other->path()).code, std::string("compiled_module_mismatch"));
}

void TestDnnLoader::environmentNamesAnother() {
    qputenv("DUELO_DNN_MODULE", "/nowhere/other.so");
    QCOMPARE(Dnn::standardModule().string(), std::string("/nowhere/other.so"));
    qunsetenv("DUELO_DNN_MODULE");
    QCOMPARE(Dnn::standardModule().filename().string(), std::string("libduelo_dnn.so"));
}

QTEST_APPLESS_MAIN(TestDnnLoader)
#include "tst_dnn_loader.moc"
