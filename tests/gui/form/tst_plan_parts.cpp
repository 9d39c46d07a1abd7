// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a plan that a form shows as one part, and back.
#include <QTest>

#include "experiments/specs.h"
#include "ui/form/plan_parts.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

const Spec& inference() {
    return *findSpec("inference");
}

const Axis& model() {
    return *inference().find("model");
}

Block blockOf(std::vector<Json> models, std::vector<Json> sizes = {224}) {
    return {{"model", std::move(models)}, {"size_px", std::move(sizes)}};
}

Block withFile(Block block, const char* path) {
    block["weights"] = {path};
    return block;
}

Owned fileOf(const char* network, const char* path) {
    Owned owned;
    owned[network]["weights"] = {path};
    return owned;
}

}  // namespace

class TestPlanParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void blocksThatDifferStayApart() {
        const std::vector<Block> cases{blockOf({"resnet18"}), blockOf({"mobilenet_v2"}, {512})};
        const auto parts = partsOf(cases, inference());
        QCOMPARE(parts.size(), 2U);
        QVERIFY(casesOf(parts, inference()) == cases);
    }

    /// The form would change a plan that nobody edited if it joined blocks without files.
    void blocksWithoutFilesStayApart() {
        const std::vector<Block> cases{blockOf({"resnet18"}), blockOf({"mobilenet_v2"})};
        QVERIFY(casesOf(partsOf(cases, inference()), inference()) == cases);
    }

    void aFileIsShownBesideTheOtherNetworks() {
        const std::vector<Block> cases{blockOf({"mobilenet_v2"}),
                                       withFile(blockOf({"resnet18"}), "/r.pth")};
        const auto parts = partsOf(cases, inference());
        QCOMPARE(parts.size(), 1U);
        QVERIFY(valuesIn(parts[0].block, "model") ==
                (std::vector<Json>{"mobilenet_v2", "resnet18"}));
        QVERIFY(parts[0].owned == fileOf("resnet18", "/r.pth"));
        QVERIFY(casesOf(parts, inference()) == cases);
    }

    void aFileThatIsTakenAwayLeavesOneBlock() {
        auto parts = partsOf({blockOf({"mobilenet_v2"}), withFile(blockOf({"resnet18"}), "/r.pth")},
                             inference());
        takeOwner(parts, 0, model(), {"mobilenet_v2", "resnet18"}, {});
        const std::vector<Block> left{blockOf({"mobilenet_v2", "resnet18"})};
        QVERIFY(casesOf(parts, inference()) == left);
    }

    /// A network has one file, whichever part it stands in.
    void aFileHoldsInAllPartsOfItsNetwork() {
        std::vector<PlanPart> parts{{blockOf({"resnet18"}), {}},
                                    {blockOf({"resnet18"}, {512}), {}},
                                    {blockOf({"mobilenet_v2"}, {96}), {}}};
        const Owned file = fileOf("resnet18", "/r.pth");
        takeOwner(parts, 0, model(), {"resnet18"}, file);
        QVERIFY(parts[0].owned == file && parts[1].owned == file && parts[2].owned.empty());
        // One that is chosen anew takes it along.
        takeOwner(parts, 2, model(), {"mobilenet_v2", "resnet18"}, {});
        QVERIFY(parts[2].owned == file);
        takeOwner(parts, 2, model(), {"mobilenet_v2"}, file);
        QVERIFY(parts[2].owned.empty() && parts[1].owned == file);
        takeOwner(parts, 1, model(), {"resnet18"}, {});
        QVERIFY(parts[0].owned.empty() && parts[1].owned.empty());
    }

    /// An experiment without such an axis has a part for each block.
    void withoutOwners() {
        const Spec& training = *findSpec("training");
        QVERIFY(!ownerAxis(training));
        const std::vector<Block> cases{blockOf({"mlp"}), blockOf({"mlp"})};
        QVERIFY(casesOf(partsOf(cases, training), training) == cases);
    }
};

QTEST_APPLESS_MAIN(TestPlanParts)
#include "tst_plan_parts.moc"
