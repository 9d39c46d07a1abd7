// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <set>
#include <string>
#include <vector>

#include "models/weight_check.h"
#include "models/weight_format.h"
#include "networks/registry.h"
#include "networks/timm_names.h"
#include "networks/trained_network.h"
#include "weight_builders.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// Adds tensors of a dictionary, each at an offset of its own.
void add(TensorTable& table, const std::vector<TensorSpec>& specs, const std::string& place,
         const std::string& prefix) {
    for (const TensorSpec& spec : specs)
        table.tensors.push_back({.name = prefix + spec.name,
                                 .place = place,
                                 .shape = spec.shape,
                                 .strides = rowMajorStrides(spec.shape),
                                 .offset = table.tensors.size()});
}

std::string codeOf(const TensorTable& table, const WantedTensors& wanted) {
    const auto checked = checkTensors(table, wanted, networkWithTensors);
    return checked ? "" : checked.error().code;
}

const std::vector<std::string> kPrefixes{"",           "module.",           "model.",
                                         "_orig_mod.", "module._orig_mod.", "backbone.",
                                         "encoder.",   "model.encoder.x.",  "net."};

}  // namespace

/// Y-21: where in a file the weights are, by what fits and by nothing else.
class TestWeightPlace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsThemInAnyWrapper();
    void asksWhereTwoFit();
    void isAsStrictAsPyTorch();
    void readsTimmsNames_data();
    void readsTimmsNames();
    void takesAnyNumberOfClasses();
    void saysWhatElseItIs();
};

void TestWeightPlace::findsThemInAnyWrapper() {
    for (const ModelInfo& info : models())
        for (const char* place : {"", "model_state_dict", "a.b.0"})
            for (const std::string& prefix : kPrefixes) {
                const auto wanted = wantedBy(info.name, info.network);
                TensorTable table;
                add(table, {{"exp_avg", {64}}, {"step", {}}}, "optimizer.state.0", {});
                add(table, wanted.specs, place, prefix);
                add(table, {{"n_averaged", {}}}, std::string(place) + "x", {});
                const auto checked = checkTensors(table, wanted, networkWithTensors);
                QVERIFY2(checked, (std::string(info.name) + place + prefix).c_str());
                QCOMPARE(checked->tensors.size(), wanted.specs.size());
                QCOMPARE(checked->tensors.front().name, wanted.specs.front().name);
                QCOMPARE(checked->tensors.front().offset, std::uint64_t{2});
                const std::string dot = prefix.empty() || std::string(place).empty() ? "" : ".";
                QCOMPARE(checked->taken_from + ".", place + dot + (prefix.empty() ? "." : prefix));
            }
}

void TestWeightPlace::asksWhereTwoFit() {
    const auto specs = tinySpecs();
    TensorTable table;
    add(table, specs, "model", {});
    add(table, specs, "model_ema", "module.");
    add(table, specs, "", "student.");
    add(table, specs, "", {});
    const auto refused = checkTensors(table, specs, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("weights_several"));
    const Json keys = refused.error().args["keys"];
    QVERIFY((keys == Json{"model", "model_ema.module", ".", "student"}));
    // Each of the names that it tells chooses, and so does the beginning of one.
    std::set<std::uint64_t> offsets;
    for (const std::string key : {"model", "model_ema.module", ".", "student", "model_ema"}) {
        WantedTensors wanted(specs);
        wanted.key = key;
        const auto chosen = checkTensors(table, wanted, {});
        QVERIFY2(chosen, key.c_str());
        offsets.insert(chosen->tensors.front().offset);
    }
    QCOMPARE(offsets.size(), std::size_t{4});
    WantedTensors wanted(specs);
    wanted.key = "teacher";
    const auto unknown = checkTensors(table, wanted, {});
    QCOMPARE(unknown.error().code, std::string("weights_key_unknown"));
    QVERIFY(unknown.error().args["accepted"] == keys);
}

void TestWeightPlace::isAsStrictAsPyTorch() {
    const auto specs = tinySpecs();
    TensorTable within;
    add(within, specs, {}, "module.");
    add(within, {{"total_ops", {1}}}, {}, "module.");
    QCOMPARE(codeOf(within, specs), std::string("weights_tensor_unknown"));
    TensorTable beside;
    add(beside, specs, {}, "module.");
    add(beside, {{"n_averaged", {}}, {"criterion.weight", {5}}}, {}, {});
    QCOMPARE(codeOf(beside, specs), std::string());
    TensorTable unsound = beside;
    unsound.faults.emplace("", Reason{"weights_storage", {}, {}});
    QCOMPARE(codeOf(unsound, specs), std::string("weights_storage"));
}

/// The names that differ, as timm 1.0 writes them; the resnets have the same.
void TestWeightPlace::readsTimmsNames_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("ours");
    QTest::addColumn<QString>("theirs");
    const auto row = [](const char* model, const char* ours, const char* theirs) {
        QTest::addRow("%s %s", model, theirs) << model << ours << theirs;
    };
    row("mobilenet_v2", "features.0.0.weight", "conv_stem.weight");
    row("mobilenet_v2", "features.1.conv.0.1.bias", "blocks.0.0.bn1.bias");
    row("mobilenet_v2", "features.1.conv.1.weight", "blocks.0.0.conv_pw.weight");
    row("mobilenet_v2", "features.2.conv.1.0.weight", "blocks.1.0.conv_dw.weight");
    row("mobilenet_v2", "features.17.conv.2.weight", "blocks.6.0.conv_pwl.weight");
    row("mobilenet_v2", "features.18.1.running_var", "bn2.running_var");
    row("mobilenet_v2", "classifier.1.bias", "classifier.bias");
    row("efficientnet_lite0", "_conv_stem.weight", "conv_stem.weight");
    row("efficientnet_lite0", "_blocks.0._project_conv.weight", "blocks.0.0.conv_pw.weight");
    row("efficientnet_lite0", "_blocks.15._bn2.bias", "blocks.6.0.bn3.bias");
    row("efficientnet_lite0", "_fc.weight", "classifier.weight");
    row("vgg16", "features.28.bias", "features.28.bias");
    row("vgg16", "classifier.0.weight", "pre_logits.fc1.weight");
    row("vgg16", "classifier.6.bias", "head.fc.bias");
    row("vit_b_16", "class_token", "cls_token");
    row("vit_b_16", "encoder.pos_embedding", "pos_embed");
    row("vit_b_16", "conv_proj.bias", "patch_embed.proj.bias");
    row("vit_b_16", "encoder.layers.encoder_layer_11.self_attention.in_proj_weight",
        "blocks.11.attn.qkv.weight");
    row("vit_b_16", "encoder.layers.encoder_layer_0.mlp.3.bias", "blocks.0.mlp.fc2.bias");
    row("vit_b_16", "heads.head.weight", "head.weight");
}

void TestWeightPlace::readsTimmsNames() {
    QFETCH(QString, model);
    QFETCH(QString, ours);
    QFETCH(QString, theirs);
    const ModelInfo& info = **findModel(model.toStdString());
    const auto wanted = wantedBy(info.name, info.network);
    QCOMPARE(wanted.elsewhere.size(), wanted.specs.size());
    const auto at = std::ranges::find(wanted.specs, ours.toStdString(), &TensorSpec::name);
    QVERIFY(at != wanted.specs.end());
    const auto index = static_cast<std::size_t>(at - wanted.specs.begin());
    QCOMPARE(wanted.elsewhere[index].name, theirs.toStdString());

    TensorTable table;
    add(table, wanted.elsewhere, "state_dict", "model.");
    const auto checked = checkTensors(table, wanted, {});
    QVERIFY(checked);
    QVERIFY(checked->elsewhere);
    const StoredTensor& taken = checked->tensors[index];
    QCOMPARE(taken.name, ours.toStdString());
    QCOMPARE(taken.offset, std::uint64_t{index});
    QVERIFY(taken.shape == at->shape && taken.strides == rowMajorStrides(at->shape));
    QVERIFY(timmTensors("resnet50", (*findModel("resnet50"))->network).empty());
}

void TestWeightPlace::takesAnyNumberOfClasses() {
    for (const ModelInfo& info : models())
        for (const int classes : {2, 10, 1000, 21843}) {
            const Network other = info.with_outputs(classes);
            TensorTable table;
            add(table, other.tensorSpecs(), "net", "module.");
            const auto found = classesIn(table, wantedBy(info.name, info.network));
            QVERIFY(found && found->has_value());
            QCOMPARE(**found, std::int64_t{classes});
            QCOMPARE(codeOf(table, wantedBy(info.name, other)), std::string());
        }
    const ModelInfo& info = **findModel("resnet18");
    TensorTable twice;
    add(twice, info.with_outputs(3).tensorSpecs(), "model", {});
    add(twice, info.with_outputs(3).tensorSpecs(), "model_ema", {});
    QCOMPARE(classesIn(twice, wantedBy(info.name, info.network)).error().code,
             std::string("weights_several"));
    // A network of another kind has no classes of this one.
    TensorTable other;
    add(other, tinySpecs(), {}, {});
    QVERIFY(!classesIn(other, wantedBy(info.name, info.network))->has_value());
}

void TestWeightPlace::saysWhatElseItIs() {
    const ModelInfo& info = **findModel("resnet18");
    const auto wanted = wantedBy(info.name, info.network);
    TensorTable larger;
    add(larger, (*findModel("resnet34"))->network.tensorSpecs(), "model", "module.");
    QCOMPARE(codeOf(larger, wanted), std::string("weights_other_model"));
    TensorTable packed;
    add(packed, {{"conv1.weight", {64, 3, 7, 7}}, {"fc.qweight", {64, 1000}}}, {}, {});
    QCOMPARE(codeOf(packed, wanted), std::string("weights_quantised"));
    TensorTable whole;
    add(whole, {{"exp_avg", {1}}}, "optimizer", {});
    whole.instead = Reason{"weights_whole_module", {{"name", "a.Net"}}, {}};
    QCOMPARE(codeOf(whole, wanted), std::string("weights_whole_module"));
    const auto index = readTensorTable(bytesOf("{\"metadata\":{},\"weight_map\":{\"a\":\"b\"}}"));
    QCOMPARE(index.error().code, std::string("weights_index"));
}

QTEST_APPLESS_MAIN(TestWeightPlace)
#include "tst_weight_place.moc"
