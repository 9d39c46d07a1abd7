// SPDX-License-Identifier: Apache-2.0
// The long tables that a training leaves as files.
#include <QtTest>

#include <algorithm>

#include "experiments/training/view.h"
#include "report/export.h"
#include "report/writers.h"
#include "training_report_testing.h"

using namespace duelo;
using namespace duelo::examples;

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
        for (const LongTable& table : {epochTable(c), confusionTable(c), longTable(c, english)})
            for (const std::string& column : table.columns)
                for (const Text& text : {spanish, english})
                    QVERIFY2(text.has("column." + column), column.c_str());
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
