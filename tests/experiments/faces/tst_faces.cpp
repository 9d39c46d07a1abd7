// SPDX-License-Identifier: Apache-2.0
// X-04: faces in photographs. What is expected was found by OpenCV 4.11 (opencv-python-headless,
// detectMultiScale) in the same samples, resized by Pillow 13 and converted to "L", with the same
// files of cascades.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "../real_run.h"
#include "base/base64.h"
#include "base/places.h"
#include "experiments/faces/detector.h"
#include "experiments/faces/maker.h"
#include "experiments/faces/output.h"
#include "experiments/faces/photograph.h"
#include "experiments/faces/spec.h"
#include "experiments/faces/view.h"
#include "measure/self_check.h"
#include "report/labels.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

/// One stage of one tree of two nodes, on windows of 6 x 6: passes where the left half is brighter
/// than the right one.
std::string smallCascade() {
    return R"(<?xml version="1.0"?><!-- a <comment> --><opencv_storage>
<cascade type_id="opencv-cascade-classifier"><stageType>BOOST</stageType>
<featureType>HAAR</featureType><height>6</height><width>6</width><stages><_>
<maxWeakCount>1</maxWeakCount><stageThreshold>5.0e-01</stageThreshold><weakClassifiers><_>
<internalNodes>0 1 0 0. -1 -2 0 1.0e+06</internalNodes><leafValues>0. 1. -1.</leafValues>
</_></weakClassifiers></_></stages><features><_><rects><_>0 0 3 6 1.</_><_>3 0 3 6 -1.</_>
</rects><tilted>0</tilted></_></features></cascade></opencv_storage>)";
}

std::string told(const std::vector<FoundFace>& faces) {
    std::string out;
    for (const FoundFace& face : faces)
        out += (out.empty() ? "" : "; ") + std::to_string(face.x) + ' ' + std::to_string(face.y) +
               ' ' + std::to_string(face.width) + ' ' + std::to_string(face.height);
    return out;
}

Cell cellOf(const std::string& input, int size_px, int threads) {
    return {.id = "c001",
            .experiment = "faces",
            .work = {{"input", input},
                     {"size_px", size_px},
                     {"cascade", "lbp"},
                     {"factor", 1.1},
                     {"neighbours", 3}},
            .variant = {{"threads", threads}}};
}

}  // namespace

class TestFaces final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cascadesThatAreShippedAreWhole() {
        const auto haar = shippedCascade(FaceCascade::Haar), lbp = shippedCascade(FaceCascade::Lbp);
        QVERIFY(haar && lbp);
        QCOMPARE(haar->cascade.stages.size(), std::size_t{20});
        QCOMPARE(haar->cascade.trees.size(), std::size_t{1047});
        QCOMPARE(haar->cascade.width_px, 20);
        QCOMPARE(lbp->cascade.stages.size(), std::size_t{20});
        QCOMPARE(lbp->cascade.trees.size(), lbp->cascade.nodes.size());  // stumps
        QCOMPARE(lbp->cascade.height_px, 24);
        QVERIFY(haar->sha256 != lbp->sha256 && lbp->sha256.size() == 64);
    }

    /// A damaged file is refused, so that nothing outside of it is read later.
    void aDamagedCascadeIsRefused_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* name, const char* from, const char* to, const char* what) {
            QTest::newRow(name) << QString(from) << QString(to) << QString(what);
        };
        row("cut", "</cascade>", "", "cascade");
        row("another kind", "HAAR", "HOG", "featureType");
        row("not boosted", "BOOST", "TREE", "stageType");
        row("a window without an inside", "<width>6<", "<width>2<", "width");
        row("a window as wide as the moon", "<width>6<", "<width>60000<", "width");
        row("a rectangle outside", "3 0 3 6 -1.", "4 0 3 6 -1.", "features");
        row("a rectangle to the left", "3 0 3 6 -1.", "-3 0 3 6 -1.", "features");
        row("tilted", "<tilted>0", "<tilted>1", "features");
        row("no number", "0 1 0 0. -1", "0 1 0 x -1", "weakClassifiers");
        row("a feature that is not there", "0 1 0 0. -1", "0 1 1 0. -1", "weakClassifiers");
        row("a leaf that is not there", "-1 -2 0", "-1 -3 0", "weakClassifiers");
        row("a node that is not there", "0 1 0 0. -1", "0 2 0 0. -1", "weakClassifiers");
        row("round in a circle", "-1 -2 0", "1 -2 0", "weakClassifiers");
        row("leaves missing", "0. 1. -1.", "0. 1.", "weakClassifiers");
        row("no threshold", "5.0e-01", "much", "stages");
    }
    void aDamagedCascadeIsRefused() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, what);
        QString xml = QString::fromStdString(smallCascade());
        QVERIFY(readCascade(xml.toStdString()));
        QVERIFY(xml.contains(from));
        const auto read = readCascade(xml.replace(from, to).toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, std::string("cascade_damaged"));
        QCOMPARE(QString::fromStdString(read.error().args.value("what", "")), what);
        QVERIFY(!readCascade(std::string(100'000, '<')));
        QVERIFY(!readCascade(""));
    }

    /// By hand: bright left half, dark right half, where the window has its edge in the middle.
    void aSmallCascadeFindsItsEdge() {
        const Cascade cascade = readCascade(smallCascade()).value();
        const int side = 12;
        std::vector<std::uint8_t> grey;
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) grey.push_back(x < 5 ? 200 : 20);
        FaceDetector detector(cascade, side, side, 4);
        QCOMPARE(detector.levels(), std::size_t{1});
        detector.shrink(0, grey);
        for (std::size_t i = 0; i < detector.strips(); ++i) detector.scan(i);
        QCOMPARE(detector.windows(), std::int64_t{16});
        // At 0, 4 and 6 all pixels but those of the border are alike, which is no face.
        QCOMPARE(detector.places().size(), std::size_t{4});
        for (const FoundFace& place : detector.places()) QCOMPARE(place.x, 2);
        QVERIFY(FaceDetector(cascade, 5, 12, 4).levels() == 0);
    }

    void placesAreGrouped() {
        const std::vector<FoundFace> places{{10, 10, 20, 20},
                                            {11, 10, 20, 20},
                                            {12, 11, 20, 20},
                                            {12, 10, 22, 22},
                                            {70, 70, 20, 20}};
        const auto grouped = groupedFaces(places, 3);
        QCOMPARE(told(grouped), std::string("11 10 20 20"));
        QCOMPARE(grouped.front().places, 4);
        QVERIFY(groupedFaces(places, 4).empty());
        QCOMPARE(groupedFaces(places, 0).size(), places.size());
    }

#ifdef DUELO_VISION
    void whatOpenCvFindsIsFound_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("size_px");
        QTest::addColumn<FaceCascade>("kind");
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("neighbours");
        QTest::addColumn<int>("places");
        QTest::addColumn<QString>("faces");
        const auto row = [](const char* name, int size_px, FaceCascade kind, double factor,
                            int neighbours, int places, const char* faces) {
            QTest::addRow("%s, %d px, %d, %g, %d", name, size_px, static_cast<int>(kind), factor,
                          neighbours)
                << QString(name) << size_px << kind << factor << neighbours << places
                << QString(faces);
        };
        row("astronaut.png", 256, FaceCascade::Haar, 1.1, 3, 26, "88 32 50 50");
        row("astronaut.png", 256, FaceCascade::Lbp, 1.1, 3, 18, "85 31 53 53");
        row("astronaut.png", 512, FaceCascade::Lbp, 1.3, 1, 15, "168 59 112 112; 408 422 53 53");
        row("astronaut.png", 200, FaceCascade::Haar, 1.05, 1, 31, "67 24 42 42; 110 46 53 53");
        row("astronaut.png", 200, FaceCascade::Lbp, 1.05, 8, 22, "68 26 38 38");
        row("camera.png", 256, FaceCascade::Haar, 1.2, 1, 0, "");
        row("camera.png", 256, FaceCascade::Lbp, 1.1, 1, 4, "71 221 26 26");
        row("rocket.jpg", 320, FaceCascade::Haar, 1.1, 3, 0, "");
        row("rocket.jpg", 320, FaceCascade::Lbp, 1.1, 3, 3, "");
        row("chelsea.png", 200, FaceCascade::Lbp, 1.1, 1, 5, "8 53 57 57");
        row("coffee.png", 256, FaceCascade::Lbp, 1.1, 3, 2, "");
    }
    void whatOpenCvFindsIsFound() {
        QFETCH(QString, name);
        QFETCH(int, size_px);
        QFETCH(FaceCascade, kind);
        QFETCH(double, factor);
        QFETCH(int, neighbours);
        const auto cascade = shippedCascade(kind);
        const auto photograph = readFacePhotograph("sample:" + name.toStdString(), size_px);
        QVERIFY(cascade && photograph);
        FaceDetector detector(cascade->cascade, photograph->width_px, photograph->height_px,
                              factor);
        for (std::size_t i = 0; i < detector.levels(); ++i) detector.shrink(i, photograph->grey);
        for (std::size_t i = 0; i < detector.strips(); ++i) detector.scan(i);
        QTEST(static_cast<int>(detector.places().size()), "places");
        QTEST(QString::fromStdString(told(groupedFaces(detector.places(), neighbours))), "faces");
    }

    /// However many threads share the windows, and whoever looks again.
    void threadsFindTheSame() {
        FacesMaker maker;
        std::vector<Output> outputs;
        for (const int threads : {1, 3})
            outputs.push_back(
                afterOneCall(maker, cellOf("sample:astronaut.png", 200, threads),
                             [](Work& work) -> Result<Output> { return work.output(); })
                    .value());
        for (const Output& output : outputs) {
            QVERIFY(output.metrics.front().value >= 1);
            QCOMPARE(output.fingerprint->sha256, outputs.front().fingerprint->sha256);
        }
        // The pixels of a photograph stand in one result.
        QVERIFY(outputs[0].output.contains("photograph"));
        QVERIFY(!outputs[1].output.contains("photograph"));
    }

    void whatIsMissingIsSaid() {
        FacesMaker maker;
        QCOMPARE(maker.create(cellOf("sample:none.png", 256, 1)).value()->prepare().error().code,
                 std::string("sample_missing"));
        QCOMPARE(maker.look(cellOf("/no/such/picture.png", 256, 1), false).error().code,
                 std::string("image_not_found"));
        const QByteArray data = qgetenv("DUELO_DATA_DIR");
        const QTemporaryDir other;
        QVERIFY(QDir(other.path()).mkdir("cascades"));
        QFile file(other.filePath("cascades/lbpcascade_frontalface.xml"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("<opencv_storage>") > 0);
        file.close();
        qputenv("DUELO_DATA_DIR", other.path().toUtf8());
        const auto prepared =
            maker.create(cellOf("sample:astronaut.png", 256, 1)).value()->prepare();
        qputenv("DUELO_DATA_DIR", data);
        QVERIFY(!prepared);
        QCOMPARE(prepared.error().code, std::string("cascade_damaged"));
        QCOMPARE(prepared.error().args.value("name", ""),
                 std::string("lbpcascade_frontalface.xml"));
    }

    /// From the words of the command line to the photograph in the report (S0-02).
    void aRunShowsWhatItFound() {
        const testing::RealRun run;
        const auto typed = planFromWords(
            facesSpec(), {{"size_px", {"64", "128"}}, {"cascade", {"lbp"}}}, testing::kTwoCores);
        Plan plan = validated(*typed, facesSpec(), testing::kTwoCores).value();
        plan.preset = Preset::Quick;
        const fs::path file = run.file("faces.duelo");
        QVERIFY(run.measure({.plan = plan,
                             .maker = [] { return std::make_unique<FacesMaker>(); },
                             .t_max_ms = 200},
                            facesSpec(), file) == RunEnd::AllDone);
        const Comparison c = testing::compared({file});
        QCOMPARE(c.rows.size(), std::size_t{2});
        QCOMPARE(c.tables.size(), std::size_t{1});
        for (const Row& row : c.rows)
            for (const ReportCell& cell : row.cells) {
                QVERIFY(cell.timed());
                QVERIFY(facesFoundIn(cell.result));
                QVERIFY(cell.result.metric("picture_rate")->value > 0);
                QVERIFY(partMs(cell.result.parts, "scan").value_or(0) > 0);
            }
        for (const Language language : {Language::Spanish, Language::English}) {
            const ReportOptions options{.language = language};
            const Text text = options.text();
            const Labels labels(c, text);
            const auto charts = foundFaceCharts({.comparison = c, .labels = labels, .table = 0});
            const auto& tiles = std::get<TilesValue>(charts.at(0));
            QCOMPARE(tiles.tiles.size(), std::size_t{2});
            const TilesValue::Tile& second = tiles.tiles[1];
            QVERIFY(second.grey && second.grey->width_px == 320);
            const auto found = facesFoundIn(c.rows[1].cells[0].result);
            QVERIFY(!second.frames.empty());
            QCOMPARE(second.frames.size(), found->faces.size());
            QCOMPARE(second.frames.front().left, found->faces.front().x / 128.0);
            QVERIFY(!tiles.description.empty());
            const std::string html = writeHtml(compose(c, options));
            QVERIFY(html.find("data:image/png;base64,") != std::string::npos);
            QVERIFY(html.find(text("faces.not_whose")) != std::string::npos);
            const QString markdown = testing::markdownOf(c, language);
            QVERIFY(markdown.contains(QString::fromStdString(text("faces.found_title"))));
        }
    }
#endif

    /// A record of somebody else names nothing that is not there.
    void whatAFileSaysOtherwiseIsNothing() {
        const Json good{
            {"width_px", 10},
            {"height_px", 8},
            {"faces",
             {{{"x_px", 1}, {"y_px", 2}, {"width_px", 3}, {"height_px", 3}, {"places", 4}}}}};
        ResultRecord result;
        result.output = good;
        QCOMPARE(facesFoundIn(result)->faces.size(), std::size_t{1});
        for (const auto& [name, value] :
             {std::pair("width_px", Json(0)), std::pair("height_px", Json("8")),
              std::pair("faces", Json(1)), std::pair("faces", Json::array({1})),
              std::pair("width_px", Json(3)), std::pair("height_px", Json(1e9))}) {
            result.output = good;
            result.output[name] = value;
            QVERIFY(!facesFoundIn(result));
        }
        const std::vector<std::uint8_t> pixels(6, 7);
        result.output["photograph"] = {
            {"width_px", 3}, {"height_px", 2}, {"channels", 1}, {"pixels", base64(pixels)}};
        QCOMPARE(facePictureIn(result)->bytes, std::string(6, '\7'));
        result.output["photograph"]["width_px"] = 4;
        QVERIFY(!facePictureIn(result));
    }
};

QTEST_GUILESS_MAIN(TestFaces)
#include "tst_faces.moc"
