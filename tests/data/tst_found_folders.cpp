// SPDX-License-Identifier: Apache-2.0
// Y-22: image folders as people have them.
#include <algorithm>
#include <vector>

#include <QtTest>

#include "base/reason_json.h"
#include "base/text.h"
#include "data/folder_layout.h"
#include "data/image_folder.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

const SampleShape grey{1, 2, 2};

/// Returns the number of pictures in each part: "4/0/2".
std::string countsOf(const Result<DataSet>& set) {
    if (!set) return set.error().code;
    const Split& split = set->split;
    return std::to_string(split.train.size()) + "/" + std::to_string(split.validation.size()) +
           "/" + std::to_string(split.test.size());
}

std::string codesOf(const Result<DataSet>& set) {
    std::string codes;
    if (set)
        for (const Reason& note : set->notes) codes += (codes.empty() ? "" : " ") + note.code;
    return codes;
}

const Reason& noteOf(const Result<DataSet>& set, const char* code) {
    static const Reason none{"no such note"};
    const auto found = std::ranges::find(set->notes, code, &Reason::code);
    return found == set->notes.end() ? none : *found;
}

}  // namespace

class TestFoundFolders : public QObject, FolderFixture {
    Q_OBJECT

    Result<DataSet> read() {
        return readImageFolder(m_root, pictureReader(), {}).map([](ImageFolder folder) {
            return std::move(folder.set);
        });
    }
    void putPictures(const std::string& folder, int count = 1) {
        for (int i = 0; i < count; ++i)
            put(folder + "/" + std::to_string(i) + ".pic",
                pictureBytes(grey, static_cast<std::uint8_t>(i)));
    }
    void putText(const std::string& path, const std::string& text) {
        put(path, Bytes(text.begin(), text.end()));
    }

private Q_SLOTS:
    void init() { renewFolder(); }

    void Y22_namesOfParts_data() {
        QTest::addColumn<int>("part");
        const int train = 0, validation = 1, test = 2, none = -1;
        for (const char* name :
             {"train", "Training", "TRAIN", "training_set", "train-images", "seg_train",
              "entrenamiento", "Entreno", "trainset", "train_training"})
            QTest::newRow(name) << train;
        for (const char* name : {"val", "Valid", "validation", "validación", "validacio\xcc\x81n",
                                 "dev", "val_images"})
            QTest::newRow(name) << validation;
        for (const char* name : {"test", "Testing", "test_set", "Prueba", "seg-test", "t10k"})
            QTest::newRow(name) << test;
        for (const char* name : {"steam train", "contest", "trained", "", "train_test_split", "2"})
            QTest::addRow("none: %s", name) << none;
    }

    void Y22_namesOfParts() {
        QFETCH(int, part);
        const QByteArray name = QByteArray(QTest::currentDataTag()).replace("none: ", "");
        const auto found = partNamed(name.toStdString());
        QCOMPARE(found ? static_cast<int>(*found) : -1, part);
    }

    void Y22_partsOfAnyName_data() {
        QTest::addColumn<QByteArray>("train");
        QTest::addColumn<QByteArray>("validation");
        QTest::addColumn<QByteArray>("test");
        const auto row = [](const char* train, const char* validation, const char* test) {
            QTest::addRow("%s, %s, %s", train, validation, test)
                << QByteArray(train) << QByteArray(validation) << QByteArray(test);
        };
        row("train", "val", "test");
        row("Training", "Valid", "Testing");
        row("training_set", "validation_set", "test_set");
        row("seg_train/seg_train", "seg_val/seg_val", "seg_test/seg_test");
        row("entrenamiento", "validación", "prueba");
        row("asl_alphabet_train/asl_alphabet_train", "asl_alphabet_val", "asl_alphabet_test");
    }

    void Y22_partsOfAnyName() {
        QFETCH(QByteArray, train);
        QFETCH(QByteArray, validation);
        QFETCH(QByteArray, test);
        for (const char* name : {"ants", "bees"}) {
            putPictures(train.toStdString() + "/" + name, 3);
            putPictures(validation.toStdString() + "/" + name, 2);
            putPictures(test.toStdString() + "/" + name, 1);
        }
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("6/4/2"));
        QCOMPARE(codesOf(set), std::string());
        QCOMPARE(set->samples.classNames(), (std::vector<std::string>{"ants", "bees"}));
    }

    void Y22_validationWithoutTest() {
        for (const char* folder : {"train/a", "train/b", "val/a", "val/b"}) putPictures(folder, 2);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/4/0"));
        QCOMPARE(codesOf(set), std::string("data_test_drawn"));
    }

    // torchvision's ImageFolder walks them too.
    void Y22_picturesBelowClasses() {
        putPictures("a", 2);
        putPictures("a/more", 3);
        putPictures("a/more/deeper/still", 1);
        putPictures("b/images", 4);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("10/0/0"));
        QCOMPARE(set->samples.source(2), std::string("a/more/0.pic"));
        QCOMPARE(codesOf(set), std::string());
    }

#ifndef _WIN32
    void Y22_linkThatLeadsUpIsNotFollowed() {
        putPictures("a");
        putPictures("b");
        fs::create_directory_symlink(m_root, m_root / "a" / "up");
        QCOMPARE(countsOf(read()), std::string("2/0/0"));
    }
#endif

    void Y22_oneOrTwoLevelsTooDeep_data() {
        QTest::addColumn<QString>("above");
        for (const char* above : {"archive", "data", "data/data"}) QTest::newRow(above) << above;
    }

    void Y22_oneOrTwoLevelsTooDeep() {
        QFETCH(QString, above);
        const std::string folder = above.toStdString();
        for (const char* name : {"/train/a", "/train/b", "/test/a"}) putPictures(folder + name);
        putText(folder.substr(0, folder.find('/')) + "/readme.txt", "x");
        auto set = read();
        QCOMPARE(countsOf(set), std::string("2/0/1"));
        QCOMPARE(codesOf(set), std::string("data_folder_entered data_files_outside"));
        QCOMPARE(noteOf(set, "data_folder_entered").args["folder"].get<std::string>(), folder);

        renewFolder();
        putPictures(folder + "/a");
        putPictures(folder + "/b");
        set = read();
        QCOMPARE(countsOf(set), std::string("2/0/0"));
        QCOMPARE(codesOf(set), std::string("data_folder_entered"));
    }

    void Y22_archiveBesideCode() {
        for (const char* name : {"archive/train/a", "archive/train/b", "archive/test/a", "code"})
            putPictures(name);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("2/0/1"));
        QCOMPARE(codesOf(set), std::string("data_folder_entered data_folders_unused"));
    }

    // Each class with parts of its own: nothing is lost, and what was made of it is said.
    void Y22_partsInsideClasses() {
        for (const char* name : {"a/train", "a/test", "b/train", "b/test"}) putPictures(name);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/0"));
        QCOMPARE(codesOf(set), std::string("data_parts_in_classes"));
    }

    void Y22_classesCalledLikeParts() {
        for (const char* name : {"car", "bus", "train"}) putPictures(name);
        QCOMPARE(countsOf(read()), std::string("3/0/0"));
    }

    // A network that tells Train from Test is of no use.
    void Y22_partsWithoutClasses() {
        putPictures("Train", 3);
        putPictures("Test", 3);
        const auto flat = read();
        QCOMPARE(countsOf(flat), std::string("data_train_flat"));
        QCOMPARE(flat.error().args["files"].get<int>(), 3);
        renewFolder();
        putPictures("val/a");
        putPictures("test/a");
        QCOMPARE(countsOf(read()), std::string("data_train_missing"));
    }

    void Y22_unsortedTestIsTold_data() {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"test", "test/test", "test/images"})
            QTest::newRow(folder) << folder;
    }

    void Y22_unsortedTestIsTold() {
        QFETCH(QString, folder);
        putPictures("train/a", 2);
        putPictures("train/b", 2);
        putPictures(folder.toStdString(), 12);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/0"));
        QCOMPARE(codesOf(set), std::string("data_part_unsorted"));
        QCOMPARE(noteOf(set, "data_part_unsorted").args["count"].get<int>(), 12);
    }

    void Y22_foldersOfSystemsAreNoClasses_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"__MACOSX", "@eaDir", "$RECYCLE.BIN", "System Volume Information",
                                 "lost+found", ".ipynb_checkpoints", ".hidden"})
            QTest::newRow(name) << name;
    }

    void Y22_foldersOfSystemsAreNoClasses() {
        QFETCH(QString, name);
        for (const std::string above : {"", "train/"}) {
            renewFolder();
            putPictures(above + "a", 2);
            putPictures(above + "b", 2);
            putPictures(above + name.toStdString());
            putPictures(above + "a/" + name.toStdString());
            put(above + "a/._0.pic", {0, 5, 22, 7});
            const auto set = read();
            QCOMPARE(countsOf(set), std::string("4/0/0"));
            QCOMPARE(codesOf(set), std::string());
        }
    }

    void Y22_sameNamesAreOneClass() {
        const std::string composed = "a\xc3\xb1o", decomposed = "an\xcc\x83o";
        putPictures("train/" + composed, 2);
        putPictures("train/Bees", 2);
        putPictures("train/00007", 2);
        putPictures("test/" + decomposed);
        auto set = read();
        QCOMPARE(countsOf(set), std::string("6/0/1"));
        QCOMPARE(set->samples.label(6), 1);  // "00007", "año", "Bees"
        QCOMPARE(codesOf(set), std::string());

        putPictures("test/bees");
        putPictures("test/7");
        set = read();
        QCOMPARE(countsOf(set), std::string("6/0/3"));
        QCOMPARE(codesOf(set), std::string("data_class_case"));
        QCOMPARE(noteOf(set, "data_class_case").args["count"].get<int>(), 2);
        putPictures("test/wasps");
        QCOMPARE(countsOf(read()), std::string("data_class_unknown"));
    }

    void Y22_bothFormsSideBySide() {
        putPictures("a\xc3\xb1o", 2);
        putPictures("b", 2);
        putPictures("an\xcc\x83o", 3);  // the same folder on a Mac
        const auto set = read();
        QVERIFY(set);
        QCOMPARE(set->samples.classNames().size(), std::size_t{2});
    }

    void Y22_whyAClassHasNothing() {
        putPictures("a", 2);
        for (int i = 0; i < 12; ++i) put("b/" + std::to_string(i) + ".pic", {'X'});
        const auto set = read();
        QCOMPARE(set.error().code, std::string("data_class_unreadable"));
        QCOMPARE(set.error().args["count"].get<int>(), 12);
        const Reason first = reasonFromJson(set.error().args[kNextReason]);
        QCOMPARE(first.code, std::string("image_header_damaged"));
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string text = Text(language).reason(set.error());
            QVERIFY2(text.find("12") != std::string::npos, text.c_str());
            QVERIFY2(text.find("b/0.pic") != std::string::npos, text.c_str());
        }
    }

    void Y22_nothingIsLeftOutWithoutALine() {
        putPictures("train/a", 2);
        putPictures("train/b", 2);
        putPictures("train");  // a picture in no class folder
        putText("notes.docx", "x");
        for (int i = 0; i < 7; ++i) putText("train/a/n" + std::to_string(i) + ".txt", "x");
        const auto set = read();
        QCOMPARE(codesOf(set), std::string("data_files_outside data_files_no_images"));
        const Json& outside = noteOf(set, "data_files_outside").args;
        QCOMPARE(outside["count"].get<int>(), 2);
        QCOMPARE(outside["files"].get<std::string>(), std::string("notes.docx, train/0.pic"));
        const Json& inside = noteOf(set, "data_files_no_images").args;
        QCOMPARE(inside["count"].get<int>(), 7);
        QVERIFY(inside["files"].get<std::string>().ends_with("train/a/n4.txt, ..."));
    }

    void Y22_tableOfLabels_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::newRow("plain") << QByteArray("file,class\n0.pic,b\n1.pic,a\n2.pic,b\n3.pic,a\n");
        QTest::newRow("semicolon, CRLF, Spanish")
            << QByteArray("Archivo;Clase\r\n0.pic;b\r\n1.pic;a\r\n2.pic;b\r\n3.pic;a\r\n");
        QTest::newRow("tab, no heading")
            << QByteArray("0.pic\tb\t1\t2\n1.pic\ta\t1\t2\n2.pic\tb\t1\t2\n3.pic\ta\t1\t2\n");
        QTest::newRow("blanks") << QByteArray("images/0.pic b\nimages/1.pic a\n2.pic b\n3.pic a\n");
        QTest::newRow("no ending, other columns")
            << QByteArray("width,id,breed\n9,0,b\n9,1,a\n9,2,b\n9,3,a\n");
        QTest::newRow("Windows' folders, quotes, mark") << QByteArray(
            "\xef\xbb\xbf\"label\",\"path\"\n\"b\",\"C:\\set\\images\\0.pic\"\n"
            "\"a\",\"images\\1.pic\"\n\"b\",\".\\images\\2.pic\"\n\"a\",\"3.PIC\"\n");
        QTest::newRow("class first, no heading")
            << QByteArray("b,0.pic\na,1.pic\nb,2.pic\na,3.pic");
    }

    void Y22_tableOfLabels() {
        QFETCH(QByteArray, table);
        for (const std::string pictures : {".", "images"}) {
            renewFolder();
            putPictures(pictures, 4);
            putText("labels.csv", table.toStdString());
            const auto set = read();
            QCOMPARE(countsOf(set), std::string("4/0/0"));
            QCOMPARE(set->samples.classNames(), (std::vector<std::string>{"a", "b"}));
            // By class, then in natural order.
            QVERIFY(set->samples.source(0).ends_with("1.pic"));
            QVERIFY(set->samples.source(3).ends_with("2.pic"));
            QCOMPARE(set->samples.label(3), 1);
            QCOMPARE(codesOf(set), std::string("data_labels_table"));
        }
    }

    void Y22_tableThatDoesNotFit() {
        putPictures("train", 5);
        putText("labels.csv",
                "id,breed\n0,ca\xf1"
                "a\n1,pino\n2,pino\n3,ca\xf1"
                "a\n9,pino\n8,pino\n");
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/0"));
        QCOMPARE(set->samples.classNames(), (std::vector<std::string>{"ca\xc3\xb1"
                                                                      "a",
                                                                      "pino"}));
        QCOMPARE(codesOf(set),
                 std::string("data_labels_table data_labels_missing data_files_unlabelled"));
        QCOMPARE(noteOf(set, "data_labels_missing").args["count"].get<int>(), 2);
        QCOMPARE(noteOf(set, "data_files_unlabelled").args["files"].get<std::string>(),
                 std::string("train/4.pic"));
        putText("labels.csv", "id,healthy,rust\n0,1,0\n1,0,1\n2,1,0\n");
        QCOMPARE(countsOf(read()), std::string("label_column_unknown"));
    }

    // Tiny ImageNet's validation, and a test beside which its table lies.
    void Y22_tableOfAnotherPart() {
        putPictures("train/n1/images", 2);
        putPictures("train/n2/images", 2);
        putPictures("val/images", 2);
        putText("val/val_annotations.txt", "0.pic\tn2\t0\t0\n1.pic\tn1\t0\t0\n");
        putPictures("test", 2);
        putText("Test.csv", "Width,ClassId,Path\n9,n1,test/0.pic\n9,n2,test/1.pic\n");
        putText("sample_submission.csv", "id,class\n0,n1\n1,n1\n");
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/2/2"));
        QCOMPARE(set->samples.label(set->split.validation[0]), 0);
        QCOMPARE(set->samples.label(set->split.test[1]), 1);
        QCOMPARE(noteOf(set, "data_files_outside").args["files"].get<std::string>(),
                 std::string("sample_submission.csv"));
    }

    // The table of the training part must not label test pictures of the same names.
    void Y22_tableOfTrainLabelsNoTest() {
        putPictures("train", 4);
        putPictures("test", 4);
        putText("train.csv", "id,label\n0,a\n1,b\n2,a\n3,b\n");
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/0"));
        QCOMPARE(codesOf(set), std::string("data_labels_table data_part_unsorted"));
    }

    void Y22_tableOfEachPart_data() {
        QTest::addColumn<QString>("train");
        QTest::addColumn<QString>("validation");
        QTest::addColumn<QString>("test");
        QTest::newRow("plain") << "labels.csv"
                               << "val.csv"
                               << "test.csv";
        QTest::newRow("further words") << "train_labels.csv"
                                       << "val_labels.csv"
                                       << "test_labels.csv";
        QTest::newRow("Spanish") << "etiquetas.csv"
                                 << "validacion.csv"
                                 << "prueba.csv";
    }

    // The files are called alike in all parts: only the names of the tables tell whose they are.
    void Y22_tableOfEachPart() {
        QFETCH(QString, train);
        QFETCH(QString, validation);
        QFETCH(QString, test);
        putPictures("train", 4);
        putPictures("val", 4);
        putPictures("test", 4);
        putText(train.toStdString(), "id,label\n0,a\n1,b\n2,a\n3,b\n");
        putText(validation.toStdString(), "id,label\n0,b\n1,b\n2,a\n3,b\n");
        putText(test.toStdString(), "id,label\n0,b\n1,b\n2,b\n3,a\n");
        auto set = read();
        QCOMPARE(countsOf(set), std::string("4/4/4"));
        const auto firstsOf = [&](const std::vector<std::size_t>& part) {
            return std::ranges::count_if(part,
                                         [&](std::size_t i) { return set->samples.label(i) == 0; });
        };
        QCOMPARE(firstsOf(set->split.train), 2);
        QCOMPARE(firstsOf(set->split.validation), 1);
        QCOMPARE(firstsOf(set->split.test), 1);
        const std::size_t first = set->split.test.front();
        QCOMPARE(set->samples.source(first), std::string("test/3.pic"));
        QCOMPARE(codesOf(set),
                 std::string("data_labels_table data_labels_table data_labels_table"));

        fs::remove(m_root / test.toStdString());
        set = read();
        QCOMPARE(countsOf(set), std::string("4/4/0"));
        QCOMPARE(codesOf(set), std::string("data_labels_table data_labels_table data_part_unsorted "
                                           "data_test_drawn"));
    }

    // Annotations of detection: one text for each picture.
    void Y22_tableAmongThousandsOfTexts() {
        putPictures("train", 100);
        std::string labels = "file,class\n";
        for (int i = 0; i < 100; ++i) {
            const std::string name = std::to_string(i);
            putText("train/" + name + ".txt", "0 0.5 0.5 0.1 0.1\n");
            labels += name + ".pic," + (i % 2 == 0 ? "a" : "b") + "\n";
        }
        putText("train/labels.csv", labels);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("100/0/0"));
        QCOMPARE(codesOf(set), std::string("data_labels_table data_files_outside"));
        QCOMPARE(noteOf(set, "data_files_outside").args["count"].get<int>(), 100);
    }

    // Read in pieces of 64 KiB.
    void Y22_tableOfManyRows() {
        putPictures(".", 4);
        std::string labels = "file,class\n";
        for (int i = 0; i < 4; ++i) labels += std::to_string(i) + (i < 2 ? ",a\n" : ",b\n");
        for (int i = 4; i < 20000; ++i) labels += std::to_string(i) + ",c\n";
        putText("labels.csv", labels);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/0"));
        QCOMPARE(noteOf(set, "data_labels_missing").args["count"].get<int>(), 19996);
    }

    void Y22_rowsThatContradict() {
        putPictures(".", 6);
        putText("labels.csv", "file,class\n0,a\n1,b\n2,a\n3,b\n4,a\n4,b\n5,a\n5,a\n");
        auto set = read();
        QCOMPARE(countsOf(set), std::string("5/0/0"));
        QCOMPARE(codesOf(set), std::string("data_labels_table data_labels_contradict"));
        const Json& args = noteOf(set, "data_labels_contradict").args;
        QCOMPARE(args["count"].get<int>(), 1);
        QCOMPARE(args["files"].get<std::string>(), std::string("4.pic"));

        putText("labels.csv", "file,class\n0,a\n0,b\n1,a\n1,b\n");
        QCOMPARE(countsOf(read()), std::string("data_labels_contradict"));
    }

    void Y22_partThatNobodyKnows() {
        putPictures(".", 6);
        putText("labels.csv",
                "file,class,split\n0,a,train\n1,b,train\n2,a,test\n3,b,holdout\n4,a,eval\n5,b,\n");
        auto set = read();
        QCOMPARE(countsOf(set), std::string("3/0/1"));
        QCOMPARE(codesOf(set), std::string("data_labels_table data_labels_part_unknown"));
        const Reason& unknown = noteOf(set, "data_labels_part_unknown");
        QCOMPARE(unknown.args["count"].get<int>(), 2);
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string text = Text(language).reason(unknown);
            QVERIFY2(text.find("eval, holdout") != std::string::npos, text.c_str());
        }

        // A column that never names a part is about something else.
        putText("labels.csv", "file,class,part\n0,a,wing\n1,b,leg\n2,a,leg\n3,b,wing\n");
        set = read();
        QCOMPARE(countsOf(set), std::string("4/0/0"));
    }
};

QTEST_GUILESS_MAIN(TestFoundFolders)
#include "tst_found_folders.moc"
