// SPDX-License-Identifier: Apache-2.0
// S4-27: threads of LibTorch that keep to a core each.
#include "pinning_testing.h"

#include "experiments/makers.h"
#include "experiments/specs.h"
#include "gpu/gpu_loader.h"

using namespace duelo;

class TestPinnedTorch final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (const char* why = test::whyNotPinned()) QSKIP(why);
    }

    void eachKeepsToItsCore_data() {
        QTest::addColumn<QString>("experiment");
        QTest::addColumn<TypedWords>("words");
        const auto row = [](const char* name, const char* experiment, TypedWords words) {
            QTest::newRow(name) << QString(experiment) << std::move(words);
        };
        row("pi, arrays", "pi", {{"how", {"array"}}, {"samples", {"3000000"}}});
        row("product, library", "matrix_product", {{"kernel", {"library"}}, {"n", {"512"}}});
        row("product, oneDNN", "matrix_product", {{"kernel", {"onednn"}}, {"n", {"512"}}});
        row("max pool, library", "max_pool", {{"kernel", {"library"}}, {"size_px", {"2048"}}});
        row("inference", "inference", {{"model", {"resnet18"}}, {"size_px", {"64"}}});
        for (const char* mode : {"eager", "fused", "plain"})
            row(mode, "training",
                {{"model", {"mlp"}}, {"data", {"digits"}}, {"mode", {mode}}, {"batch", {"64"}}});
        row("lab AlexNet", "training",
            {{"model", {"lab_alexnet"}},
             {"data", {"synthetic:2x20"}},
             {"mode", {"eager"}},
             {"learning_rate", {"0.000001"}}});
    }
    void eachKeepsToItsCore() {
        QFETCH(QString, experiment);
        QFETCH(TypedWords, words);
        words["threads"] = {"2"};
        words["pinning"] = {"cores"};
        const Spec& spec = *findSpec(experiment.toStdString());
        const std::vector<Cell> cells = test::cellsOf(spec, words);
        QCOMPARE(cells.size(), std::size_t{1});
        const auto maker = makerOf(spec.id, {.gpu = &Gpu::instance()});
        test::keepsToItsCores(*maker, cells.front());
        test::hasTooFewCores(*maker, cells.front());
    }
};

QTEST_GUILESS_MAIN(TestPinnedTorch)
#include "tst_pinned_torch.moc"
