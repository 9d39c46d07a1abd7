// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <QtTest>

#include "experiments/imported_times.h"
#include "experiments/training/output.h"
#include "experiments/training/view.h"
#include "experiments/training/view_charts.h"
#include "report/export.h"
#include "report/finding.h"
#include "training_report_testing.h"

using namespace duelo;
using namespace duelo::examples;

namespace {

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

/// A network that says "cero" of each of 1000 images, of which 900 are.
RecordLog unbalanced() {
    examples::TrainingFile file("a.duelo");
    file.add({.right = 900});
    RecordLog log = file.finish();
    ResultRecord& result = examples::resultOf(log, "c001");
    Trained trained = trainedOf(result).value();
    trained.confusion = {{900, 0}, {100, 0}};
    result.output = toJson(trained);
    return log;
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
             {"5.0000 times as fast", "91.8 %", "92 %", "validation accuracy", "updates"})
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

    /// S4-17: from which epoch on a way has paid its start back, by the figures beside it.
    void whenEachWayPays_S4_17() {
        const DocTable table = tableOf(composed(examples::trainingPc()), "pays-1");
        QCOMPARE(table.rows.size(), std::size_t{3});
        const auto& base = table.rows[0];
        QCOMPARE(base.back().text, std::string("1 (base)"));
        for (std::size_t i = 1; i < table.rows.size(); ++i) {
            const auto& way = table.rows[i];
            const double later = *way[1].value - *base[1].value;
            const double saved = *base[2].value - *way[2].value;
            QVERIFY(saved > 0);
            const auto epochs = static_cast<int>(std::ceil(later / saved));
            QCOMPARE(way.back().text,
                     epochs <= 1 ? std::string("it pays from the first epoch on")
                                 : "it pays from " + std::to_string(epochs) + " epochs on");
        }
        // At unequal quality there is no ratio, and nothing that pays (S4-M03).
        const DocTable unequal = tableOf(composed(examples::trainingPc()), "pays-2");
        QCOMPARE(unequal.rows.back().back().text,
                 std::string("without a ratio of the two nobody can tell"));
        QVERIFY(!table.notes.empty());
    }

    /// S4-09, S4-11: of a batch every part in time and share; copies only where a GPU trained.
    void batchTellsItsParts() {
        const DocTable table = tableOf(composed(examples::trainingPc()), "batch-parts");
        std::map<std::string, double> shares, times_s;
        std::map<std::string, std::set<std::string>> parts;
        for (const auto& row : table.rows) {
            const std::string cell = row[0].text + row[1].text;
            parts[cell].insert(row[2].text);
            times_s[cell] += *row[3].value;
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
        const double batch_ms = 1000 * times_s[eager[0].text + eager[1].text];
        QVERIFY2(std::abs(batch_ms - 2000 * 0.9375 / 50) < 1, std::to_string(batch_ms).c_str());
    }

    /// Missing copies are told in words, launches stand beside the sum, and the report asks about
    /// time that is unexplained (S4-09, S4-M05, P-03).
    void batchTellsItsLaunches_S4_09() {
        RecordLog log = examples::trainingPc();
        const auto notesOf = [&] { return tableOf(composed(log), "batch-parts").notes; };
        const auto says = [](const std::vector<std::string>& notes, const char* part) {
            return std::ranges::any_of(notes,
                                       [&](const std::string& note) { return holds(note, part); });
        };
        QVERIFY(says(notesOf(), "no batch waits for its results"));
        QVERIFY(!says(notesOf(), "Launching") && !says(notesOf(), "unexplained: what else"));
        const auto eachEpoch = [&](auto change) {
            for (Record& record : log.records)
                if (auto* event = std::get_if<EventRecord>(&record);
                    event && event->kind == "epoch")
                    change(event->fields);
        };
        eachEpoch([](Json& fields) {
            if (fields.contains("d2h_ms"))
                fields["launch_ms"] = 0.95 * fields["compute_ms"].get<double>();
        });
        const DocTable table = tableOf(composed(log), "batch-parts");
        QVERIFY(std::ranges::any_of(table.rows, [](const auto& row) {
            return row[2].text == "Launching (CPU)" && row[3].value > 0 && !row[4].value;
        }));
        QVERIFY(says(table.notes, "is the GPU waiting for the CPU?"));
        eachEpoch([](Json& fields) {
            fields["compute_ms"] = 0.5 * fields["compute_ms"].get<double>();
            for (const char* copied : {"h2d_ms", "d2h_ms", "launch_ms"}) fields.erase(copied);
        });
        QVERIFY(says(notesOf(), "there are no copies to a GPU"));
        QVERIFY(says(notesOf(), "unexplained: what else"));
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
        QVERIFY(std::ranges::any_of(
            table.notes, [](const auto& note) { return holds(note, "Base: CPU, 4 hilos"); }));
    }

    /// S4-03, S4-04: a NumPy program that printed its time and accuracy is a row beside Duelo's
    /// ways, marked, with an unchecked quotient; at another accuracy there is none (S4-M03).
    void ownProgramsStandInTheTable_S4_03() {
        examples::TrainingFile file("own.duelo", {.epochs = 5});
        file.add(examples::Training{});
        const RecordLog own = file.finish();
        const auto tableWith = [&](double accuracy, Language language) {
            const ImportTarget target =
                importTarget(*compare(std::span(&own, 1)), std::nullopt, Text(language)).value();
            const ImportFacts facts{.origin = Origin::Printed,
                                    .source = "mine",
                                    .device = Device::Cpu,
                                    .own_program = true,
                                    .technology = "Python, NumPy",
                                    .threads = 2,
                                    .accuracy = accuracy};
            const auto run = importedRun(target, facts, {{0, {.ms = 12'000}}}, "0.2.0");
            RecordLog log;
            log.path = "numpy.duelo";
            log.records = recordsOf(run.value(), "99999999-9999-4999-8999-999999999999",
                                    "2026-05-06T10:00:00Z");
            log.records.emplace_back(End{.status = "completed"});
            log.integrity = Integrity::Sealed;
            return tableOf(
                compose(*compare(std::vector<RecordLog>{own, std::move(log)}), in(language)),
                "trained-1");
        };
        const DocTable table = tableWith(0.915, Language::English);
        QCOMPARE(table.rows.size(), std::size_t{2});
        const auto& row = table.rows[1];
        QCOMPARE(row[0].text, std::string("mine (read from a program's output)"));
        QCOMPARE(row[1].text, std::string("Python, NumPy"));
        QCOMPARE(row[2].text, std::string("2 threads"));
        QCOMPARE(*row[3].value, 12.0);
        QCOMPARE(*row[4].value, 91.5);
        QVERIFY2(row[5].text.starts_with("0.4"), row[5].text.c_str());
        QVERIFY2(holds(table.notes[0], "it timed itself") ||
                     holds(table.notes[0], "It is an own program"),
                 table.notes[0].c_str());
        const DocTable worse = tableWith(0.8132, Language::Spanish);
        QVERIFY2(holds(worse.rows[1][5].text, "sin"), worse.rows[1][5].text.c_str());
        QVERIFY2(holds(worse.notes[0], "81,3"), worse.notes[0].c_str());
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

    /// Y-24: what always saying the largest class scores stands beside every accuracy.
    void Y_24_largestClassStandsBesideTheAccuracy() {
        const Document document = composed(examples::trainingPc());
        QVERIFY(holds(paragraphOf(document, "Training MLP-256, Digits, batch 64:"),
                      "Always saying the largest class would score 50 %."));
        // 33.9 % at batch 512 is less than that, 65.5 % is not.
        const std::string some = paragraphOf(document, "Training MLP-256, Digits, batch 512:");
        QVERIFY2(holds(some, "scores 50 %: the accuracy of GPU") && holds(some, "proves no more"),
                 some.c_str());
        for (const char* id : {"trained-1", "trained-2"})
            QVERIFY(std::ranges::any_of(tableOf(document, id).notes, [](const auto& note) {
                return holds(note, "Always saying the largest class");
            }));
        const DocTable quality = tableOf(document, "quality-1");
        const auto at = std::ranges::find(quality.columns, "Always the largest class (%)");
        QVERIFY(at != quality.columns.end());
        for (const auto& row : quality.rows)
            QCOMPARE(*row[static_cast<std::size_t>(at - quality.columns.begin())].value, 50.0);
        // A line of its own in the chart of the accuracies, none in that of the losses.
        const auto charts = chartsOf(document);
        QCOMPARE(charts[1].series.size(), charts[0].series.size() + 1);
        const LinesValue::Series& line = charts[1].series.back();
        QCOMPARE(line.name, std::string("Always the largest class"));
        QCOMPARE(line.points.front().y, 50.0);
        QCOMPARE(line.points.back().x, 12.0);
        QVERIFY(holds(charts[1].description, "would score 50 % in the validation"));
    }

    /// Y-24: 90 % of which 90 % are one class is seen to be nothing, wherever it is told.
    void Y_24_anAccuracyOfTheLargestClassIsNothing() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const Comparison c = compared(unbalanced());
            const Labels labels(c, text);
            const Shown shown{.comparison = c, .labels = labels, .row = 0};
            const std::string percent = text.value("share_percent", 90.0);
            const auto says = [&](const std::string& told) {
                return holds(
                    told, language == Language::Spanish ? "la clase mayor" : "the largest class");
            };
            const Finding finding = findingOf(shown);
            QVERIFY2(says(finding.headline), finding.headline.c_str());
            QVERIFY2(says(finding.detail) && holds(finding.detail, percent.c_str()),
                     finding.detail.c_str());
            const auto cards = trainingCards(shown);
            const auto card = std::ranges::find(cards, "trained", &CardValue::id);
            QVERIFY(card != cards.end());
            QVERIFY2(says(card->lines[1]) && holds(card->lines[1], percent.c_str()),
                     card->lines[1].c_str());
            // Of the hundred of the small class none was recognised.
            QVERIFY2(holds(card->lines[2], "=uno") && holds(card->lines[2], "100"),
                     card->lines[2].c_str());
            const ReportCell& cell = c.rows[0].cells[0];
            QVERIFY(holds(trainingView().outcome(cell.result, text), percent.c_str()));
            QVERIFY(says(trainingView().notes(c.rows[0].work, cell, labels).back()));
            QCOMPARE(cell.result.metric("majority_accuracy")->value, 0.9);
            QCOMPARE(cell.result.metric("balanced_accuracy")->value, 0.5);
        }
    }

    /// "No result" stood over curves of two epochs, and nobody said what an epoch had taken.
    void aCutTrainingTellsHowFarItCame() {
        TrainingFile file("a.duelo");
        file.add({.epoch_ms = 2000, .valid_accuracy = {0.5, 0.7, 0.8}});
        Comparison c = compared({file.finish()});
        ReportCell& cell = *c.rows[0].cells.begin();
        cell.status = Status::Cancelled;
        cell.reason = Reason{"cancelled_by_user"};
        cell.result = {};
        const int all = findSpec("training")->steps(c.rows[0].work).count;
        QVERIFY(all > 3);
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const Labels labels(c, text);
            const Finding finding = findingOf({.comparison = c, .labels = labels, .row = 0});
            QCOMPARE(finding.headline,
                     text("answer.headline_training_cut", {{"done", 3}, {"total", all}}));
            std::vector<double> later_ms;
            for (const EpochEvent& epoch : epochsOf(cell))
                if (epoch.epoch > 1) later_ms.push_back(epoch.wall_ms);
            QVERIFY(holds(finding.detail, labels.timeText(median(later_ms)).c_str()));
        }
        // Without an epoch there is nothing, as before.
        cell.events.clear();
        const Text text(Language::English);
        const Labels labels(c, text);
        QVERIFY(
            holds(findingOf({.comparison = c, .labels = labels, .row = 0}).headline, "no result"));
    }

    /// Y-24: recall and precision of each class; of a hundred the ten with the lowest recall, and
    /// that is said.
    void Y_24_recallOfEachClass() {
        const DocTable table = tableOf(composed(unbalanced()), "recall-1");
        QCOMPARE(table.columns.size(), std::size_t{6});
        QCOMPARE(*table.rows[0][3].value, 100.0);
        QCOMPARE(*table.rows[1][3].value, 0.0);
        QCOMPARE(table.rows[1][0].text, std::string("=uno"));
        QCOMPARE(*table.rows[0][5].value, 90.0);
        QVERIFY(!table.rows[1][5].value);  // never said: no precision
        RecordLog log = unbalanced();
        ResultRecord& result = examples::resultOf(log, "c001");
        Trained trained = trainedOf(result).value();
        trained.classes.clear();
        trained.confusion.assign(100, std::vector<std::int64_t>(100, 0));
        for (std::size_t i = 0; i < 100; ++i) {
            trained.classes.push_back("k" + std::to_string(i));
            trained.confusion[i][i] = 100 - static_cast<std::int64_t>(i);
            trained.confusion[i][0] += static_cast<std::int64_t>(i);
        }
        result.output = toJson(trained);
        const DocTable worst = tableOf(composed(log), "recall-1");
        QCOMPARE(worst.rows.size(), std::size_t{10});
        QCOMPARE(worst.rows[0][0].text, std::string("k99"));
        QCOMPARE(worst.rows[9][0].text, std::string("k90"));
        QVERIFY2(holds(worst.notes.back(), "10 of the lowest recall, of 100 classes"),
                 worst.notes.back().c_str());
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

    /// Rows are named by the values that differ; those that all have stand once, in the table's
    /// title.
    void rowsAreCalledByWhatDiffers() {
        const Document document = composed(examples::trainingPc());
        const DocTable several = tableOf(document, "epochs-1");
        QCOMPARE(several.title,
                 std::string("Time per epoch and throughput (MLP-256, Digits; FP32)"));
        QCOMPARE(several.columns.front(), std::string("Case"));
        QCOMPARE(several.rows.front().front().text, std::string("batch 64"));
        QCOMPARE(several.rows.back().front().text, std::string("batch 512"));
        const DocTable alone = tableOf(document, "epochs-2");
        QVERIFY2(holds(alone.title, "(Lab AlexNet, =fotos, batch 64; FP32)"), alone.title.c_str());
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
        QVERIFY2(holds(answer, "suggested rate 0.00010"), answer.c_str());
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

    /// The copies of a GPU are explained where one trained, and missed in words where none did; its
    /// title names what was measured.
    void nothingOfAGpuWithoutOne() {
        examples::TrainingFile file("a.duelo");
        file.add(examples::Training{});
        const Document document = composed(file.finish());
        QCOMPARE(document.title, std::string("Training on the CPU"));
        for (const std::string& note : tableOf(document, "batch-parts").notes)
            QVERIFY2(!holds(note, "GPU") || holds(note, "there are no copies"), note.c_str());
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
};

QTEST_APPLESS_MAIN(TestTrainingReport)
#include "tst_training_report.moc"
