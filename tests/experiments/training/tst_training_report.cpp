// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include <QtTest>

#include "document_testing.h"
#include "experiments/compare.h"
#include "experiments/training/output.h"
#include "experiments/training/view.h"
#include "report/document.h"
#include "report/export.h"
#include "report/series_look.h"
#include "report/writers.h"
#include "report_examples.h"
#include "training_examples.h"

using namespace duelo;

using examples::blocks;
using examples::tableOf;

namespace {

ReportOptions in(Language language) {
    ReportOptions options;
    options.language = language;
    return options;
}

Comparison compared(RecordLog log) {
    return *compare(std::vector<RecordLog>{std::move(log)});
}

Document composed(RecordLog log, Language language = Language::English) {
    return compose(compared(std::move(log)), in(language));
}

/// The charts of a document; all of them are lines.
std::vector<LinesValue> chartsOf(const Document& document) {
    std::vector<LinesValue> out;
    for (const ChartValue& chart : blocks<ChartValue>(document))
        if (const auto* lines = std::get_if<LinesValue>(&chart)) out.push_back(*lines);
    return out;
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

/// The paragraph that begins so; empty: none does.
std::string paragraphOf(const Document& document, const char* start) {
    for (const DocParagraph& one : blocks<DocParagraph>(document))
        if (one.text.starts_with(start)) return one.text;
    return {};
}

/// Every text of a document, as it reaches a reader.
std::vector<std::string> textsOf(const Document& document) {
    std::vector<std::string> out{document.title};
    for (const DocSection& section : document.sections) out.push_back(section.heading);
    for (const DocParagraph& one : blocks<DocParagraph>(document)) out.push_back(one.text);
    for (const DocList& list : blocks<DocList>(document))
        out.insert(out.end(), list.items.begin(), list.items.end());
    for (const LinesValue& chart : chartsOf(document)) {
        for (const std::string& text :
             {chart.title, chart.x_title, chart.y_title, chart.description})
            out.push_back(text);
        for (const LinesValue::Series& series : chart.series) out.push_back(series.name);
    }
    for (const DocTable& table : blocks<DocTable>(document)) {
        out.push_back(table.title);
        out.insert(out.end(), table.columns.begin(), table.columns.end());
        out.insert(out.end(), table.notes.begin(), table.notes.end());
        for (const auto& row : table.rows)
            for (const DocCell& cell : row)
                if (!table.reference || !cell.text.empty()) out.push_back(cell.text);
    }
    return out;
}

}  // namespace

class TestTrainingReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Both languages complete, all tables rectangles with ids of their own.
    void complete_data() {
        QTest::addColumn<int>("language");
        QTest::newRow("es") << static_cast<int>(Language::Spanish);
        QTest::newRow("en") << static_cast<int>(Language::English);
    }
    void complete() {
        QFETCH(int, language);
        const Document document = composed(examples::trainingPc(), static_cast<Language>(language));
        for (const std::string& text : textsOf(document)) {
            QVERIFY(!text.empty());
            for (const char* key : {"training.", "report.", "{", "?"})
                QVERIFY2(!holds(text, key), text.c_str());
        }
        std::set<std::string> ids;
        for (const DocTable& table : blocks<DocTable>(document)) {
            QVERIFY2(ids.insert(table.id).second, table.id.c_str());
            QCOMPARE(table.numeric.size(), table.columns.size());
            for (const auto& row : table.rows) QCOMPARE(row.size(), table.columns.size());
        }
    }

    /// P-07, S4-16: the answer has the ratio, the accuracies beside it and the time to the target.
    void answerAtEqualQuality() {
        const std::string answer =
            paragraphOf(composed(examples::trainingPc()), "Training MLP-256, Digits, batch 64:");
        for (const char* part :
             {"5.00 times as fast", "91.8 %", "92 %", "validation accuracy", "updates"})
            QVERIFY2(holds(answer, part), answer.c_str());
    }

    /// S4-M03: never a ratio where the quality differs, in words or in the table.
    void answerAtUnequalQuality() {
        const Document document = composed(examples::trainingPc());
        const std::string answer = paragraphOf(document, "Training MLP-256, Digits, batch 512:");
        QVERIFY2(
            holds(answer, "not compared") && holds(answer, "65.5 %") && holds(answer, "33.9 %"),
            answer.c_str());
        QVERIFY2(!holds(answer, "times as fast"), answer.c_str());
        const DocTable table = tableOf(document, "trained-2");
        QCOMPARE(table.rows.back().back().text, std::string("no ratio [1]"));
        QVERIFY(!table.rows.back().back().value);
        QVERIFY2(holds(table.notes[0], "accuracies"), table.notes[0].c_str());
    }

    /// S4-09, S4-11: of a batch every part in time and share; copies only where a GPU trained.
    void batchTellsItsParts() {
        const DocTable table = tableOf(composed(examples::trainingPc()), "batch-parts");
        std::map<std::string, double> shares, times_ms;
        std::map<std::string, std::set<std::string>> parts;
        for (const auto& row : table.rows) {
            const std::string cell = row[0].text + row[1].text;
            parts[cell].insert(row[2].text);
            times_ms[cell] += *row[3].value;
            shares[cell] += *row[4].value;
        }
        for (const auto& [cell, share] : shares) {
            const bool gpu = holds(cell, "GPU");
            QCOMPARE(parts[cell].count("Copy to the GPU"), gpu ? 1U : 0U);
            QCOMPARE(parts[cell].count("Copy from the GPU"), gpu ? 1U : 0U);
            QVERIFY2(std::abs(share - 100) < 1e-9, cell.c_str());
        }
        // The eager epoch of about 2 s, less 1/16 for evaluating, has 50 batches.
        const auto& eager = table.rows[0];
        const double batch_ms = times_ms[eager[0].text + eager[1].text];
        QVERIFY2(std::abs(batch_ms - 2000 * 0.9375 / 50) < 1, std::to_string(batch_ms).c_str());
    }

    /// S4-03 to the letter, with its base declared (S4-31).
    void implementationTable() {
        const DocTable table =
            tableOf(composed(examples::trainingPc(), Language::Spanish), "trained-1");
        QCOMPARE(table.columns, (std::vector<std::string>{"Implementación", "Tecnología",
                                                          "Paralelismo", "Tiempo total (s)",
                                                          "Exactitud (%)", "Velocidad relativa"}));
        QCOMPARE(table.rows[0][2].text, std::string("4 hilos"));
        QCOMPARE(table.rows[0][4].text, std::string("92,00"));
        QCOMPARE(*table.rows[0][5].value, 1.0);
        QVERIFY(std::abs(*table.rows[1][5].value - 1.6) < 0.01);
        QVERIFY(holds(table.notes.back(), "Base: CPU, 4 hilos"));
    }

    /// S2-13, S2-M09: class names, and which axis is which, in the table itself.
    void confusionNamesItsAxes() {
        const DocTable table = tableOf(composed(examples::trainingPc()), "confusion-1");
        QCOMPARE(table.columns,
                 (std::vector<std::string>{"Row: what it is. Column: what the network said",
                                           "said cero", "said =uno"}));
        QCOMPARE(table.rows[0][0].text, std::string("is cero"));
        QCOMPARE(*table.rows[0][2].value, 40.0);
        QVERIFY2(holds(table.notes[0], "920 of 1000"), table.notes[0].c_str());
        const DocTable mistakes = tableOf(composed(examples::trainingPc()), "mistakes-1");
        QCOMPARE(mistakes.rows[0][0].text, std::string("test/cero/=17.png"));
        QCOMPARE(mistakes.rows[0][2].text, std::string("=uno"));
    }

    /// Variants that answered every image alike share one matrix.
    void equalMatricesStandOnce() {
        examples::TrainingFile file("a.duelo");
        file.add(examples::Training{});
        file.add({.variant = {Device::Cuda, 0, Precision::Fp32, Mode::Eager}, .epoch_ms = 100});
        const Document document = composed(file.finish());
        const auto tables = blocks<DocTable>(document);
        QCOMPARE(std::ranges::count_if(
                     tables, [](const DocTable& t) { return t.id.starts_with("confusion"); }),
                 1);
        const std::string title = tableOf(document, "confusion-1").title;
        QVERIFY2(holds(title, "(CPU; GPU)"), title.c_str());
    }

    /// A matrix of a hundred classes fits no page: its largest entries do.
    void manyClassesGiveTheirLargestConfusions() {
        examples::TrainingFile file("a.duelo");
        file.add(examples::Training{});
        RecordLog log = file.finish();
        ResultRecord& result = examples::resultOf(log, "c001");
        Trained trained = trainedOf(result).value();
        trained.classes.clear();
        trained.confusion.assign(100, std::vector<std::int64_t>(100, 0));
        for (int i = 0; i < 100; ++i) trained.classes.push_back("k" + std::to_string(i));
        trained.confusion[7][3] = 9;
        trained.confusion[3][7] = 11;
        result.output = toJson(trained);
        const DocTable table = tableOf(composed(log), "confusion-1");
        QCOMPARE(table.rows.size(), 2U);
        QCOMPARE(table.rows[0][0].text, std::string("k3"));
        QCOMPARE(table.rows[0][1].text, std::string("k7"));
        QCOMPARE(*table.rows[0][2].value, 11.0);
    }

    /// What all rows of a table have in common stands once, in its title.
    void rowsAreCalledByWhatDiffers() {
        const Document document = composed(examples::trainingPc());
        const DocTable several = tableOf(document, "epochs-1");
        QCOMPARE(several.title,
                 std::string("Time per epoch and throughput (MLP-256, Digits; FP32)"));
        QCOMPARE(several.columns.front(), std::string("Case"));
        QCOMPARE(several.rows.front().front().text, std::string("batch 64"));
        QCOMPARE(several.rows.back().front().text, std::string("batch 512"));
        const DocTable alone = tableOf(document, "epochs-2");
        QVERIFY2(holds(alone.title, "(Lab AlexNet, data =fotos, batch 64; FP32)"),
                 alone.title.c_str());
        QCOMPARE(alone.columns.front(), std::string("Variant"));
        QCOMPARE(alone.rows.front().size(), alone.columns.size());
    }

    /// A finder alone answers with its rate, and speaks of no epochs.
    void aFinderAloneHasItsAnswer() {
        RecordLog log = examples::trainingPc();
        std::erase_if(log.records, [](const Record& record) {
            return std::visit(
                [](const auto& line) {
                    if constexpr (requires { line.cell; }) return line.cell != "c007";
                    return false;
                },
                record);
        });
        const Document document = composed(log);
        std::string answer;
        for (const DocParagraph& one : blocks<DocParagraph>(document)) answer += one.text + '\n';
        QVERIFY2(holds(answer, "suggested learning rate 0.00010"), answer.c_str());
        for (const std::string& text : textsOf(document))
            QVERIFY2(!holds(text, "validation part"), text.c_str());
        QCOMPARE(chartsOf(document).size(), 1U);
    }

    /// S4-M04: whose accuracy the target does not heed is named below the race.
    void collapsedTrainingsAreNamed() {
        const DocTable race = tableOf(composed(examples::trainingPc()), "race-1");
        QVERIFY2(holds(race.notes[0], "88.8 %"), race.notes[0].c_str());
        QVERIFY2(holds(race.notes[1], "MLP-256, Digits, batch 512, GPU"), race.notes[1].c_str());
        QVERIFY2(!holds(race.notes[1], "batch 64"), race.notes[1].c_str());
        examples::TrainingFile file("a.duelo");
        file.add({.valid_accuracy = {0.5, 0.51}});
        const DocTable alone = tableOf(composed(file.finish()), "race-1");
        QVERIFY2(holds(alone.notes[1], "every training compared"), alone.notes[1].c_str());
    }

    /// The times stay, the factor goes, in the answer as in the table.
    void noFactorOfAFlaggedTraining() {
        RecordLog log = examples::trainingPc();
        examples::resultOf(log, "c003").flags = {"drift"};
        const Document document = composed(std::move(log));
        std::string answer;
        for (const DocParagraph& one : blocks<DocParagraph>(document)) answer += one.text + '\n';
        QVERIFY2(holds(answer, "no factor is given") && holds(answer, ": drift)"), answer.c_str());
        const DocTable table = tableOf(document, "trained-1");
        const auto doubtful = [](const std::string& note) { return holds(note, "doubtful"); };
        QCOMPARE(std::ranges::count_if(table.notes, doubtful), 1);
        // The GPU is told by its time; beside the base only the fused variant has a factor.
        QCOMPARE(std::ranges::count_if(
                     table.rows, [](const auto& row) { return row.back().value.has_value(); }),
                 2);
    }

    void notReachingTheTargetIsSaid() {
        examples::TrainingFile file("a.duelo", {.until_accuracy = 0.99});
        file.add(examples::Training{});
        const Document document = composed(file.finish());
        QCOMPARE(tableOf(document, "race-1").rows[0][2].text, std::string("not reached"));
        QVERIFY(holds(paragraphOf(document, "Training MLP-256, Digits, batch 64:"),
                      "did not reach it"));
    }

    /// Trainings of a single epoch have no ratio, but what they learnt is known to be the same.
    void singleEpochsHaveALedger() {
        examples::TrainingFile file("a.duelo");
        file.add({.valid_accuracy = {0.9}});
        file.add(
            {.variant = {Device::Cpu, 1, Precision::Fp32, Mode::Eager}, .valid_accuracy = {0.9}});
        const Comparison c = compared(file.finish());
        const Ledger ledger = ledgerOf(c, 0, 1);
        const auto outputs = std::ranges::find(ledger.ticks, "outputs_equal", &Ledger::Tick::code);
        QVERIFY(outputs != ledger.ticks.end() && outputs->answer == Answer::Yes);
    }

    /// The copies of a GPU are explained where one trained; its title names what was measured.
    void nothingOfAGpuWithoutOne() {
        examples::TrainingFile file("a.duelo");
        file.add(examples::Training{});
        const Document document = composed(file.finish());
        QCOMPARE(document.title, std::string("Training on the CPU"));
        for (const std::string& note : tableOf(document, "batch-parts").notes)
            QVERIFY2(!holds(note, "GPU"), note.c_str());
        QVERIFY(
            holds(tableOf(composed(examples::trainingPc()), "batch-parts").notes.back(), "GPU"));
    }

    /// The shipped textures are named in the language of the report, another's classes as they are.
    void builtInClassesAreTranslated() {
        const auto nameIn = [](const char* data, Language language) {
            examples::TrainingFile file("a.duelo");
            file.add({.input = data});
            RecordLog log = file.finish();
            for (Record& record : log.records) {
                if (auto* result = std::get_if<ResultRecord>(&record))
                    result->output["trained"]["classes"][0] = "brick";
                if (auto* event = std::get_if<EventRecord>(&record); event && event->kind == "data")
                    event->fields["classes"][0] = "brick";
            }
            const Document document = composed(log, language);
            const std::string counted = tableOf(document, "data-1").rows[0][0].text;
            if (!holds(tableOf(document, "confusion-1").rows[0][0].text, counted.c_str()))
                return std::string("two names");
            return counted;
        };
        QCOMPARE(nameIn("textures", Language::Spanish), std::string("ladrillo"));
        QCOMPARE(nameIn("textures", Language::English), std::string("brick"));
        QCOMPARE(nameIn("/home/ana/muros", Language::Spanish), std::string("brick"));
    }

    /// Two curves for each variant, and none of a single epoch.
    void curves() {
        const auto charts = chartsOf(composed(examples::trainingPc()));
        QCOMPARE(charts.size(), 6U);  // loss and accuracy of two cases, batches, the finder
        QCOMPARE(charts[0].series.size(), 6U);
        QCOMPARE(charts[0].series[0].points.size(), 12U);
        QCOMPARE(charts[1].series[0].points.back().y, 91.5);
        QVERIFY(seriesLook(charts[0].series[4].style).marker == Marker::Cross);
        QVERIFY(charts[0].series[4].dashed && !charts[0].series[5].dashed);
        QCOMPARE(charts[0].full_name, std::string("Training"));
        QCOMPARE(charts[0].dashed_name, std::string("Validation"));
        QCOMPARE(charts[0].series[4].style, charts[0].series[5].style);
        const LinesValue& finder = charts.back();
        QVERIFY(finder.log_x);
        QCOMPARE(finder.series[0].points.size(), 7U);
        QVERIFY2(holds(finder.description, "0.00010"), finder.description.c_str());
        // From the lowest loss to somewhat above the first; what grew beyond it is left out.
        QVERIFY(finder.y_range && finder.y_range->low < 1.1 && finder.y_range->low > 0.5);
        QVERIFY(finder.y_range->high > 2.3 && finder.y_range->high < 3);
        QVERIFY(finder.shows(finder.series[0].points[5]) &&
                !finder.shows(finder.series[0].points[6]));
    }

    /// S4-26, S4-29, S4-16: the epoch over the batch, a line for each variant that was trained with
    /// several; the accuracies stand beside the times.
    void overBatches() {
        const LinesValue chart = chartsOf(composed(examples::trainingPc()))[4];
        QCOMPARE(chart.title, std::string("Time of an epoch over the batch: MLP-256, Digits"));
        QCOMPARE(chart.series.size(), 2U);
        for (const LinesValue::Series& series : chart.series) {
            QCOMPARE(series.points.size(), 2U);
            QCOMPARE(series.points[0].x, 64.0);
            QCOMPARE(series.points[1].x, 512.0);
        }
        QVERIFY(std::abs(chart.series[0].points[1].y - 1.5) < 0.02);
        QCOMPARE(chart.series[1].points[1].note, std::string("test accuracy 33.9 %"));
        QVERIFY2(holds(chart.description, "batch 512: 99.8 ms, test accuracy 33.9 %"),
                 chart.description.c_str());
        QVERIFY(!chart.log_y);  // 2.0 s against 0.1 s is just no span for that
        QVERIFY(holds(chartSvg(chart, {}, "x"), ", test accuracy 33.9 %</title>"));
    }

    /// S4-20: the same over the hidden units; a convolutional network has none, and networks that
    /// differ in more than that share no line.
    void overHiddenUnits() {
        examples::TrainingFile file("a.duelo");
        file.add({.model = "mlp-500", .epoch_ms = 1900, .right = 930});
        file.add({.model = "mlp", .epoch_ms = 1000, .right = 920});
        file.add({.model = "lab_alexnet", .epoch_ms = 9000});
        file.add({.model = "mlp-64", .batch = 128, .epoch_ms = 300});
        const auto charts = chartsOf(composed(file.finish()));
        const auto of = std::ranges::find_if(charts, [](const LinesValue& chart) {
            return holds(chart.title, "over the hidden units: Digits, batch 64");
        });
        QVERIFY(of != charts.end());
        QCOMPARE(of->series.size(), 1U);
        QCOMPARE(of->series[0].points.size(), 2U);
        QCOMPARE(of->series[0].points[0].x, 256.0);
        QCOMPARE(of->series[0].points[1].x, 500.0);
        QVERIFY2(holds(of->description, "500 hidden units:") &&
                     holds(of->description, "test accuracy 93 %"),
                 of->description.c_str());
        QVERIFY(std::ranges::none_of(
            charts, [](const LinesValue& chart) { return holds(chart.title, "over the batch"); }));
    }

    /// Of a sweep over threads, as many as have a look of their own, and what is left out is said.
    void manyVariantsLeaveRoomForTheCurves() {
        examples::TrainingFile file("a.duelo");
        for (int threads = 1; threads <= 8; ++threads)
            file.add({.variant = {Device::Cpu, threads, Precision::Fp32, Mode::Eager}});
        const LinesValue chart = chartsOf(composed(file.finish())).front();
        QCOMPARE(chart.series.size(), 12U);
        std::set<int> styles;
        for (const LinesValue::Series& series : chart.series) styles.insert(series.style);
        QCOMPARE(styles.size(), 6U);
        QVERIFY2(holds(chart.description, "first 6 of 8"), chart.description.c_str());
    }

    /// The drawing of a logarithmic x: its points lie in equal steps.
    void logarithmicX() {
        LinesValue chart{.log_x = true};
        chart.series = {{"s", 0, {{1e-6, 1}, {1e-4, 2}, {1e-2, 3}}}};
        const QString svg = QString::fromStdString(chartSvg(chart, {}, "x"));
        QRegularExpression place(QStringLiteral("<circle[^>]* cx=\"([0-9.]+)\""));
        std::vector<double> xs;
        for (auto found = place.globalMatch(svg); found.hasNext();)
            xs.push_back(found.next().captured(1).toDouble());
        QCOMPARE(xs.size(), 4U);  // the first is the legend's
        QVERIFY(std::abs((xs[2] - xs[1]) - (xs[3] - xs[2])) <= 0.11);
        QVERIFY(xs[2] > xs[1]);
        QVERIFY(!svg.contains("px") || !svg.contains(" px:"));
        for (const char* power : {">10⁻⁶<", ">10⁻⁴<", ">10⁻²<"})
            QVERIFY2(svg.contains(power), qPrintable(svg));
        QVERIFY(!svg.contains(QRegularExpression("[0-9]e-")));
    }

    /// Inference has nothing of all this, and training nothing of the handout's table.
    void nothingOfTheOther() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const auto inference = textsOf(composed(examples::gpuPc(), language));
            for (const std::string& key : text.keys("training")) {
                const std::string words = text("training." + key);
                // Long enough to be a phrase of its own, and without figures of its own.
                if (words.size() < 24 || holds(words, "?")) continue;
                for (const std::string& one : inference)
                    QVERIFY2(!holds(one, words.c_str()), words.c_str());
            }
            const Document document = composed(examples::trainingPc(), language);
            for (const DocTable& table : blocks<DocTable>(document))
                QVERIFY2(!table.id.starts_with("times-") && table.id != "classes",
                         table.id.c_str());
        }
        const std::string csv = *reportText(compared(examples::gpuPc()), ReportFormat::Csv, {});
        QVERIFY(!holds(csv, "test_accuracy"));
        const Json json =
            Json::parse(*reportText(compared(examples::gpuPc()), ReportFormat::JsonReport, {}));
        QVERIFY(!json.contains("epochs") && !json.contains("trainings"));
    }

    /// A line for each epoch and for each entry of a matrix; hostile class names stay text.
    void longTables() {
        const Comparison c = compared(examples::trainingPc());
        const std::string epochs = *reportText(c, ReportFormat::Csv, {.table = "epochs"});
        QVERIFY(epochs.starts_with(
            "file,cell,model,hidden,data,batch,device,threads,precision,mode,"
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

QTEST_APPLESS_MAIN(TestTrainingReport)
#include "tst_training_report.moc"
