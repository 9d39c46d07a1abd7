// SPDX-License-Identifier: Apache-2.0
// S2-25, S2-30, S2-31, S2-41, X-14, X-15, X-16, X-20: what a work does, step by step. Each value of
// a picture is that of the text which is measured.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/text.h"
#include "experiments/specs.h"
#include "report/view.h"

using namespace duelo;

namespace {

using Tone = GridsValue::Tone;

const Lesson& lessonOf(std::string_view experiment, std::size_t index) {
    return findSpec(experiment)->view->lessons.at(index);
}

Params with(const Lesson& lesson, const Params& chosen) {
    Params settings = lesson.usual();
    for (const auto& [id, value] : chosen) settings.set(id, value);
    return settings;
}

GridsValue pictureOf(const Lesson& lesson, const Params& chosen, int step) {
    return lesson.at(with(lesson, chosen), step, Text(Language::English));
}

QStringList textsOf(const GridsValue::Grid& grid) {
    QStringList texts;
    for (const GridsValue::Cell& cell : grid.cells) texts << QString::fromStdString(cell.text);
    return texts;
}

std::vector<std::size_t> having(const GridsValue::Grid& grid, Tone tone) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < grid.cells.size(); ++i)
        if (grid.cells[i].tone == tone) found.push_back(i);
    return found;
}

bool says(const GridsValue& picture, const char* words) {
    return std::ranges::any_of(picture.words, [&](const std::string& line) {
        return line.find(words) != std::string::npos;
    });
}

using Places = std::vector<std::size_t>;

/// All values of a setting that differ in kind: each word, the least and the largest number, and
/// the usual one where the lesson has few settings.
std::vector<Json> valuesOf(const Lesson& lesson, const Lesson::Setting& setting) {
    constexpr std::size_t kFew = 7;
    if (!setting.words.empty()) return {setting.words.begin(), setting.words.end()};
    if (lesson.settings.size() > kFew) return {setting.min, setting.max};
    return {setting.min, setting.usual, setting.max};
}

void everyChoice(const Lesson& lesson, std::size_t index, Params& settings,
                 const std::function<void()>& look) {
    if (index == lesson.settings.size()) return look();
    const Lesson::Setting& setting = lesson.settings[index];
    if (!setting.appliesTo(settings)) return everyChoice(lesson, index + 1, settings, look);
    for (const Json& value : valuesOf(lesson, setting)) {
        settings.set(setting.id, value);
        everyChoice(lesson, index + 1, settings, look);
    }
}

/// Empty, or what is wrong with a picture.
QString wrongWith(const GridsValue& picture, int steps) {
    if (isEmpty(picture) || picture.title.empty() || picture.words.empty()) return "empty";
    std::string all = picture.title + picture.description;
    // Y-14: what is read as one text has sentences.
    for (const std::string& words : picture.words)
        if (all.find(words.ends_with('.') || words.ends_with(':') ? words : words + ".") ==
            std::string::npos)
            return QString::fromStdString(words);
    for (const GridsValue::Grid& grid : picture.grids) {
        if (grid.cells.empty() || grid.cells.size() % grid.columns != 0) return "ragged";
        for (const GridsValue::Cell& cell : grid.cells) {
            if (cell.text.find_first_of("?an") != cell.text.npos) return "no number";
            if (cell.step && (*cell.step < 0 || *cell.step >= steps)) return "leads nowhere";
        }
        all += grid.title;
    }
    for (const char* odd : {"?", "lesson_", "threads.", "max_pool.", "training.", "pi."})
        if (all.find(odd) != std::string::npos) return QString::fromStdString(all);
    return {};
}

}  // namespace

class TestLessons final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// S2-41 with the windows of S2-20; S2-25: none depends on another.
    void windowsWalkOverTheThesissPicture() {
        const Lesson& walk = lessonOf("max_pool", 0);
        QCOMPARE(walk.steps(walk.usual()), 4);
        const GridsValue last = pictureOf(walk, {}, 3);
        QCOMPARE(textsOf(last.grids.at(1)), (QStringList{"9", "7", "8", "9"}));
        const GridsValue third = pictureOf(walk, {}, 2);
        QCOMPARE(third.grids[0].columns, std::size_t{4});
        QCOMPARE(having(third.grids[0], Tone::Marked), (Places{8, 9, 13}));
        QCOMPARE(having(third.grids[0], Tone::Chosen), (Places{12}));  // the 8
        // What is to come can be read as well, faintly.
        QCOMPARE(textsOf(third.grids[1]), (QStringList{"9", "7", "8", "9"}));
        QCOMPARE(having(third.grids[1], Tone::Outside), (Places{3}));
        QCOMPARE(third.grids[1].cells[3].step, std::optional<int>(3));
        QVERIFY(says(third, "Window 3 of 4: (2 6 / 8 3) → 8"));
        QVERIFY(says(third, "⌊(4 + 2·0 − 2)/2⌋ + 1 = 2"));
        QVERIFY(says(third, "depends on no other"));
        // S2-34, X-20: two copies there and two back for each window.
        QVERIFY(says(third, "3 launches and 9 copies"));
        QVERIFY(says(pictureOf(walk, {{"stride", 1}}, 0), "none waits"));
    }

    /// S2-21: overlapping and padded, and the border that is never the largest.
    void bordersAreDrawn() {
        const Lesson& walk = lessonOf("max_pool", 0);
        QCOMPARE(walk.steps(with(walk, {{"stride", 1}})), 9);
        QCOMPARE(walk.steps(with(walk, {{"stride", 1}, {"padding", 1}})), 25);
        const GridsValue padded = pictureOf(walk, {{"stride", 1}, {"padding", 1}}, 0);
        QCOMPARE(padded.grids[0].cells.size(), std::size_t{36});
        QCOMPARE(padded.grids[0].cells[0].text, std::string("−∞"));
        QCOMPARE(padded.grids[1].cells[0].text, std::string("9"));
        // It keeps the size, by windows that see nothing but the border.
        const GridsValue wide = pictureOf(walk, {{"padding", 2}}, 15);
        QCOMPARE(wide.grids[1].cells.size(), std::size_t{16});
        QCOMPARE(wide.grids[1].cells[0].text, std::string("−∞"));
        const GridsValue zeros = pictureOf(walk, {{"padding", 2}, {"border", "zero"}}, 15);
        QCOMPARE(zeros.grids[1].cells[0].text, std::string("0"));
    }

    /// S2-41: the same of a photograph, as bright as its numbers say.
    void windowsWalkOverAPhotograph() {
        const Lesson& walk = lessonOf("max_pool", 0);
        const Params chosen{{"numbers", "picture"}};
        QCOMPARE(walk.steps(with(walk, chosen)), 64);
        const GridsValue picture = pictureOf(walk, chosen, 63);
        QCOMPARE(picture.grids.at(0).cells.size(), std::size_t{256});
        double before = 0, after = 0;
        for (const GridsValue::Cell& cell : picture.grids[0].cells) {
            QVERIFY(cell.grey);
            QCOMPARE(*cell.grey * 255, std::stod(cell.text));
            before += *cell.grey / 256;
        }
        for (const GridsValue::Cell& cell : picture.grids.at(1).cells) after += *cell.grey / 64;
        QVERIFY(after > before);  // each window leaves its brightest
        QCOMPARE(having(picture.grids[0], Tone::Chosen).size(), std::size_t{1});
        // What lies around it is no picture.
        const GridsValue padded = pictureOf(walk, {{"numbers", "picture"}, {"padding", 1}}, 0);
        QVERIFY(!padded.grids[0].cells[0].grey);
        QCOMPARE(padded.grids[0].cells[0].text, std::string("−∞"));
    }

    /// S2-34, S2-43, S2-58, S3-07: what goes over the bus for products in a row.
    void productsTravel() {
        const Lesson& travel = lessonOf("matrix_product", 1);
        const Params each{{"products", 3}, {"n", 2}},
            once{{"copies", "once"}, {"products", 3}, {"n", 2}};
        QCOMPARE(travel.steps(with(travel, each)), 12);
        QCOMPARE(travel.steps(with(travel, once)), 6);
        QVERIFY(says(pictureOf(travel, each, 11), "So far: 3 launches, 9 copies, 144 bytes") ||
                says(pictureOf(travel, each, 11), "So far: 3 launches, 9 copies, 144 B"));
        QVERIFY(says(pictureOf(travel, once, 5), "3 launches, 3 copies, 48 B"));
        // A is there before B, both before the result, which comes back last.
        const auto there = [&](int step) {
            QStringList found;
            for (const GridsValue::Grid& grid : pictureOf(travel, each, step).grids)
                found << (having(grid, Tone::Empty).empty() ? "1" : "0");
            return found.join("");
        };
        QCOMPARE(there(0), QString("110100"));
        QCOMPARE(there(1), QString("110110"));
        QCOMPARE(there(2), QString("110111"));
        QCOMPARE(there(3), QString("111111"));
        // The factor of the second product is the result of the first, wherever it rests.
        const QStringList result = textsOf(pictureOf(travel, each, 3).grids.at(5));
        QCOMPARE(textsOf(pictureOf(travel, each, 4).grids.at(3)), result);
        QCOMPARE(textsOf(pictureOf(travel, once, 3).grids.at(3)), result);
        QCOMPARE(textsOf(pictureOf(travel, each, 11).grids.at(2)),
                 textsOf(pictureOf(travel, once, 5).grids.at(2)));
    }

    /// what a window of 3 leaves.
    void twoAgainstThree() {
        const Lesson& walk = lessonOf("max_pool", 0);
        const Params chosen{{"show", "two_or_three"}, {"numbers", "digits"}, {"size", 8}};
        QCOMPARE(walk.steps(with(walk, chosen)), 1);
        const GridsValue picture = pictureOf(walk, chosen, 0);
        QCOMPARE(picture.grids.at(1).cells.size(), std::size_t{16});
        QCOMPARE(picture.grids.at(2).cells.size(), std::size_t{9});
        QVERIFY(says(picture, "Window 2: the map is 4 × 4, 25 % of"));
        QVERIFY(says(picture, "Window 3: the map is 3 × 3, 14 % of"));
    }

    /// with the thesis's picture, counted by hand.
    void aShiftByOnePixel() {
        const GridsValue picture = pictureOf(lessonOf("max_pool", 0), {{"show", "shift"}}, 0);
        QCOMPARE(textsOf(picture.grids.at(2)).mid(0, 8),
                 (QStringList{"9", "9", "5", "2", "3", "3", "1", "3"}));
        QCOMPARE(textsOf(picture.grids.at(3)), (QStringList{"9", "5", "8", "7"}));
        QCOMPARE(having(picture.grids.at(3), Tone::Unequal), (Places{1, 3}));
        QVERIFY(says(picture, "2 of 4 of the map"));
        QVERIFY(says(picture, "is still 9"));
    }

    /// (4 7; 10 2) by itself, term by term.
    void rowsByColumns() {
        const Lesson& product = lessonOf("matrix_product", 0);
        QCOMPARE(product.steps(product.usual()), 8);
        QCOMPARE(textsOf(pictureOf(product, {}, 7).grids.at(2)),
                 (QStringList{"86", "42", "60", "74"}));
        const GridsValue first = pictureOf(product, {}, 0), then = pictureOf(product, {}, 3);
        QVERIFY(says(first, "Row 1 by column 1: 4·4 = 16"));
        QCOMPARE(textsOf(first.grids[2]), (QStringList{"16", "", "", ""}));
        QVERIFY(says(then, "Row 1 by column 2: 4·7 + 7·2 = 42"));
        QCOMPARE(having(then.grids[0], Tone::Chosen), (Places{1}));
        QCOMPARE(having(then.grids[1], Tone::Chosen), (Places{3}));
        QCOMPARE(having(then.grids[1], Tone::Marked), (Places{1}));
        QCOMPARE(then.grids[2].cells[2].step, std::optional<int>(4));
    }

    /// S2-30, S2-31; S2-M13: 4 of 1024 threads.
    void threadsOfABlock() {
        const Lesson& threads = lessonOf("max_pool", 2);
        const GridsValue picture = pictureOf(threads, {}, 0);
        QCOMPARE(picture.grids.at(1).cells.size(), std::size_t{1024});
        QCOMPARE(having(picture.grids[1], Tone::Chosen), (Places{0, 1, 32, 33}));
        QCOMPARE(having(picture.grids[1], Tone::Marked).size(), std::size_t{60});
        QVERIFY(says(picture, " threads 4 work (0.391 %)"));
        QVERIFY(says(picture, "in 2 some threads work"));
        QVERIFY(says(picture, "; 30 have nothing to do"));
        // The second of four blocks begins at j = 8 and has two columns of the matrix.
        const Params ten{{"n", 10}, {"block", "8"}};
        QCOMPARE(threads.steps(with(threads, ten)), 4);
        const GridsValue second = pictureOf(threads, ten, 1);
        QCOMPARE(second.grids[1].cells[0].text, std::string("0.8"));
        QCOMPARE(second.grids[1].cells[9].text, std::string("1.9"));
        QCOMPARE(having(second.grids[1], Tone::Chosen).size(), std::size_t{16});
    }

    /// each row once, in a piece or in turn.
    void rowsAreSharedOut() {
        const Params chosen{{"who", "cpu"}, {"rows", 10}, {"threads", 4}};
        const Lesson& threads = lessonOf("matrix_product", 2);
        QCOMPARE(threads.steps(with(threads, chosen)), 3);
        const GridsValue picture = pictureOf(threads, chosen, 2);
        QCOMPARE(textsOf(picture.grids.at(0)).join(""), QString("0011122333"));
        QCOMPARE(textsOf(picture.grids.at(1)).join(""), QString("0123012301"));
        for (const GridsValue::Grid& grid : picture.grids)
            for (const GridsValue::Cell& cell : grid.cells) QVERIFY(cell.style);
        const GridsValue first = pictureOf(threads, chosen, 0);
        for (const GridsValue::Grid& grid : first.grids)
            QCOMPARE(std::ranges::count_if(grid.cells,
                                           [](const auto& cell) { return cell.style.has_value(); }),
                     std::ptrdiff_t{4});
    }

    /// S2-27, S2-34, S2-58, S2-M12: one launch and two copies for each window, three with the
    /// filter.
    void copiesAndLaunchesAreCounted_S2_34() {
        const Lesson& lesson = lessonOf("max_pool", 1);
        const Params thesis{{"way", "pool_identity_transferred"}};
        QCOMPARE(lesson.steps(with(lesson, thesis)), 16);  // four windows, four deeds each
        const GridsValue second = pictureOf(lesson, thesis, 5);
        QVERIFY(says(second, "Copy: the identity matrix"));
        QVERIFY(says(second, "So far: 1 launch, 5 copies, 80 B"));
        QVERIFY(says(second, "In all: 4 launches, 12 copies, 192 B"));
        QCOMPARE(having(second.grids.at(0), Tone::Marked), (Places{2, 3, 6, 7}));
        const GridsValue last = pictureOf(lesson, thesis, 15);
        QVERIFY(says(last, "So far: 4 launches, 12 copies, 192 B"));
        QCOMPARE(having(last.grids.at(3), Tone::Chosen), Places{3});
        const Params once{{"way", "pool_each_window"}};
        QCOMPARE(lesson.steps(with(lesson, once)), 3);
        QVERIFY(says(pictureOf(lesson, once, 2), "So far: 1 launch, 2 copies, 80 B"));
        for (const char* way : {"pool_identity_constant", "pool_one_window"}) {
            const Params chosen{{"way", way}};
            QVERIFY(says(pictureOf(lesson, chosen, lesson.steps(with(lesson, chosen)) - 1),
                         "So far: 4 launches, 8 copies"));
        }
    }

    /// S2-35: the calculator, with the thesis's share and its three numbers of units.
    void amdahlIsCalculated_S2_35() {
        const Lesson& amdahl = lessonOf("pi", 0);
        for (const auto& [units, factor] :
             {std::pair{640, "2.5578"}, {2496, "2.5624"}, {2560, "2.5625"}}) {
            const Params chosen{{"units", units}};
            const int last = amdahl.steps(with(amdahl, chosen)) - 1;
            const GridsValue picture = pictureOf(amdahl, chosen, last);
            QVERIFY2(says(picture, factor), qPrintable(QString::fromStdString(picture.words[0])));
            QVERIFY(picture.grids.at(2).cells.back().text.starts_with(factor));
        }
        // What two units leave of 61 cells of the shared part, and all of the serial one.
        const GridsValue two = pictureOf(amdahl, {}, 1);
        QCOMPARE(having(two.grids.at(0), Tone::Marked).size(), std::size_t{39});
        QCOMPARE(having(two.grids[0], Tone::Chosen).size(), std::size_t{61});
        QCOMPARE(having(two.grids.at(1), Tone::Chosen).size(), std::size_t{31});
        QVERIFY(says(two, "= 2.564103"));
        // The quotient of the two times is no share: with two units it would be another one.
        QVERIFY(says(two, "61.2 %") && says(two, "77.6 %"));
        QVERIFY(says(pictureOf(amdahl, {{"shared_percent", 100}}, 1), "there is no limit"));
    }

    /// S2-M17: neither commutative nor the product element by element.
    void otherProductsAreOthers_S2_M17() {
        const Lesson& product = lessonOf("matrix_product", 0);
        const GridsValue first = pictureOf(product, {{"factors", "digits"}, {"n", 2}}, 0);
        const auto number = [&](std::size_t grid, std::size_t cell) {
            return std::stod(first.grids.at(grid).cells.at(cell).text);
        };
        const double swapped = number(1, 0) * number(0, 0) + number(1, 1) * number(0, 2);
        QVERIFY(says(first, qPrintable(QString("B·A gives %1").arg(swapped))));
        QVERIFY(says(first, qPrintable(QString(" = %1.").arg(number(0, 0) * number(1, 0)))));
    }

    /// S2-21: which padding keeps the size.
    void samePaddingIsTold() {
        const Lesson& walk = lessonOf("max_pool", 0);
        QVERIFY(says(pictureOf(walk, {{"window", 3}, {"stride", 1}}, 0),
                     "(F − 1)/2 keeps the size: "
                     "here, 1."));
        QVERIFY(says(pictureOf(walk, {}, 0), "for even windows none"));
    }

    /// S4-09, S4-25: the phases that a project printed, and those that are estimated; each marked.
    void phasesOfABatchAreMarked_S4_25() {
        const Lesson& phases = lessonOf("training", 1);
        const GridsValue printed = pictureOf(phases, {}, 2);
        QVERIFY(printed.title.find("[printed, not measured here]") != std::string::npos);
        QVERIFY(says(printed, "has not measured them"));
        QVERIFY(says(printed, "0.0607 ms, 21.2 %") && says(printed, "747 images per second"));
        const auto ofPhase = [](const GridsValue& picture, int phase) {
            return std::ranges::count(picture.grids.at(0).cells, std::optional(phase),
                                      &GridsValue::Cell::style);
        };
        // A cell is a hundredth: 21.2, 21.3 and 57.5 of them.
        QCOMPARE(ofPhase(printed, 0), 21);
        QVERIFY(std::abs(static_cast<double>(ofPhase(printed, 1)) - 21.3) < 1);
        QCOMPARE(ofPhase(printed, 0) + ofPhase(printed, 1) + ofPhase(printed, 2), 100);
        const GridsValue estimate = pictureOf(phases, {{"phases_of", "estimate"}}, 2);
        QVERIFY(estimate.title.find("[estimated, not measured]") != std::string::npos);
        // 32 images of 785 numbers at 12 GB/s, and 10 us before the first byte.
        QVERIFY(says(estimate, "0.0184 ms"));
        // What goes to the GPU grows with the batch; what comes back does not.
        const GridsValue large =
            pictureOf(phases, {{"phases_of", "estimate"}, {"phases_images", 512}}, 2);
        QVERIFY(ofPhase(large, 0) > ofPhase(estimate, 0));
        QCOMPARE(large.words.at(3).substr(0, large.words.at(3).find(" ms")),
                 estimate.words.at(3).substr(0, estimate.words.at(3).find(" ms")));
    }

    /// Each step of a lesson has a picture, with every choice and in both languages.
    void everyChoiceHasItsPictures() {
        int seen = 0;
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            for (const char* experiment :
                 {"max_pool", "matrix_product", "training", "pi", "transfer"})
                for (const Lesson& lesson : findSpec(experiment)->view->lessons) {
                    QVERIFY(text.has("tab." + lesson.id));
                    Params settings = lesson.usual();
                    QString wrong;
                    everyChoice(lesson, 0, settings, [&] {
                        const int steps = lesson.steps(settings);
                        for (const int step : {0, steps / 2, steps - 1}) {
                            const GridsValue picture = lesson.at(settings, step, text);
                            if (wrong.isEmpty()) wrong = wrongWith(picture, steps);
                            ++seen;
                        }
                    });
                    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
                    for (const Lesson::Setting& setting : lesson.settings) {
                        QVERIFY(text.has("lesson." + setting.id));
                        for (const std::string& word : setting.words)
                            QVERIFY(text.has("lesson." + setting.id + '_' + word));
                    }
                }
        }
        QVERIFY(seen > 1000);
    }

    /// A line that both texts have stands beside itself, and nothing gets lost.
    void linesAreBesideEachOther() {
        const auto from = linesOf("a\nb\nc\n"), to = linesOf("a\nx\nc\nd");
        QCOMPARE(from.size(), std::size_t{3});
        const std::vector<LinePair> pairs = pairedLines(from, to);
        QCOMPARE(pairs, (std::vector<LinePair>{{.from = 0, .to = 0},
                                               {.from = 1, .to = {}},
                                               {.from = {}, .to = 1},
                                               {.from = 2, .to = 2},
                                               {.from = {}, .to = 3}}));
        for (const char* experiment : {"max_pool", "matrix_product"}) {
            const View& view = *findSpec(experiment)->view;
            QVERIFY(view.texts.size() >= 3);
            for (const KernelText& text : view.texts) {
                const bool onGpu = text.text.find("__global__ void") != text.text.npos;
                QVERIFY(onGpu || text.text.find("static void") != text.text.npos);
                QVERIFY(text.text.find("SPDX") == text.text.npos);
                QVERIFY(text.before.empty() ||
                        std::ranges::find(view.texts, text.before, &KernelText::kernel) !=
                            view.texts.end());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestLessons)
#include "tst_lessons.moc"
