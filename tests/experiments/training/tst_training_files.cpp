// SPDX-License-Identifier: Apache-2.0
// The long tables that a training leaves as files.
#include <QtTest>

#include <algorithm>

#include "experiments/training/output.h"
#include "experiments/training/view.h"
#include "report/export.h"
#include "report/writers.h"
#include "training_report_testing.h"

using namespace duelo;
using namespace duelo::examples;

namespace {

/// A training that has kept what it said of two of its test images.
Comparison withAnswers() {
    examples::TrainingFile file("a.duelo");
    file.add(examples::Training{});
    RecordLog log = file.finish();
    addTestAnswers(examples::resultOf(log, "c001").output,
                   {{7, "test/a.png", 0, 0, 0.75}, {8, "=b.png", 1, 0, 0.5}});
    return compared(std::move(log));
}

}  // namespace

class TestTrainingFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A line for each epoch and for each entry of a matrix; hostile class names stay text.
    void longTables() {
        const Comparison c = compared(examples::trainingPc());
        const std::string epochs = *reportText(c, ReportFormat::Csv, {.table = "epochs"});
        QVERIFY(epochs.starts_with(
            "file,cell,model,hidden,data,batch,train_share,seed,device,processes,threads,pinning,"
            "precision,mode,"
            "epoch,updates,train_loss,train_accuracy,valid_loss,"
            "valid_accuracy,wall_ms,data_ms,h2d_ms,compute_ms,d2h_ms,evaluation_ms,"
            "learning_rate\r\n"));
        QCOMPARE(std::ranges::count(epochs, '\n'), 1 + 5 * 12 + 1);
        // Of the parts that a training has, and what it came to, each once.
        const LongTable data = longTable(c, Text(Language::English));
        for (const char* column :
             {"data_ms", "h2d_ms", "compute_ms", "d2h_ms", "evaluation_ms", "unexplained_ms",
              "parts_inside", "throughput", "test_accuracy", "test_accuracy_ci95_low",
              "test_accuracy_ci95_high", "images", "parameters", "input_sha256", "weights_origin"})
            QVERIFY2(std::ranges::count(data.columns, column) == 1, column);
        const std::string confusion = *reportText(c, ReportFormat::Csv, {.table = "confusion"});
        QCOMPARE(std::ranges::count(confusion, '\n'), 1 + 6 * 4);
        QVERIFY(holds(confusion, ",cero,'=uno,40\r\n"));
        const Text spanish(Language::Spanish), english(Language::English);
        for (const LongTable& table : {epochTable(c), confusionTable(c), recallTable(c),
                                       predictionsTable(withAnswers()), longTable(c, english)})
            for (const std::string& column : table.columns)
                for (const Text& text : {spanish, english})
                    QVERIFY2(text.has("column." + column), column.c_str());
    }

    /// Y-24: a line for each class, derived from the matrix; columns for programs too.
    void Y_24_recallOfEachClass() {
        const Comparison c = compared(examples::trainingPc());
        const std::string recall = *reportText(c, ReportFormat::Csv, {.table = "recall"});
        QCOMPARE(std::ranges::count(recall, '\n'), 1 + 6 * 2);
        QVERIFY2(holds(recall, ",cero,500,460,0.92,500,0.92\r\n"), recall.c_str());
        const LongTable data = longTable(c, Text(Language::English));
        const auto at = std::ranges::find(data.columns, "majority_accuracy") - data.columns.begin();
        QCOMPARE(std::get<double>(data.rows[0][static_cast<std::size_t>(at)]), 0.5);
        QCOMPARE(std::ranges::count(data.columns, "balanced_accuracy"), 1);
        const Json json = Json::parse(*reportText(c, ReportFormat::JsonReport, {}));
        QVERIFY(holds(json.dump(), "majority_accuracy"));
    }

    /// Y-24: what was said of each test image; hostile names stay text, and a file that keeps none
    /// says why.
    void Y_24_allPredictions() {
        const std::string list =
            *reportText(withAnswers(), ReportFormat::Csv, {.table = "predictions"});
        QCOMPARE(std::ranges::count(list, '\n'), 1 + 2);
        QVERIFY2(holds(list, ",sample,image,part,truth,answer,correct,probability\r\n"),
                 list.c_str());
        QVERIFY2(holds(list, ",7,test/a.png,test,cero,cero,1,0.75\r\n"), list.c_str());
        QVERIFY2(holds(list, ",8,'=b.png,test,'=uno,cero,0,0.5\r\n"), list.c_str());
        const auto none = reportText(compared(examples::trainingPc()), ReportFormat::Csv,
                                     {.table = "predictions"});
        QVERIFY(!none);
        QCOMPARE(none.error().code, std::string("predictions_none"));
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(holds(Text(language).reason(none.error()), "confusion"));
        const auto absent =
            reportText(compared(examples::gpuPc()), ReportFormat::Csv, {.table = "predictions"});
        QVERIFY(!absent && absent.error().code != "predictions_none");
    }

    /// Titles are a training's own where it has them, as long as nothing else is in the table.
    void ownTitles() {
        const auto titles = [](const Comparison& comparison) {
            const std::string csv = writeCsvExcel(comparison, in(Language::English));
            return csv.substr(0, csv.find('\n'));
        };
        examples::TrainingFile file("own.duelo");
        file.add(examples::Training{});
        QVERIFY(holds(titles(compared(file.finish())), ",Images in a batch,"));
        QVERIFY(holds(titles(compared(examples::gpuPc())), ",Batch,"));
        QVERIFY(holds(titles(compared(examples::trainingPc())), ",Batch,"));  // and a finder
    }
};

QTEST_APPLESS_MAIN(TestTrainingFiles)
#include "tst_training_files.moc"
