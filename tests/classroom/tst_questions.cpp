// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "class_testing.h"
#include "classroom/questions.h"
#include "question_readers.h"

using namespace duelo;
using namespace duelo::test;

/// Question banks of made classes: every answer is calculated again from what the text says, and
/// both forms are read back by Moodle's rules.
class TestQuestions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyKindOrWhyNot();
    void numbersAreAnsweredByTheirTexts();
    void statementsAreAnsweredByTheirTexts();
    void choicesHaveOneRightAnswer();
    void figuresAreThoseOfTheClass();
    void withoutGpusOneBankToo();
    void bothFormsSayTheSame();
    void hostileTextsStayTexts();
    void nobodysNameInThem();
    void equalFilesGiveEqualQuestions();
    void endingNamesTheForm();

private:
    [[nodiscard]] const QuestionBank& bank(Language language = Language::English) {
        auto& made = m_banks[language];
        if (made.questions.empty())
            made = questionsOf(m_class.classroom, findSpec, {.language = language});
        return made;
    }
    QTemporaryDir m_folder;
    Opened m_class;
    std::map<Language, QuestionBank> m_banks;
};

namespace {

Json variantOf(const char* device, const char* mode = "eager") {
    return {{"device", device}, {"precision", "fp32"}, {"mode", mode}};
}
Json workOf(int size) {
    return {{"model", "resnet18"}, {"input", "random"}, {"size_px", size}, {"batch", 1}};
}

/// Calls of a PC by number of threads, with parts, a first call and its operations.
void writeThreads(const fs::path& path, Pc pc) {
    pc.started = "2026-05-04T10:00:00Z";
    auto file = RecordFile::create(path);
    if (!file) qFatal("%s", file.error().code.c_str());
    const auto write = [&](const Record& record) {
        if (auto ok = (*file)->write(record); !ok) qFatal("%s", ok.error().code.c_str());
    };
    Header header = headerOf(pc);
    header.run += "-threads";
    header.prediction.reset();
    write(header);
    int cells = 0;
    for (const auto& [threads, ms] : {std::pair(1, 40.0), {2, 22.0}, {4, 14.0}, {8, 15.0}}) {
        const std::string id = "c" + std::to_string(++cells);
        Json variant = variantOf("cpu", "fused");
        variant["threads"] = threads;
        write(CellRecord{.cell = id,
                         .experiment = "inference",
                         .work = Params::from(workOf(224)),
                         .variant = Params::from(variant)});
        write(Cold{.cell = id, .first_ms = 90});
        const Samples samples = examples::samplesAround(id, ms, 10);
        write(samples);
        ResultRecord result = examples::resultOf(samples);
        const double median = result.summary->median_ms;
        result.parts = {
            {"a", 0.5 * median, true}, {"b", 0.3 * median, true}, {"c", 0.2 * median, true}};
        result.quantities["flop"] = 3600000000;
        write(result);
    }
    write(End{.status = "completed"});
}

/// Eight PCs of one room: other processors, one without a GPU, one with a doubtful time.
void writeClass(const fs::path& folder, bool gpus = true) {
    for (int number = 1; number <= 8; ++number) {
        Pc pc{.number = number,
              .gpu = gpus && number != 8,
              .student = "Begoña Peñalver",
              .sizes = {112, 224, 448},
              .cpu_ms = 20.0 + 1.7 * number,
              .gpu_ms = 2 + 0.05 * number,
              .modes = {"eager", "fused"}};
        if (number == 3) pc.gpu_flags = {"very_noisy"};
        pc.cpu = number % 2 == 0 ? "Core i7" : "Core i5";
        if (gpus)
            pc.prediction =
                Prediction{.base = variantOf("cpu"),
                           .other = variantOf("cuda"),
                           .first = workOf(112),
                           .last = workOf(448),
                           .answers = {{"faster_last", "other"},
                                       {"times_last", number < 4 ? "above_30" : "10_to_30"}}};
        writePc(folder / ("pc" + pc.seat() + ".duelo"), pc);
        if (number == 1) writeThreads(folder / "threads.duelo", pc);
    }
}

/// The numbers that the groups of an expression find.
std::vector<double> numbersIn(const std::string& text, const char* expression) {
    const auto match =
        QRegularExpression(expression, QRegularExpression::DotMatchesEverythingOption)
            .match(QString::fromStdString(text));
    std::vector<double> out;
    for (int i = 1; i <= match.lastCapturedIndex(); ++i)
        out.push_back(match.captured(i).toDouble());
    return out;
}
/// The number behind the last colon or sign of each line of a list.
std::vector<double> column(const std::string& text, const char* expression) {
    std::vector<double> out;
    auto found = QRegularExpression(expression, QRegularExpression::MultilineOption)
                     .globalMatch(QString::fromStdString(text));
    while (found.hasNext()) out.push_back(found.next().captured(1).toDouble());
    return out;
}
double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

constexpr const char* kBoth = "is ([\\d.]+) s with .* and ([\\d.]+) s with";
constexpr const char* kTime = "(?:is|takes) ([\\d.]+) s";
constexpr const char* kPcTimes = "^PC [A-H]: ([\\d.]+) s";
constexpr const char* kRows = "^[^\\n]*: ([\\d.]+) s(?: ·|$)";
constexpr const char* kSecond = "· ([\\d.]+) s$";

using Formula = std::function<double(const std::string&)>;
std::map<std::string, Formula> formulas() {
    const auto two = [](const char* expression, auto of) {
        return [=](const std::string& text) {
            const auto n = numbersIn(text, expression);
            return n.size() == 2 ? of(n[0], n[1]) : std::nan("");
        };
    };
    const auto list = [](const char* expression, auto of) {
        return [=](const std::string& text) { return of(column(text, expression)); };
    };
    const auto ratio = [](double a, double b) { return b / a; };
    const auto serial = [](const std::vector<double>& t) {
        const double n = 8, speed = t.front() / t.back();
        return 100 * (1 / speed - 1 / n) / (1 - 1 / n);
    };
    return {
        {"factor", two(kBoth, [](double a, double b) { return a / b; })},
        {"saved_percent",
         two(kBoth,
             [](double a, double b) { return 100 * (1 - std::min(a, b) / std::max(a, b)); })},
        {"saved_time", two(kBoth, [](double a, double b) { return 1000 * std::abs(a - b); })},
        {"decided",
         [](const std::string& text) {
             const auto low = column(text, "\\[([\\d.]+);"), high = column(text, "; ([\\d.]+)\\]");
             double count = 0;
             for (std::size_t i = 0; i < low.size(); ++i) count += low[i] > 1 || high[i] < 1;
             return count;
         }},
        {"ratio_median", list("× ([\\d.]+)$", medianOf)},
        {"per_second", [](const std::string& text) { return 1 / numbersIn(text, kTime)[0]; }},
        {"spread", two("takes ([\\d.]+) s and the slowest ([\\d.]+) s", ratio)},
        {"equal_spread", two("takes ([\\d.]+) s and the slowest ([\\d.]+) s", ratio)},
        {"class_median", list(kPcTimes, medianOf)},
        {"growth", two("goes from ([\\d.]+) s to ([\\d.]+) s", ratio)},
        {"next_size",
         [](const std::string& text) {
             return 4 * numbersIn(text, " to ([\\d.]+) s\\..*its square").at(0);
         }},
        {"crew_gain", list(kRows, [](const auto& t) { return t.front() / t.back(); })},
        {"efficiency", list(kRows, [](const auto& t) { return 100 * t.front() / t.back() / 8; })},
        {"serial", list(kRows, serial)},
        {"limit", list(kRows, [=](const auto& t) { return 100 / serial(t); })},
        {"part_share", two("call takes ([\\d.]+) s.*takes ([\\d.]+) s",
                           [](double whole, double part) { return 100 * part / whole; })},
        {"without_part", two("call takes ([\\d.]+) s.*takes ([\\d.]+) s",
                             [](double whole, double part) { return whole / (whole - part); })},
        {"first_call", two("call takes ([\\d.]+) s.*call took ([\\d.]+) s", ratio)},
        {"rate", two("call takes ([\\d.]+) s.*is ([\\d.]+) million",
                     [](double s, double mflop) { return mflop / (1000 * s); })},
        {"met_share", two("Of (\\d+) predictions of the class (\\d+)",
                          [](double of, double met) { return 100 * met / of; })},
    };
}

std::set<std::string> kindsOf(const QuestionBank& bank) {
    std::set<std::string> kinds;
    for (const Question& one : bank.questions) kinds.insert(one.kind);
    return kinds;
}

}  // namespace

void TestQuestions::initTestCase() {
    const fs::path folder = m_folder.path().toStdString();
    writeClass(folder / "class");
    writeBrought(folder / "class/board.duelo", Origin::Typed, 1.5);
    writeClass(folder / "plain", false);
    m_class = opened({folder / "class"});
    QCOMPARE(m_class.classroom.seats().size(), std::size_t{8});
}

void TestQuestions::everyKindOrWhyNot() {
    const QuestionBank all = bank();
    const auto kinds = kindsOf(all);
    QVERIFY2(kinds.size() >= 40, qPrintable(QString::number(kinds.size())));
    QCOMPARE(kinds.size() + all.kinds_left_out, questionKindCount());
    QVERIFY(!all.left_out.empty());
    for (const std::string& sentence : all.left_out)
        QVERIFY2(QString::fromStdString(sentence).contains("which no file has"), sentence.c_str());
    std::set<Question::Type> types;
    std::set<std::string> ids;
    for (const Question& one : all.questions) {
        types.insert(one.type);
        QVERIFY2(ids.insert(one.id).second, one.id.c_str());
        QVERIFY2(one.feedback.find("Numbers of this class: ") != std::string::npos,
                 one.feedback.c_str());
        const std::string whole = one.name + one.text + one.feedback;
        // What no argument fills is shown as "?".
        static const QRegularExpression unfilled("[“× ]\\?");
        QVERIFY2(!QString::fromStdString(whole).contains(unfilled), whole.c_str());
        QVERIFY2(whole.find("question.") == std::string::npos &&
                     (one.kind == "mixed_work" || whole.find('{') == std::string::npos),
                 whole.c_str());
    }
    QCOMPARE(types.size(), std::size_t{4});
}

void TestQuestions::numbersAreAnsweredByTheirTexts() {
    const auto known = formulas();
    std::size_t checked = 0;
    for (const Question& one : bank().questions) {
        if (one.type != Question::Type::Number) continue;
        const auto formula = known.find(one.kind);
        QVERIFY2(formula != known.end(), one.kind.c_str());
        const double expected = formula->second(one.text);
        const std::string told = one.kind + ": " + one.text + " -> " + answerField(one.answer, 4) +
                                 ", not " + std::to_string(expected);
        QVERIFY2(std::abs(one.answer - expected) <= one.tolerance + 1e-9, told.c_str());
        // An answer that forgets the way round, or is off by a tenth, is wrong.
        if (one.kind != "decided")
            QVERIFY2(std::abs(one.answer - 1.1 * expected) > one.tolerance, told.c_str());
        for (const double value : {one.answer, one.tolerance})
            QVERIFY2(answerField(value, one.decimals).size() <= 8, told.c_str());
        ++checked;
    }
    QVERIFY(checked >= 20);
}

void TestQuestions::statementsAreAnsweredByTheirTexts() {
    std::size_t checked = 0, right = 0;
    const std::set<std::string> neverTrue{"mixed_work", "axis_mixed", "first_counts", "doubt",
                                          "brought"};
    for (const Question& one : bank().questions) {
        if (one.type != Question::Type::TrueFalse) continue;
        const auto both = numbersIn(one.text, kBoth);
        const auto first = column(one.text, kRows), second = column(one.text, kSecond);
        bool expected = false;
        if (one.kind == "claim_faster") {
            expected = both.at(0) < both.at(1);
        } else if (one.kind == "half") {
            expected = std::max(both.at(0), both.at(1)) >= 2 * std::min(both.at(0), both.at(1));
        } else if (one.kind == "claim_all" || one.kind == "gpu_always") {
            QCOMPARE(first.size(), second.size());
            expected = std::ranges::equal(first, second, std::greater{});
        } else if (one.kind == "gain_same") {
            double low = 1e9, high = 0;
            for (std::size_t i = 0; i < first.size(); ++i) {
                low = std::min(low, first[i] / second.at(i));
                high = std::max(high, first[i] / second.at(i));
            }
            expected = high <= 1.1 * low;
        } else if (one.kind == "ideal") {
            expected = first.front() / first.back() >= 0.95 * 8;
        } else if (one.kind == "always_faster") {
            expected = std::ranges::adjacent_find(first, std::less_equal{}) == first.end();
        } else if (one.kind == "overlap") {
            const auto low = column(one.text, "\\[([\\d.]+);"),
                       high = column(one.text, "; ([\\d.]+)\\]");
            expected = high.at(0) < low.at(1) || high.at(1) < low.at(0);
        } else if (one.kind == "linear") {
            const auto n =
                numbersIn(one.text, "from ([\\d.]+) s to ([\\d.]+) s.*multiplied by ([\\d.]+)");
            expected = std::abs(std::log(n.at(1) / n.at(0)) / std::log(n.at(2)) - 1) <= 0.15;
        } else if (one.kind == "clock") {
            const auto times = column(one.text, "MHz, ([\\d.]+) s");
            expected = times.at(1) < times.at(0);
        } else {
            QVERIFY2(neverTrue.contains(one.kind), one.kind.c_str());
        }
        QVERIFY2(one.is_true == expected, (one.kind + ": " + one.text).c_str());
        ++checked;
        right += one.is_true;
    }
    QVERIFY(checked >= 12 && right >= 3 && right < checked);
}

void TestQuestions::choicesHaveOneRightAnswer() {
    for (const Question& one : bank().questions) {
        const std::set<std::string> different(one.choices.begin(), one.choices.end());
        QCOMPARE(different.size(), one.choices.size());
        QCOMPARE(one.choices.size() >= 3, one.type == Question::Type::Choice);
        const auto numberOf = [](const std::string& text) {
            return numbersIn(text, "([\\d.]+)").at(0);
        };
        if (one.kind == "median_or_mean")
            QCOMPARE(numberOf(one.choices.front()),
                     QString::fromStdString(
                         formatSignificant(medianOf(column(one.text, kPcTimes)), 3, {'.'}))
                         .toDouble());
        if (one.kind == "fastest_way") {
            const auto times = column(one.text, kRows);
            const QString row = QString::fromStdString(one.choices.front()) + ": ";
            const auto at = QString::fromStdString(one.text).indexOf("\n" + row);
            QVERIFY(at >= 0);
            QCOMPARE(numberOf(one.text.substr(one.text.find(": ", std::size_t(at)) + 2)),
                     std::ranges::min(times));
        }
        std::set<std::string> left, right;
        for (const auto& [what, answer] : one.pairs)
            QVERIFY2(left.insert(what).second && right.insert(answer).second, one.text.c_str());
    }
}

/// The two medians of the first pair are those of the PCs, and so are the class's times.
void TestQuestions::figuresAreThoseOfTheClass() {
    const Classroom& classroom = m_class.classroom;
    std::set<QString> medians;
    const ClassFilter clean{.clean_only = true};
    for (std::size_t work = 0; work < classroom.cases().size(); ++work)
        for (std::size_t variant = 0; variant < classroom.variants().size(); ++variant)
            if (const auto box = boxOf(classroom.times({work, variant}, clean)))
                medians.insert(
                    QString::fromStdString(formatSignificant(box->median / 1000, 3, {'.'})));
    std::size_t checked = 0;
    for (const Question& one : bank().questions) {
        if (one.kind != "per_second" && one.kind != "growth") continue;
        for (const char* expression : {"is ([\\d.]+) s", "from ([\\d.]+) s", " to ([\\d.]+) s"}) {
            const auto match =
                QRegularExpression(expression).match(QString::fromStdString(one.text));
            if (!match.hasMatch()) continue;
            QVERIFY2(medians.contains(match.captured(1)), one.text.c_str());
            ++checked;
        }
    }
    QVERIFY(checked >= 4);
}

void TestQuestions::withoutGpusOneBankToo() {
    const Opened plain = opened({fs::path(m_folder.path().toStdString()) / "plain"});
    const QuestionBank made = questionsOf(plain.classroom, findSpec, {});
    QVERIFY2(kindsOf(made).size() >= 30, qPrintable(QString::number(kindsOf(made).size())));
    QVERIFY(!kindsOf(made).contains("gpu_always"));
    QVERIFY(std::ranges::any_of(made.left_out, [](const std::string& sentence) {
        return sentence.find("CPU y GPU medidas juntas") != std::string::npos;
    }));
}

void TestQuestions::bothFormsSayTheSame() {
    for (const Language language : {Language::English, Language::Spanish}) {
        const Text text(language);
        const QuestionBank made = bank(language);
        const auto xml = readMoodleXml(moodleXml(made, text)),
                   gift = readGift(giftText(made, text));
        QCOMPARE(std::size_t(xml.size()), made.questions.size());
        QCOMPARE(gift.size(), xml.size());
        static const QRegularExpression number("^-?\\d+(\\.\\d{1,9})?$");
        for (qsizetype i = 0; i < xml.size(); ++i) {
            const ReadQuestion& one = xml[i];
            const Question& asked = made.questions[std::size_t(i)];
            QVERIFY2(one == gift[i], qPrintable(one.name + " | " + gift[i].name + " | " + one.text +
                                                " | " + gift[i].text));
            QCOMPARE(one.text, QString::fromStdString(asked.text));
            QCOMPARE(one.feedback, QString::fromStdString(asked.feedback));
            const auto right = std::ranges::count(one.answers, 100, &QPair<QString, int>::second);
            QCOMPARE(right, one.answers.isEmpty() ? 0 : 1);
            if (one.type == "multichoice")
                QVERIFY(one.answers.contains({QString::fromStdString(asked.choices.front()), 100}));
            if (one.type == "numerical")
                QVERIFY2(
                    number.match(one.number).hasMatch() && number.match(one.tolerance).hasMatch(),
                    qPrintable(one.number + " " + one.tolerance));
        }
    }
    const QuestionBank spanish = bank(Language::Spanish);
    QVERIFY(std::ranges::any_of(spanish.questions, [](const Question& one) {
        return one.text.find(',') != std::string::npos &&
               QRegularExpression("\\d,\\d+ s").match(QString::fromStdString(one.text)).hasMatch();
    }));
}

void TestQuestions::hostileTextsStayTexts() {
    const fs::path folder = fs::path(m_folder.path().toStdString()) / "hostile";
    const std::string evil = "[x]%50% <img src=x>~=#{}: -> ]]>\\n&&035; ::";
    for (int number = 1; number <= 4; ++number)
        writePc(folder / ("pc" + std::to_string(number) + ".duelo"),
                {.number = number, .gpu = false, .cpu_ms = 20.0 + number, .cpu = evil});
    const Opened hostile = opened({folder});
    const QuestionBank made =
        questionsOf(hostile.classroom, findSpec, {.language = Language::English});
    QVERIFY(kindsOf(made).contains("equal_spread"));
    QuestionBank more = made;  // an answer and a pair of such texts
    more.questions.push_back({.type = Question::Type::Choice,
                              .id = "x",
                              .name = evil,
                              .text = evil,
                              .feedback = evil,
                              .choices = {evil, "%100%b", "[html]c"}});
    more.questions.push_back({.type = Question::Type::Matching,
                              .name = evil,
                              .text = evil,
                              .feedback = evil,
                              .pairs = {{evil, "1"}, {"b", "2"}, {"c", "3"}}});
    const Text text(Language::English);
    const auto xml = readMoodleXml(moodleXml(more, text)), gift = readGift(giftText(more, text));
    QCOMPARE(std::size_t(xml.size()), more.questions.size());
    QCOMPARE(std::size_t(gift.size()), more.questions.size());
    for (qsizetype i = 0; i < xml.size(); ++i) {
        const Question& asked = more.questions[std::size_t(i)];
        QVERIFY2(xml[i] == gift[i], qPrintable(xml[i].text + " | " + gift[i].text));
        QCOMPARE(gift[i].name, QString::fromStdString(asked.name));
        QCOMPARE(gift[i].text, QString::fromStdString(asked.text));
        for (const std::string& choice : asked.choices)
            QVERIFY(std::ranges::any_of(gift[i].answers, [&](const auto& one) {
                return one.first == QString::fromStdString(choice);
            }));
    }
}

void TestQuestions::nobodysNameInThem() {
    const fs::path folder = fs::path(m_folder.path().toStdString()) / "names";
    for (int number = 1; number <= 4; ++number)
        writePc(folder / ("pc" + std::to_string(number) + ".duelo"), {.number = number,
                                                                      .student = "Begoña Peñalver",
                                                                      .cpu_ms = 20.0 + number,
                                                                      .cpu = "PC de Begoña"});
    const Opened named = opened({folder});
    for (const bool asked : {false, true}) {
        const QuestionBank made = questionsOf(named.classroom, findSpec, {.names = asked});
        QVERIFY(kindsOf(made).contains("equal_spread"));
        for (const std::string& form :
             {moodleXml(made, Text(Language::Spanish)), giftText(made, Text(Language::Spanish))})
            QVERIFY(form.find("Bego") == std::string::npos &&
                    form.find("Peñalver") == std::string::npos);
    }
}

void TestQuestions::equalFilesGiveEqualQuestions() {
    const Opened again = opened({fs::path(m_folder.path().toStdString()) / "class"});
    const QuestionBank more =
        questionsOf(again.classroom, findSpec, {.language = Language::English});
    const Text text(Language::English);
    QCOMPARE(moodleXml(more, text), moodleXml(bank(), text));
    // Files may be read in another order.
    Classroom reversed;
    std::vector<Gathered> found;
    const std::vector<fs::path> folders{fs::path(m_folder.path().toStdString()) / "class"};
    static_cast<void>(gather(folders, findSpec, [&](Gathered one, std::size_t, std::size_t) {
        found.push_back(std::move(one));
    }));
    for (auto one = found.rbegin(); one != found.rend(); ++one) reversed.add(std::move(*one));
    std::set<std::string> ids, others;
    for (const Question& one : bank().questions) ids.insert(one.text);
    for (const Question& one :
         questionsOf(reversed, findSpec, {.language = Language::English}).questions)
        others.insert(one.text);
    QCOMPARE(others, ids);
}

void TestQuestions::endingNamesTheForm() {
    const fs::path folder = m_folder.path().toStdString();
    const Text text(Language::Spanish);
    const QuestionBank made = bank(Language::Spanish);
    QVERIFY(exportQuestions(made, text, folder / "bank.XML"));
    QVERIFY(exportQuestions(made, text, folder / "bank.gift"));
    QCOMPARE(contentOf(folder / "bank.XML"), moodleXml(made, text));
    QCOMPARE(contentOf(folder / "bank.gift"), giftText(made, text));
    QCOMPARE(exportQuestions(made, text, folder / "bank.gift").error().code,
             std::string("file_exists"));
    QCOMPARE(exportQuestions(made, text, folder / "bank.doc").error().code,
             std::string("questions_ending"));
    QCOMPARE(exportQuestions({}, text, folder / "none.xml").error().code,
             std::string("questions_none"));
}

QTEST_GUILESS_MAIN(TestQuestions)
#include "tst_questions.moc"
