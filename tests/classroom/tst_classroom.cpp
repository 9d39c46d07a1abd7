// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "class_asking.h"
#include "class_testing.h"
#include "classroom/class_charts.h"
#include "classroom/class_database.h"
#include "classroom/class_wrong.h"

using namespace duelo;
using namespace duelo::test;

namespace {

constexpr ReportFormat kTexts[] = {ReportFormat::Csv,   ReportFormat::CsvExcel,
                                   ReportFormat::Latex, ReportFormat::Markdown,
                                   ReportFormat::Html,  ReportFormat::JsonReport};

std::size_t caseOf(const Classroom& classroom, int size) {
    for (std::size_t i = 0; i < classroom.cases().size(); ++i)
        if (classroom.cases()[i].work.integer("size_px") == size) return i;
    qFatal("no such case");
}

const ClassSeat& seatOf(const Classroom& classroom, const std::string& name) {
    for (const ClassSeat& seat : classroom.seats())
        if (seat.name == name) return seat;
    qFatal("no such seat");
}

std::string printed(const char* question) {
    return queryIn(classDatabaseHelp(), question);
}

std::string headlineIn(const Classroom& classroom, std::span<const std::size_t> chart,
                       Language language) {
    const auto sides = classroom.sides(chart);
    return headlineOf(classroom, chart, sides.empty() ? std::nullopt : std::optional(sides.front()),
                      findSpec, {.language = language});
}

/// Pooling of one size, with the times of `row`.
ClassRow poolingRow(ClassRow row) {
    row.of.experiment = "pooling";
    row.of.work = Params{{"size", 5}};
    row.of.axis = "size";
    row.of.x = 5;
    return row;
}

}  // namespace

/// Requirements: S0-31, S0-32, S0-33, S0-36, S0-51, P-11, X-10.
class TestClassroom : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void thirtyPcs();
    void noNameUnlessAsked();
    void factorsAreThoseOfTheReport();
    void latestCleanRunCounts();
    void predictionsAgainstMeasured();
    void predictionsInTwoKindsOfBands();
    void whatDiffers();
    void wallOfSeats();
    void database();
    void workbook();
    void namesInPaths();
    void seatsOfOneMachine();
    void filtersThatAreTyped();
    void shortTimesAndOtherExperiments();
    void gpuAloneHasATime();
    void countsNoPcThatNothingIdentifies_P11();
    void whatNobodyMeasuredStandsApart_Y07();
    void whatCountsWithAReserveIsNotSetAside_Y08();
    void whatItsReaderWarnsOfIsNotClean_Y07b();
    void farFromEqualProcessorsIsAFact_Y07b();
    void onlyEqualVariantsAreOneSeries_Y16();
    void beginsWithWhatMostMeasured_Y16();
    void nothingToChooseAmong_Y18b();

private:
    [[nodiscard]] fs::path at(const char* name) const {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    QTemporaryDir m_folder;
    Opened m_class;
};

/// A class as a learning platform packs it: a ZIP of folders with ZIPs; beside it three repeats,
/// one torn, one edited and one foreign file.
void TestClassroom::initTestCase() {
    std::vector<ZipItem> all;
    for (int i = 1; i <= 30; ++i) {
        Pc pc{.number = i, .gpu = i > 4, .student = "Begoña Íñiguez " + std::to_string(i)};
        pc.cpu_ms = 20 + i;
        if (i == 14) pc.power_source = "battery";
        const fs::path path = at("made") / ("pc" + pc.seat() + ".duelo");
        writePc(path, pc);
        const std::string inner = zipped({{"entrega/pc" + pc.seat() + ".duelo", contentOf(path)},
                                          {"entrega/informe.pdf", "%PDF"}});
        all.push_back({"Begoña Íñiguez " + std::to_string(i) + "_12" + std::to_string(i) +
                           "_assignsubmission_file_/pc" + pc.seat() + ".zip",
                       inner});
    }
    put(at("L12/entregas.zip"), zipped(all));
    for (const int i : {5, 11, 30}) {
        const Pc pc{.number = i, .started = "2026-05-04T08:00:00Z", .student = "Begoña Íñiguez"};
        writePc(at("L12/otra") / ("pc" + pc.seat() + "-b.duelo"), pc);
    }
    const std::string whole = contentOf(at("made/pc08.duelo"));
    put(at("L12/pc08-roto.duelo"), whole.substr(0, whole.size() - 150));
    std::string edited = contentOf(at("made/pc19.duelo"));
    const std::size_t place = edited.find("Core i5");
    edited.replace(place, 7, "Core i9");
    put(at("L12/begoña-pc19-x.duelo"), edited);
    put(at("L12/notas.zip"), zipped({{"notas.txt", "5"}}));
    m_class = opened({at("L12")});
}

void TestClassroom::thirtyPcs() {
    const Classroom& c = m_class.classroom;
    QCOMPARE(c.seats().size(), 30);
    const std::size_t small = caseOf(c, 224);
    QCOMPARE(timesOf(c, small, Device::Cpu).size(), 30);
    QCOMPARE(timesOf(c, small, Device::Cuda).size(), 26);
    QCOMPARE(c.ratios(small, *pairOf(c, small)).size(), 26);
    QCOMPARE(timesOf(c, small, Device::Cpu, {.has_gpu = false}).size(), 4);
    QCOMPARE(timesOf(c, small, Device::Cpu, {.clean_only = true}).size(), 30);

    QCOMPARE(c.leftOut().size(), 6);
    for (const char* repeat : {"pc05-b.duelo", "pc11-b.duelo", "pc30-b.duelo"})
        QCOMPARE(whyLeftOut(c, repeat), "class_repeated");
    QCOMPARE(whyLeftOut(c, "pc08-roto.duelo"), "torn_last_line");
    QCOMPARE(whyLeftOut(c, "begoña-pc19-x.duelo"), "class_edited");
    QCOMPARE(whyLeftOut(c, "notas.zip"), "class_zip_foreign");

    // By seat, never by speed; one chart over the sizes.
    QCOMPARE(c.seats().front().name, "01");
    QCOMPARE(c.seats().back().name, "30");
    QCOMPARE(c.charts().size(), 1);
    QCOMPARE(c.charts().front(), (std::vector<std::size_t>{small, caseOf(c, 512)}));
    QCOMPARE(c.cases()[small].axis, "size_px");
    QCOMPARE(c.cases()[small].x, 224.0);
    QCOMPARE(seatOf(c, "05").marks.at(keyOf(c, small, Device::Cpu)).repeats.size(), 1);
    const auto box = boxOf(timesOf(c, small, Device::Cpu));
    QVERIFY(box->low < box->q1 && box->q1 < box->median && box->median < box->q3);
}

void TestClassroom::noNameUnlessAsked() {
    for (const Language language : {Language::Spanish, Language::English})
        for (const ReportFormat format : kTexts) {
            ClassOptions options{.language = language};
            const auto hidden = classText(m_class.classroom, findSpec, format, options);
            QVERIFY(hidden);
            const QString text = QString::fromStdString(*hidden);
            for (const char* name : {"Bego", "bego", "Íñiguez", "iguez"})
                QVERIFY2(!text.contains(name), name);
            options.names = true;
            const auto shown = classText(m_class.classroom, findSpec, format, options);
            QVERIFY(QString::fromStdString(*shown).contains("guez"));
        }
    const auto words = classText(m_class.classroom, findSpec, ReportFormat::Markdown, {});
    QVERIFY(words->find(at("L12").string()) == std::string::npos);  // folders tell of people too
    for (const char* part : {"pc08-roto", "30 PC, 26 con GPU", "puesto", "pc05-b", "notas.zip"})
        QVERIFY2(QString::fromStdString(*words).contains(part, Qt::CaseInsensitive),
                 words->c_str());
}

void TestClassroom::factorsAreThoseOfTheReport() {
    const Classroom& c = m_class.classroom;
    const ClassSeat& seat = seatOf(c, "20");
    const std::size_t small = caseOf(c, 224);
    const ClassRatioMark& mark = seat.ratios.at({small, *pairOf(c, small)});
    auto log = readAgain(mark.file->place);
    QVERIFY(log);
    const auto comparison = compare(std::span<const RecordLog>(&*log, 1), findSpec);
    QVERIFY(comparison);
    const RatioEstimate& told = *comparison->rows.front().ratios.front().estimate;
    QCOMPARE(mark.ratio->estimate->ratio, told.ratio);
    QCOMPARE(mark.ratio->estimate->ci95, told.ci95);
    QVERIFY(mark.ratio->estimate->verdict == told.verdict);
    QVERIFY(mark.ratio->estimate->verdict == Verdict::Faster);
    QVERIFY(qAbs(mark.ratio->estimate->ratio - 20) < 0.2);

    const ClassSeat& without = seatOf(c, "03");
    QVERIFY(!without.ratios.contains({small, *pairOf(c, small)}));
    QCOMPARE(without.gaps.at(keyOf(c, small, Device::Cuda)).code, "no_nvidia_driver");
}

void TestClassroom::latestCleanRunCounts() {
    const fs::path folder = at("clean");
    writePc(folder / "first.duelo", {.number = 1, .started = "2026-05-04T09:00:00Z", .cpu_ms = 10});
    writePc(folder / "second.duelo",
            {.number = 1, .started = "2026-05-04T10:00:00Z", .cpu_ms = 11});
    writePc(folder / "noisy.duelo", {.number = 1,
                                     .started = "2026-05-04T11:00:00Z",
                                     .cpu_ms = 12,
                                     .gpu_flags = {"very_noisy"}});
    Opened both = opened({folder});
    const ClassMark& mark = both.classroom.seats().front().marks.begin()->second;
    QCOMPARE(mark.file->place.name(), "second.duelo");
    QVERIFY(mark.clean);
    QCOMPARE(mark.repeats.size(), 2);

    both.classroom.remove(folder / "first.duelo");
    both.classroom.remove(folder / "second.duelo");
    const ClassMark& left = both.classroom.seats().front().marks.begin()->second;
    QCOMPARE(left.file->place.name(), "noisy.duelo");
    const ClassRatioMark& ratio = both.classroom.seats().front().ratios.begin()->second;
    QVERIFY(left.clean && !ratio.clean && !ratio.ratio->estimate);  // the CPU is not doubtful
    QCOMPARE(ratio.ratio->why->code, "class_doubtful");
    QVERIFY(timesOf(both.classroom, 0, Device::Cuda, {.clean_only = true}).empty());
    both.classroom.remove(folder / "noisy.duelo");
    QVERIFY(both.classroom.seats().empty());
}

void TestClassroom::predictionsAgainstMeasured() {
    const Params work{{"model", "resnet18"}, {"input", "random"}, {"size_px", 512}, {"batch", 1}};
    const auto variant = [](const char* device) {
        return Params{{"device", device}, {"precision", "fp32"}, {"mode", "eager"}}.json();
    };
    Pc pc{.number = 1};
    pc.prediction = Prediction{.base = variant("cpu"),
                               .other = variant("cuda"),
                               .first = work.json(),
                               .last = work.json(),
                               .answers = {{"faster_last", "other"}, {"times_last", "1_to_3"}}};
    writePc(at("asked/pc01.duelo"), pc);
    const Opened one = opened({at("asked")});
    const auto all = predictionsOf(one.classroom, one.classroom.seats().front());
    QCOMPARE(all.size(), 2);
    QVERIFY(all[0].outcome.met() == true);
    QVERIFY(all[1].outcome.met() == false);
    QVERIFY((all[1].band == Interval{1, 3}));
    QVERIFY(qAbs(all[1].outcome.factor->ratio - 10) < 0.2);
    QCOMPARE(one.classroom.find(all[1].of), caseOf(one.classroom, 512));
    const auto text =
        classText(one.classroom, findSpec, ReportFormat::Markdown, {.language = Language::English});
    QVERIFY(text->find("1 to 3") != std::string::npos);
    // What was wrong comes first, and nothing says whose it is.
    const auto said =
        wrongPredictions(one.classroom, findSpec, {.language = Language::English, .names = true});
    QCOMPARE(said.size(), 2);
    QCOMPARE(said[0].words, "512 px: how many times faster is GPU than CPU?");
    QVERIFY(said[0].wrong == 1 && said[0].all == 1 && said[1].wrong == 0 && said[1].all == 1);
    const BarsValue chart = classWrong(said, {}, Text(Language::English));
    QCOMPARE(chart.bars.size(), 1);
    QCOMPARE(chart.bars[0].text, "1 of 1");
    QCOMPARE(chart.description,
             "What the class gets wrong: 1 of 2 answers were measured otherwise.");
}

/// A PC with a GPU was asked about devices, one without about two ways on its CPU: each has its
/// place over the answer that it gave.
void TestClassroom::predictionsInTwoKindsOfBands() {
    const Params work{{"model", "resnet18"}, {"input", "random"}, {"size_px", 512}, {"batch", 1}};
    const auto variant = [](const char* device, const char* mode) {
        return Params{{"device", device}, {"precision", "fp32"}, {"mode", mode}}.json();
    };
    const auto asked = [&](const char* device, const char* mode, const char* answer) {
        return Prediction{.base = variant("cpu", "eager"),
                          .other = variant(device, mode),
                          .first = work.json(),
                          .last = work.json(),
                          .answers = {{"times_last", answer}}};
    };
    writePc(at("bands/pc01.duelo"), {.number = 1, .prediction = asked("cuda", "eager", "1_to_3")});
    writePc(at("bands/pc02.duelo"), {.number = 2,
                                     .gpu = false,
                                     .prediction = asked("cpu", "fused", "1_5_to_3"),
                                     .modes = {"eager", "fused"}});
    const Opened both = opened({at("bands")});
    const std::vector<std::size_t> chart{caseOf(both.classroom, 512)};
    const ScatterValue value =
        classPredictions(both.classroom, chart, findSpec, {.language = Language::English});
    QCOMPARE(value.ticks.size(), std::size_t{10});
    QCOMPARE(value.grounds.size(), std::size_t{10});
    QCOMPARE(value.marks.size(), std::size_t{2});
    for (const auto& mark : value.marks) {
        const auto place = static_cast<std::size_t>(std::lround(mark.x));
        QCOMPARE(value.ticks[place].label,
                 mark.owner == 0 ? std::string("1 to 3") : std::string("1.5 to 3"));
        const auto& ground = value.grounds[place];
        QCOMPARE(ground.y_low <= mark.y && mark.y < ground.y_high, mark.owner == 1);
    }
}

void TestClassroom::whatDiffers() {
    const Classroom& c = m_class.classroom;
    const ClassDifferences differences(c, Text(Language::English));
    const auto battery = differences.of(seatOf(c, "14"), caseOf(c, 224));
    QCOMPARE(battery.size(), 1);
    QCOMPARE(battery.front().path, "state.power_source");
    QCOMPARE(battery.front().own, "battery");
    QCOMPARE(battery.front().usual, "mains");
    QCOMPARE(battery.front().agreeing, 29);
    QVERIFY(differences.of(seatOf(c, "15"), caseOf(c, 224)).empty());
    const auto text =
        classText(c, findSpec, ReportFormat::Markdown, {.language = Language::English});
    QVERIFY(text->find("no difference found") != std::string::npos);
    QVERIFY(text->find("battery (the class: mains)") != std::string::npos);
    QVERIFY(text->find("because") == std::string::npos);
}

void TestClassroom::wallOfSeats() {
    const GpuSheet good{.available = true, .name = "RTX 3060", .driver = "580.65"};
    const GpuSheet old{
        .available = false,
        .reason = Reason{"driver_too_old", {{"found", "551.86"}, {"needed", "580"}}, {}},
        .driver = "551.86"};
    const GpuSheet none{.available = false,
                        .reason = Reason{"no_nvidia_driver", {{"library", "libcuda.so.1"}}, {}}};
    writeProbe(at("wall/probe-1.json"), {.number = 1}, good);
    writeProbe(at("wall/probe-2.json"), {.number = 2}, old);
    writeProbe(at("wall/probe-3.json"), {.number = 3}, none);
    writeProbe(at("wall/probe-4.json"), {.number = 4}, good, {{"on_battery", Json::object(), {}}});
    const Opened one = opened({at("wall")});
    const auto wall = wallOf(one.classroom);
    QCOMPARE(wall.size(), 4);
    using enum WallSeat::Verdict;
    QVERIFY(wall[0].verdict == Ready && wall[0].reasons.empty());
    QVERIFY(wall[1].verdict == CpuOnly && wall[2].verdict == CpuOnly);
    QVERIFY(wall[3].verdict == Attention);
    QCOMPARE(wall[3].reasons.front().code, "on_battery");
    for (const Language language : {Language::Spanish, Language::English}) {
        const auto text =
            classText(one.classroom, findSpec, ReportFormat::Markdown, {.language = language});
        for (const char* part : {"551.86", "580", "nvidia.com"})
            QVERIFY2(text->find(part) != std::string::npos, text->c_str());
    }
    // The lab itself: the same seats get their times.
    writePc(at("wall/pc01.duelo"), {.number = 1});
    QCOMPARE(opened({at("wall")}).classroom.seats().size(), 4);
}

void TestClassroom::database() {
    const fs::path path = at("class.sqlite");
    QVERIFY(writeClassDatabase(m_class.classroom, findSpec, {}, path));
    const auto ratios = rowsOf(path, printed("How many times as fast"));
    QCOMPARE(ratios.size(), 2);
    QCOMPARE(ratios.front()[1], "26");
    QVERIFY(QString::fromStdString(ratios.front()[0]).contains("224"));
    QVERIFY(rowsOf(path, printed("Which PCs need something")).empty());
    QCOMPARE(rowsOf(path, "SELECT count(*) FROM time WHERE device = 'cpu'").front()[0], "60");
    QCOMPARE(rowsOf(path, "SELECT count(*) FROM left_out").front()[0], "6");
    QVERIFY(contentOf(path).find("guez") == std::string::npos);
    QCOMPARE(writeClassDatabase(m_class.classroom, findSpec, {}, path).error().code, "file_exists");

    writeProbe(at("fix/probe.json"), {.number = 2},
               {.available = false,
                .reason = Reason{"driver_too_old", {{"found", "551"}, {"needed", "580"}}, {}}});
    QVERIFY(writeClassDatabase(opened({at("fix")}).classroom, findSpec, {}, path, true));
    const auto fixes = rowsOf(path, printed("Which PCs need something"));
    QCOMPARE(fixes.size(), 1);
    QCOMPARE(fixes.front()[0], "02");
    QCOMPARE(fixes.front()[2], "driver_too_old");
}

void TestClassroom::workbook() {
    const fs::path path = at("class.xlsx");
    QVERIFY(exportClass(m_class.classroom, findSpec, ReportFormat::Xlsx, {}, path));
    const auto book = ZipArchive::open(path);
    QVERIFY(book);
    std::string all;
    for (const auto& entry : book->entries()) all += *book->read(entry);
    QVERIFY(all.find("pc08-roto") != std::string::npos);
    QVERIFY(all.find("guez") == std::string::npos);
    QCOMPARE(classText(m_class.classroom, findSpec, ReportFormat::Xlsx, {}).error().code,
             "format_needs_file");
}

void TestClassroom::namesInPaths() {
    QCOMPARE(wordsOfName("Ana de la Peña"), (std::vector<std::string>{"ana", "pena"}));
    const std::set<std::string> words{"ana", "pena"};
    QCOMPARE(withoutNames("PEÑA_pc05 (ana).duelo", words), "•••_pc05 (•••).duelo");
    QCOMPARE(withoutNames("pc05.duelo", words), "pc05.duelo");
}

/// Machines that were set up as copies of one disk have one id, and their seats part them.
void TestClassroom::seatsOfOneMachine() {
    Classroom classroom;
    const auto add = [&](const char* seat, const char* name) {
        ClassFile file{.place = {name, {}}, .run = name, .digest = name};
        file.machine.id = "aaaa1111";
        file.label.seat = seat;
        file.rows = {{.of = {.experiment = "pi"}, .times = {{.median_ms = 1}}}};
        classroom.add(std::move(file));
    };
    add("", "probe.duelo");
    QCOMPARE(classroom.seats().size(), 1);
    QCOMPARE(classroom.seats().front().name, "aaaa1111");
    add("7", "a.duelo");
    QCOMPARE(classroom.seats().size(), 1);
    QCOMPARE(classroom.seats().front().name, "7");
    add("8", "b.duelo");
    QCOMPARE(classroom.seats().size(), 3);
}

void TestClassroom::filtersThatAreTyped() {
    const fs::path folder = at("two");
    writePc(folder / "a.duelo", {.number = 1});
    writePc(folder / "b.duelo", {.number = 2, .gpu = false});
    const Classroom c = opened({folder}).classroom;
    const Text text(Language::English);
    const auto filter = [&](const FilterWords& words) {
        return filterFrom(words, c, findSpec, text);
    };
    const auto all = filter({});
    QVERIFY(all && all->cases.empty() && !all->group && !all->gpu && !all->has_gpu);
    const auto one = filter({.case_part = "224 PX", .group = "P3", .gpu = "3060", .option = "A"});
    QVERIFY(one);
    QCOMPARE(one->cases, std::set{caseOf(c, 224)});
    QCOMPARE(one->gpu, "RTX 3060");
    const auto markdown = [&](const ClassFilter& of) {
        return QString::fromStdString(*classText(c, findSpec, ReportFormat::Markdown,
                                                 {.language = Language::English, .filter = of}));
    };
    QVERIFY(markdown(*all).contains("512 px") && markdown(*all).contains("02"));
    QVERIFY(markdown(*one).contains("224 px") && !markdown(*one).contains("512 px"));
    QVERIFY(markdown(*one).contains("1 PC, 1 with a GPU"));
    QCOMPARE(classTable(c, {.filter = *one}).rows.size(), 2U);
    QCOMPARE(classTable(c, {.filter = *filter({.option = "B"})}).rows.size(), 2U);
    const fs::path path = at("two.sqlite");
    QVERIFY(writeClassDatabase(c, findSpec, {.filter = *one}, path));
    QCOMPARE(rowsOf(path, "SELECT count(*) FROM work").front()[0], "1");
    QCOMPARE(rowsOf(path, "SELECT count(*) FROM time").front()[0], "2");
    // What is mistyped names what there is.
    for (const FilterWords& wrong : {FilterWords{.case_part = "4096"}, FilterWords{.group = "X"},
                                     FilterWords{.gpu = "4090"}, FilterWords{.option = "C"}}) {
        const auto refused = filter(wrong);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, "unknown_value");
        QVERIFY(!refused.error().args["accepted"].empty());
    }
}

/// Times of kernels in µs, and a chart of a program, whose cases have a size and nothing else.
void TestClassroom::shortTimesAndOtherExperiments() {
    Classroom classroom;
    const auto add = [&](const char* experiment, const char* axis, double ms) {
        ClassFile file{.place = {experiment, {}}, .run = experiment, .digest = experiment};
        file.machine.id = "aaaa1111";
        for (const int n : {1000, 2000}) {
            ClassRow row{.of = {.experiment = experiment}, .times = {{.median_ms = ms}}};
            row.of.work = Params{{axis, n}};
            row.of.axis = axis;
            row.of.x = n;
            file.rows.push_back(std::move(row));
        }
        classroom.add(std::move(file));
    };
    add("program", "number", 0.0123);
    const ClassOptions options{.language = Language::English};
    const auto chart = classroom.charts().front();
    QCOMPARE(chartNames(classroom, chart, findSpec, options.text()).chart, "Program");
    const ScatterValue times =
        classTimes(classroom, chart, classroom.sides(chart).front(), findSpec, options);
    QVERIFY2(times.y_title.find("(ms") != std::string::npos, times.y_title.c_str());
    QCOMPARE(times.marks.front().y, 0.0123);
    const auto text = classText(classroom, findSpec, ReportFormat::Markdown, options);
    QVERIFY2(text->find("Time (ms)") != std::string::npos, text->c_str());
    QVERIFY2(text->find("0.0123") != std::string::npos, text->c_str());
    QVERIFY(text->find("< 0.0001") == std::string::npos);
    // Beside another experiment each says which it is.
    add("pi", "samples", 100);
    for (const auto& one : classroom.charts()) {
        const std::string name = chartNames(classroom, one, findSpec, options.text()).chart;
        QVERIFY2(name.starts_with("Program") || name.starts_with("Pi"), name.c_str());
    }
}

/// A class whose PCs measured their GPUs alone is told what it measured.
void TestClassroom::gpuAloneHasATime() {
    Classroom classroom;
    ClassFile file{.place = {"a", {}}, .run = "a", .digest = "a"};
    file.machine.id = "aaaa1111";
    file.engine.gpu.name = "RTX 3060";
    file.rows.push_back(
        poolingRow({.times = {{.variant = Params{{"device", "cuda"}}, .median_ms = 0.1}}}));
    classroom.add(std::move(file));
    const auto chart = classroom.charts().front();
    for (const auto& [language, told] :
         {std::pair{Language::Spanish, "la mediana de 1 tiempo es 0,100 ms (GPU)"},
          {Language::English, "the median of 1 time is 0.100 ms (GPU)"}}) {
        const std::string headline = headlineIn(classroom, chart, language);
        QVERIFY2(headline.ends_with(told), headline.c_str());
    }
}

/// Without an id that lasts nothing tells how many PCs there are: the seat of the label does, and
/// without one the class says so.
void TestClassroom::countsNoPcThatNothingIdentifies_P11() {
    Classroom classroom;
    const auto add = [&](const char* name, const char* id, const char* seat, bool passing) {
        ClassFile file{.place = {name, {}}, .run = name, .digest = name, .started = name};
        file.integrity = Integrity::Sealed;
        file.machine.id = id;
        if (passing) file.machine.id_until_restart = true;
        file.label.seat = seat;
        file.rows.push_back(
            poolingRow({.times = {{.variant = Params{{"device", "cpu"}}, .median_ms = 1}}}));
        classroom.add(std::move(file));
    };
    const Text text(Language::English);
    const auto told = [&] { return pcsText(classroom, {}, text); };
    add("a", "aaaa1111", "", false);
    QCOMPARE(told(), "1 PC");
    add("b", "", "7", false);  // containers of one seat, before and after a restart
    add("c", "cccc1111", "7", true);
    add("d", "dddd1111", "7", true);
    QCOMPARE(told(), "2 PCs");
    QCOMPARE(classroom.leftOut().size(), 2U);  // b and c are repeated by d
    add("e", "", "", false);
    add("f", "ffff1111", "", true);  // two of one start of a machine
    add("g", "ffff1111", "", true);
    QCOMPARE(told(), "2 PCs and up to 2 more that cannot be identified");
    QCOMPARE(classroom.seats().size(), 4U);
    std::map<std::string, std::string> reasons;
    for (const LeftOut& one : classroom.leftOut()) reasons[one.place.name()] = one.reason.code;
    QCOMPARE(reasons["e"], "class_machine_unknown");
    QCOMPARE(reasons["f"], "class_repeated");
    QCOMPARE(reasons["g"], "class_machine_unknown");
    QVERIFY(!reasons.contains("a") && !reasons.contains("d"));
    const std::string headline =
        headlineIn(classroom, classroom.charts().front(), Language::English);
    QVERIFY2(headline.starts_with("2 PCs and up to 2 more"), headline.c_str());
    // Somebody measured something else: it is not what the class did.
    ClassFile aside{.place = {"h", {}}, .run = "h", .digest = "h", .started = "h"};
    aside.machine.id = "hhhh1111";
    aside.rows.push_back({.of = {.experiment = "matrix"}, .times = {{.median_ms = 1}}});
    aside.rows.push_back({.of = classroom.cases().front(), .times = {{.median_ms = 3}}});
    for (ClassRow& row : aside.rows) {
        row.times.front().variant = Params{{"device", "cpu"}};
        row.times.front().doubts = {"noisy"};
    }
    classroom.add(std::move(aside));
    // The document begins with what most PCs have (Y-18b).
    QCOMPARE(classroom.pcsWith(classroom.charts().front()), 5U);
    QCOMPARE(classroom.pcsWith(classroom.charts().back()), 1U);
    const std::string beside = headlineIn(classroom, classroom.charts().back(), Language::English);
    QVERIFY2(beside.ends_with("the median of 1 time (1 doubtful) is 1.00 ms (CPU)"),
             beside.c_str());
    const auto& seat = *std::ranges::find(classroom.seats(), "hhhh1111", &ClassSeat::machine);
    QCOMPARE(classroom.charts().size(), 2U);
    QCOMPARE(classroom.charts({.clean_only = true}).size(), 1U);  // and no title without figures
    std::string story;
    for (const std::string& line :
         seatStory(classroom, seat, keyOf(classroom, 0, Device::Cpu), findSpec, {}).lines)
        story += line;
    QVERIFY2(story.find("Mediana de la clase") != std::string::npos, story.c_str());
    QVERIFY2(story.find(" veces la mediana") == std::string::npos, story.c_str());
}

/// Typed and simulated times are in no statistic, no PC and never clean, and are told as what they
/// are in every form.
void TestClassroom::whatNobodyMeasuredStandsApart_Y07() {
    const fs::path folder = at("brought");
    writePc(folder / "pc01.duelo", {.number = 1, .gpu = false});
    writePc(folder / "pc02.duelo", {.number = 2, .gpu = false});
    writeBrought(folder / "typed.duelo", Origin::Typed, 4);
    writeBrought(folder / "simulated.duelo", Origin::Simulated, 3);
    const Classroom c = opened({folder}).classroom;
    QCOMPARE(c.seats().size(), 2);
    QCOMPARE(c.brought().size(), 2);
    const std::size_t small = caseOf(c, 224);
    QVERIFY(timesOf(c, small, Device::Cuda).empty());
    QCOMPARE(whyLeftOut(c, "typed.duelo"), "class_brought");
    const auto chart = c.charts().front();
    const std::string headline = headlineIn(c, chart, Language::English);
    QVERIFY2(headline.starts_with("2 PCs, 0 with a GPU"), headline.c_str());
    const ScatterValue times =
        classTimes(c, chart, c.sides(chart).front(), findSpec, {.language = Language::English});
    QCOMPARE(std::ranges::count(times.marks, kNoSeat, &ScatterValue::Mark::owner), 2);
    for (const auto& mark : times.marks)
        QCOMPARE(mark.owner == kNoSeat, mark.words.find("not measured") != std::string::npos);
    for (const ReportFormat format : kTexts) {
        const auto text = classText(c, findSpec, format, {.language = Language::English});
        QVERIFY2(text->find("simulated") != std::string::npos, text->c_str());
        QVERIFY2(text->find("typed") != std::string::npos, text->c_str());
    }
    const LongTable table = classTable(c, {});
    const auto column = [&](const char* code) {
        return static_cast<std::size_t>(std::ranges::find(table.columns, code) -
                                        table.columns.begin());
    };
    for (const auto& row : table.rows) {
        const bool measured =
            row[column("provenance")] == LongTable::Value(std::string("measured"));
        const bool has = row[column("median_ms")] != LongTable::Value();
        QCOMPARE(has, measured);
        QCOMPARE(row.size(), table.columns.size());
        QVERIFY(measured || row[column("clean")] == LongTable::Value(std::int64_t{0}));
    }
    QVERIFY(classTable(c, {.filter = {.clean_only = true}}).rows.size() == 4);
    const fs::path path = at("brought.sqlite");
    QVERIFY(writeClassDatabase(c, findSpec, {}, path));
    QCOMPARE(rowsOf(path, "SELECT count(*) FROM time WHERE device = 'cuda'").front()[0], "0");
    QCOMPARE(rowsOf(path, "SELECT count(*) FROM not_measured").front()[0], "2");
}

/// A file that counts in spite of a warning is told of as one, in every form; only what another
/// file stands for, or what was edited, is set aside (Y-08).
void TestClassroom::whatCountsWithAReserveIsNotSetAside_Y08() {
    const fs::path folder = at("reserve");
    writePc(folder / "pc01.duelo", {.number = 1, .gpu = false, .sizes = {224}});
    writePc(folder / "pc02.duelo", {.number = 2, .gpu = false, .sizes = {224}});
    const std::string whole = contentOf(folder / "pc02.duelo");
    put(folder / "pc02.duelo", whole.substr(0, whole.size() - 20));
    const auto look = [&] { return opened({folder}).classroom; };
    const Classroom torn = look();
    QCOMPARE(torn.leftOutCount().aside, 0U);
    QCOMPARE(torn.leftOutCount().counting, 1U);
    QVERIFY(torn.leftOut().front().counts);
    QCOMPARE(whyLeftOut(torn, "pc02.duelo"), "torn_last_line");
    const std::size_t small = caseOf(torn, 224);
    QCOMPARE(timesOf(torn, small, Device::Cpu).size(), 2);
    QCOMPARE(timesOf(torn, small, Device::Cpu, {.clean_only = true}).size(), 1);
    for (const auto& [format, told] : {std::pair{ReportFormat::Markdown, "yes, with a reserve"},
                                       {ReportFormat::Csv, "torn_last_line"},
                                       {ReportFormat::JsonReport, "torn_last_line"}}) {
        const auto text = classText(torn, findSpec, format, {.language = Language::English});
        QVERIFY2(text->find(told) != std::string::npos, text->c_str());
    }
    const fs::path path = at("reserve.sqlite");
    QVERIFY(writeClassDatabase(torn, findSpec, {}, path));
    QCOMPARE(rowsOf(path, "SELECT counts, reason FROM left_out").front(),
             (std::vector<std::string>{"1", "torn_last_line"}));
    // A whole file of the same PC takes its place.
    writePc(folder / "pc02-b.duelo",
            {.number = 2, .gpu = false, .started = "2026-05-04T10:00:00Z", .sizes = {224}});
    const Classroom mended = look();
    QCOMPARE(mended.leftOutCount().aside, 1U);
    QCOMPARE(mended.leftOutCount().counting, 0U);
    QCOMPARE(timesOf(mended, small, Device::Cpu, {.clean_only = true}).size(), 2);
}

/// A file that was edited, resumed and sealed again counts, and is not clean (Y-07b).
void TestClassroom::whatItsReaderWarnsOfIsNotClean_Y07b() {
    Classroom classroom;
    ClassFile file{.place = {"a", {}}, .run = "a", .digest = "a", .integrity = Integrity::Sealed};
    file.machine.id = "aaaa1111";
    file.warnings = {Reason{"file_resumed_unsealed", {{"file", "a"}, {"count", 1}}, {}}};
    file.rows.push_back(
        poolingRow({.times = {{.variant = Params{{"device", "cpu"}}, .median_ms = 1}}}));
    classroom.add(std::move(file));
    QCOMPARE(timesOf(classroom, 0, Device::Cpu).size(), 1);
    QVERIFY(timesOf(classroom, 0, Device::Cpu, {.clean_only = true}).empty());
    QVERIFY(classroom.leftOut().front().counts);
}

/// Below and above, for three or more equal processors; what a seal proves is told beside "clean".
void TestClassroom::farFromEqualProcessorsIsAFact_Y07b() {
    const fs::path folder = at("far");
    for (int i = 1; i <= 5; ++i) {
        Pc pc{.number = i, .gpu = false, .sizes = {224, 512}};
        pc.cpu_ms = i == 1 ? 2 : i == 2 ? 70 : 20;
        writePc(folder / ("pc" + pc.seat() + ".duelo"), pc);
    }
    // Of another processor there is one alone: nothing is said of it.
    writePc(folder / "other.duelo",
            {.number = 6, .gpu = false, .sizes = {224}, .cpu_ms = 200, .cpu = "Atom"});
    const Classroom c = opened({folder}).classroom;
    const auto far = farTimes(c);
    QCOMPARE(far.size(), 4);
    // A PC stands once, with the time that lies furthest off.
    const auto seats = farSeats(c);
    QCOMPARE(seats.size(), 2);
    for (const std::size_t i : {0U, 1U}) {
        QCOMPARE(seats[i].furthest.seat->name, i == 0 ? "01" : "02");
        QCOMPARE(seats[i].others, 1);
        QCOMPARE(seats[i].furthest.equal.pcs, 5);
        QVERIFY(qAbs(seats[i].furthest.equal.factor - (i == 0 ? 0.1 : 3.5)) < 0.1);
    }
    const auto text =
        classText(c, findSpec, ReportFormat::Markdown, {.language = Language::English});
    for (const char* part : {"no secret key", "the median of 5 PCs with the same processor"})
        QVERIFY2(text->find(part) != std::string::npos, text->c_str());
    QVERIFY(text->find("cheat") == std::string::npos);
    const fs::path path = at("far.sqlite");
    QVERIFY(writeClassDatabase(c, findSpec, {}, path));
    QCOMPARE(rowsOf(path, printed("three times or more off")).size(), 4);
    // The data say so too, of these two PCs alone.
    const LongTable table = classTable(c, {});
    const auto column = std::ranges::find(table.columns, "equal_far") - table.columns.begin();
    QCOMPARE(std::ranges::count_if(table.rows,
                                   [&](const auto& row) {
                                       return row[std::size_t(column)] ==
                                              LongTable::Value(std::int64_t{1});
                                   }),
             4);
}

/// Modes are series of their own, and a class without GPUs compares them.
void TestClassroom::onlyEqualVariantsAreOneSeries_Y16() {
    const fs::path folder = at("modes");
    for (int i = 1; i <= 4; ++i)
        writePc(folder / ("pc" + std::to_string(i) + ".duelo"),
                {.number = i, .gpu = false, .sizes = {224}, .modes = {"eager", "fused"}});
    writePc(folder / "alone.duelo",
            {.number = 5, .gpu = false, .sizes = {224}, .cpu_ms = 99, .modes = {"fused"}});
    const Classroom c = opened({folder}).classroom;
    const std::size_t small = caseOf(c, 224);
    const auto series = c.series(std::span(&small, 1));
    QCOMPARE(series.size(), 2);
    std::map<std::string, std::size_t> counts;
    for (const std::size_t variant : series)
        counts[c.variants()[variant].text("mode")] = c.times({small, variant}).size();
    QCOMPARE(counts["eager"], 4U);
    QCOMPARE(counts["fused"], 5U);
    const auto pair = pairOf(c, small);
    QVERIFY(pair);
    QCOMPARE(c.variants()[pair->base].text("mode"), "eager");
    QCOMPARE(c.ratios(small, *pair).size(), 4U);
    for (const double ratio : c.ratios(small, *pair)) QVERIFY(qAbs(ratio - 2) < 0.05);
    const std::string headline = headlineIn(c, c.charts().front(), Language::English);
    QVERIFY2(headline.find("× 2") != std::string::npos, headline.c_str());
    const fs::path path = at("modes.sqlite");
    QVERIFY(writeClassDatabase(c, findSpec, {}, path));
    QCOMPARE(rowsOf(path, "SELECT count(*) FROM time").front()[0], "9");
    const auto ratios = rowsOf(path, printed("How many times as fast"));
    QCOMPARE(ratios.size(), 1);
    QCOMPARE(ratios.front()[1], "4");
    QVERIFY(classText(c, findSpec, ReportFormat::Csv, {})->find("ratio_to") != std::string::npos);
}

/// One GPU among PCs without any is not what the class did.
void TestClassroom::beginsWithWhatMostMeasured_Y16() {
    const auto headlineWith = [&](const char* folder, const std::vector<std::string>& modes) {
        for (int i = 1; i <= 5; ++i)
            writePc(at(folder) / ("pc" + std::to_string(i) + ".duelo"),
                    {.number = i, .gpu = i == 3, .sizes = {224}, .modes = modes});
        const Classroom c = opened({at(folder)}).classroom;
        return headlineIn(c, c.charts().front(), Language::English);
    };
    const std::string modes = headlineWith("few_modes", {"eager", "fused"});
    QVERIFY2(modes.find("the median of 5 ratios") != modes.npos, modes.c_str());
    QVERIFY2(modes.find("GPU /") == modes.npos && modes.find("/ GPU") == modes.npos, modes.c_str());
    const std::string alone = headlineWith("few_alone", {"eager"});
    QVERIFY2(alone.find("the median of 5 times") != alone.npos, alone.c_str());
}

void TestClassroom::nothingToChooseAmong_Y18b() {
    const fs::path folder = at("none");
    writePc(folder / "a.duelo", {.number = 1, .gpu = false});
    const Classroom c = opened({folder}).classroom;
    const auto refused = filterFrom({.gpu = "3060"}, c, findSpec, Text(Language::English));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, "class_nothing_to_choose");
    const std::string said = Text(Language::English).reason(refused.error());
    QVERIFY2(said.find("--gpu") != std::string::npos, said.c_str());
}

QTEST_GUILESS_MAIN(TestClassroom)
#include "tst_classroom.moc"
