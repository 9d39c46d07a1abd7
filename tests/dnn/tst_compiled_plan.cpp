// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <QTest>

#include "dnn/dnn_loader.h"
#include "plain_network.h"

using namespace duelo;

namespace {

/// Sixteen channels of any size, so that what follows is in the layouts of the inner layers.
Network::Value begin(Network& net) {
    return net.relu(net.conv(Network::kImage, "first",
                             {.out_channels = 24, .kernel = 3, .padding = 1, .bias = true}));
}

Network oneConv(const ConvSpec& spec) {
    Network net;
    net.relu6(net.conv(begin(net), "second", spec));
    return net;
}

/// Where the image itself is summed up in runs; what follows has another layout's channels.
Network ofImage(ConvSpec spec) {
    Network net;
    spec.bias = true;
    const auto x = net.relu6(net.conv(Network::kImage, "first", spec));
    net.conv(x, "second", {.out_channels = 24, .bias = true});
    return net;
}

Network pooled(int output_size) {
    Network net;
    net.adaptiveAvgPool(begin(net), output_size);
    return net;
}

Network withGelu() {
    Network net;
    net.gelu(net.maxPool(begin(net), {.kernel = 2, .stride = 2}));
    return net;
}

/// A layer of a transformer; heads of 24 / `heads` channels. Its answer is the last value.
Network transformer(int heads, bool ends_in_vector) {
    Network net;
    const auto map = begin(net);
    auto x = net.positions(net.classToken(net.tokens(map), "class"), "places", map, 3);
    auto y = net.linear(net.layerNorm(x, "norm", 1e-6), "qkv", 3 * 24);
    x = net.add(net.linear(net.attention(y, "attention", heads), "out", 24), x);
    y = net.gelu(net.linear(net.layerNorm(x, "norm2", 1e-6), "wide", 40));
    x = net.add(net.linear(y, "narrow", 24), x);
    if (!ends_in_vector) return net;
    net.linear(net.firstToken(net.layerNorm(x, "last norm", 1e-6)), "last", 10);
    return net;
}

/// More inputs than are summed up at once, and outputs that fill no whole panel.
Network longSums() {
    Network net;
    auto x = net.tokens(net.maxPool(begin(net), {.kernel = 3, .stride = 3}));
    x = net.gelu(net.linear(x, "wide", 1600));
    net.linear(x, "narrow", 70);
    return net;
}

/// A bottleneck of a residual network: in bf16 the sums are of whole panels.
Network pointwiseSums() {
    Network net;
    auto x = net.conv(begin(net), "wide", {.out_channels = 128, .bias = true});
    auto y = net.relu(net.conv(x, "narrow", {.out_channels = 32, .bias = true}));
    x = net.relu(net.add(net.conv(y, "again", {.out_channels = 128, .bias = true}), x));
    y = net.conv(x, "other", {.out_channels = 128, .bias = true});
    x = net.relu6(net.add(y, x));
    net.add(net.conv(x, "last", {.out_channels = 128, .bias = true}), x);
    return net;
}

/// Networks that a plan must be able to compute, each with one feature.
const std::map<std::string, std::function<Network()>>& networks() {
    static const std::map<std::string, std::function<Network()>> all{
        {"few channels",
         [] {
             Network net;
             net.conv(Network::kImage, "only", {.out_channels = 5, .kernel = 3, .padding = 1});
             return net;
         }},
        {"image 3x3 stride 2",
         [] {
             return ofImage({.out_channels = 32, .kernel = 3, .stride = 2, .same_padding = true});
         }},
        {"image 7x7 stride 2, two panels",
         [] { return ofImage({.out_channels = 80, .kernel = 7, .stride = 2, .padding = 3}); }},
        {"image 5x5 stride 4, not padded",
         [] { return ofImage({.out_channels = 64, .kernel = 5, .stride = 4}); }},
        {"1x1", [] { return oneConv({.out_channels = 40}); }},
        {"1x1 stride 2", [] { return oneConv({.out_channels = 40, .stride = 2, .bias = true}); }},
        {"3x3 stride 2",
         [] { return oneConv({.out_channels = 17, .kernel = 3, .stride = 2, .padding = 1}); }},
        {"5x5 padded unequally",
         [] {
             return oneConv({.out_channels = 24, .kernel = 5, .stride = 2, .same_padding = true});
         }},
        {"depthwise 3x3",
         [] { return oneConv({.out_channels = 24, .kernel = 3, .padding = 1, .groups = 24}); }},
        {"depthwise 5x5 padded unequally",
         [] {
             return oneConv({.out_channels = 24,
                             .kernel = 5,
                             .stride = 2,
                             .groups = 24,
                             .same_padding = true});
         }},
        {"two groups",
         [] { return oneConv({.out_channels = 32, .kernel = 3, .padding = 1, .groups = 2}); }},
        {"1x1 and depthwise",
         [] {
             Network net;
             auto x = net.conv(begin(net), "wide", {.out_channels = 96, .bias = true});
             x = net.conv(net.relu6(x), "deep",
                          {.out_channels = 96,
                           .kernel = 3,
                           .stride = 2,
                           .padding = 1,
                           .groups = 96,
                           .bias = true});
             net.conv(net.relu6(x), "narrow", {.out_channels = 16});
             return net;
         }},
        {"sum in place",
         [] {
             Network net;
             const auto x = begin(net);
             const auto y = net.conv(x, "second", {.out_channels = 24, .kernel = 3, .padding = 1});
             net.relu(net.add(y, x));
             return net;
         }},
        {"1x1 with sum", [] { return pointwiseSums(); }},
        {"sum beside",
         [] {
             Network net;
             const auto x = begin(net);
             const auto y = net.conv(x, "second", {.out_channels = 24, .kernel = 3, .padding = 1});
             const auto z = net.relu(net.add(y, x));
             net.add(net.conv(z, "third", {.out_channels = 24}), x);
             net.relu(net.add(z, x));
             return net;
         }},
        {"sum and activation by themselves",
         [] {
             Network net;
             const auto x = net.relu6(net.maxPool(begin(net), {.kernel = 2, .stride = 2}));
             const auto y = net.maxPool(begin(net), {.kernel = 2, .stride = 2});
             net.relu(net.add(x, y));
             return net;
         }},
        {"max pool",
         [] {
             Network net;
             net.maxPool(begin(net), {.kernel = 3, .stride = 2, .padding = 1});
             return net;
         }},
        {"max pool of the image",
         [] {
             Network net;
             net.maxPool(Network::kImage, {.kernel = 3, .stride = 2});
             return net;
         }},
        {"mean of all", [] { return pooled(1); }},
        {"means of uneven windows", [] { return pooled(6); }},
        {"means of one value each, and what they are of",
         [] {
             Network net;
             const auto x = net.adaptiveAvgPool(begin(net), 7);
             const auto y = net.relu6(net.adaptiveAvgPool(x, 7));
             net.add(net.maxPool(y, {.kernel = 3, .stride = 1, .padding = 1}), x);
             return net;
         }},
        {"linear",
         [] {
             Network net;
             auto x = net.flatten(net.adaptiveAvgPool(begin(net), 2));
             x = net.relu(net.linear(net.dropout(x), "wide", 50));
             net.linear(x, "last", 10);
             return net;
         }},
        {"gelu by itself", [] { return withGelu(); }},
        {"all tokens", [] { return transformer(2, false); }},
        {"first token", [] { return transformer(3, true); }},
        {"long sums", [] { return longSums(); }},
        {"batch norm folded",
         [] {
             Network net;
             const auto x = net.conv(Network::kImage, "first", {.out_channels = 16, .kernel = 3});
             net.relu(net.batchNorm(x, "norm"));
             return net;
         }},
    };
    return all;
}

/// The largest error of a plan relative to the largest value.
double errorOf(DnnPlan& plan, const testing::PlainNetwork& plain, const std::vector<float>& image) {
    const std::vector<double> expected = plain.run(image);
    std::vector<float> answer(expected.size(), -1);
    double largest = 0, error = 0;
    for (int call = 0; call < 2; ++call) {  // the arena holds what the first call left
        plan.run(image.data(), answer.data());
        for (std::size_t i = 0; i < answer.size(); ++i) {
            largest = std::max(largest, std::abs(expected[i]));
            error = std::max(error, std::abs(answer[i] - expected[i]));
        }
    }
    return largest > 0.1 ? error / largest : 1;
}

DnnApi& api() {
    static DnnApi* const found = Dnn::instance().api().value();
    return *found;
}

}  // namespace

class TestCompiledPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void comesToWhatLoopsComeTo_data();
    void comesToWhatLoopsComeTo();
    void wholeNumbersLoseNothing();
    void perceptronOfPixels();
    void meansOfEqualWindowsAreNoWork();
    void callsMayHaveOtherImagesAndPlaces();
    void fusesWhatLeavesTheCache();
    void tokensAreRowsOfPanels();
    void sumsOfPointwiseConvolutions();
    void imagesAreSummedInRuns();
    void tellsItsKernels();
    void lonelyBatchNormIsRefused();
};

void TestCompiledPlan::initTestCase() {
    qputenv("DUELO_DNN_MODULE", DUELO_BINARY_DIR "/bin/libduelo_dnn.so");
    const auto found = Dnn::instance().api();
    QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
    QVERIFY(api().version().starts_with("2."));
    QVERIFY(!api().instructions().empty());
    QVERIFY(api().takes(Precision::Fp32));
    QVERIFY(!api().takes(Precision::Fp16));
}

void TestCompiledPlan::comesToWhatLoopsComeTo_data() {  // E4, G10, R-30
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("precision");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    for (const auto& [name, make] : networks())
        for (const Precision precision : {Precision::Fp32, Precision::Bf16, Precision::Int8})
            for (const auto& [batch, height, width] :
                 {std::tuple{1, 19, 13}, {2, 12, 12}, {8, 7, 9}})
                QTest::addRow("%s %s %dx%dx%d", name.c_str(), word(precision).data(), batch, height,
                              width)
                    << QString::fromStdString(name) << static_cast<int>(precision) << batch
                    << height << width;
}

void TestCompiledPlan::comesToWhatLoopsComeTo() {
    QFETCH(QString, network);
    QFETCH(int, precision);
    QFETCH(int, batch);
    QFETCH(int, height);
    QFETCH(int, width);
    const auto numbers = static_cast<Precision>(precision);
    if (!api().takes(numbers)) QSKIP("oneDNN has no such numbers on this processor");
    const Network net = networks().at(network.toStdString())();
    const testing::PlainNetwork plain(net, imageShape(batch, height, width));
    const auto image = testing::someValues(std::int64_t{3} * batch * height * width, 7, 4);
    auto plan = api().compile(plain.work(numbers, image),
                              [&](std::size_t layer) { return plain.weightsOf(layer); });
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.c_str());
    const double error = errorOf(**plan, plain, image);
    const double most = numbers == Precision::Fp32 ? 1e-5 : numbers == Precision::Bf16 ? 2e-2 : 0.1;
    QVERIFY2(error <= most, std::to_string(error).c_str());
}

/// A whole number loses nothing on its way: scales, sums and bias are where they belong.
void TestCompiledPlan::wholeNumbersLoseNothing() {
    if (!api().takes(Precision::Int8)) QSKIP("oneDNN has no such numbers on this processor");
    Network net(1, 8);
    net.linear(net.flatten(Network::kImage), "last", 10);
    const testing::PlainNetwork plain(net, imageShape(net, 3));
    const auto wholes = [](std::int64_t count, int step) {
        std::vector<float> values;
        for (std::int64_t i = 0; i < count; ++i)
            values.push_back(static_cast<float>((i * step) % 255 - 127) / 127);
        return values;
    };
    // Their ends are -1 and 1; each output's largest weight is as large as no other's.
    const std::vector<float> image = wholes(3 * 64, 89);
    std::vector<float> weights, bias;
    for (int output = 0; output < 10; ++output) {
        const float largest = 0.25F * static_cast<float>(1 + output);
        for (float weight : wholes(64, 2 * output + 1)) weights.push_back(weight * largest);
        weights[weights.size() - 64] = -largest;
        bias.push_back(static_cast<float>(output) - 4.3F);
    }
    auto work = plain.work(Precision::Int8, image);
    work.ranges.front() = {-1, 1};
    auto plan = api().compile(work, [&](std::size_t) {
        return DnnWeights{weights.data(), bias.data()};
    });
    QVERIFY(plan.has_value());
    std::vector<float> answer(30);
    (*plan)->run(image.data(), answer.data());
    for (std::size_t i = 0; i < answer.size(); ++i) {
        double sum = bias[i % 10];
        for (std::size_t k = 0; k < 64; ++k)
            sum += double{image[i / 10 * 64 + k]} * weights[i % 10 * 64 + k];
        QVERIFY2(std::abs(answer[i] - sum) < 1e-4, std::to_string(answer[i] - sum).c_str());
    }
}

void TestCompiledPlan::perceptronOfPixels() {
    Network net(1, 12);
    auto x = net.relu(net.linear(net.flatten(Network::kImage), "hidden", 33));
    net.linear(x, "last", 10);
    const testing::PlainNetwork plain(net, imageShape(net, 5));
    const auto image = testing::someValues(5 * 144, 3, 1);
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        if (!api().takes(precision)) continue;
        auto plan = api().compile(plain.work(precision),
                                  [&](std::size_t layer) { return plain.weightsOf(layer); });
        QVERIFY(plan.has_value());
        const std::vector<double> expected = plain.run(image);
        std::vector<float> answer(expected.size());
        (*plan)->run(image.data(), answer.data());
        for (std::size_t i = 0; i < answer.size(); ++i)
            QVERIFY(std::abs(answer[i] - expected[i]) <
                    (precision == Precision::Fp32 ? 1e-5 : 2e-2));
    }
}

void TestCompiledPlan::meansOfEqualWindowsAreNoWork() {
    const Network net = pooled(6);
    for (const auto& [side, calls] : {std::pair{6, 1}, {12, 2}, {13, 2}}) {
        const testing::PlainNetwork plain(net, imageShape(1, side, side));
        auto plan = api().compile(plain.work(Precision::Fp32),
                                  [&](std::size_t layer) { return plain.weightsOf(layer); });
        QVERIFY(plan.has_value());
        const auto& kernels = (*plan)->kernels();
        QCOMPARE(
            std::ranges::count_if(kernels, [](const DnnKernel& k) { return !k.layers.empty(); }),
            calls);
        QCOMPARE(std::ranges::count(kernels, "duelo:adaptive_mean", &DnnKernel::implementation),
                 side == 13 ? 1 : 0);
    }
}

void TestCompiledPlan::callsMayHaveOtherImagesAndPlaces() {
    const Network net = networks().at("linear")();
    const testing::PlainNetwork plain(net, imageShape(2, 9, 9));
    auto plan = api().compile(plain.work(Precision::Fp32),
                              [&](std::size_t layer) { return plain.weightsOf(layer); });
    QVERIFY(plan.has_value());
    std::vector<std::vector<float>> images, answers;
    for (std::uint32_t i = 0; i < 3; ++i) {
        images.push_back(testing::someValues(2 * 3 * 81, i, 4));
        answers.emplace_back(20, 0.0F);
        (*plan)->run(images.back().data(), answers.back().data());
    }
    QVERIFY(answers[0] != answers[1]);
    std::vector<float> again(20);
    (*plan)->run(images[0].data(), again.data());
    QVERIFY(again == answers[0]);  // to the bit
    QVERIFY(images[0] == testing::someValues(2 * 3 * 81, 0, 4));
}

void TestCompiledPlan::fusesWhatLeavesTheCache() {  // G10
    for (const bool same : {false, true})
        for (const int stride : {1, 2})
            // Twice 96 channels of 77 x 72 in fp32 are 4.3 MB; of 20 x 25 0.2 MB.
            for (const auto& [batch, height, width, fused] :
                 {std::tuple{2, 77, 72, true}, {1, 20, 25, false}}) {
                Network net;
                auto x = net.conv(begin(net), "wide", {.out_channels = 96, .bias = true});
                ConvSpec deep{.out_channels = 96, .kernel = 3, .stride = stride, .groups = 96};
                deep.padding = same ? 0 : 1;
                deep.same_padding = same;
                deep.bias = true;
                x = net.conv(net.relu6(x), "deep", deep);
                net.conv(net.relu(x), "narrow", {.out_channels = 16});
                const testing::PlainNetwork plain(net, imageShape(batch, height, width));
                auto plan = api().compile(plain.work(Precision::Fp32), [&](std::size_t layer) {
                    return plain.weightsOf(layer);
                });
                QVERIFY(plan.has_value());
                const auto found = std::ranges::find((*plan)->kernels(), "duelo:expanded_depthwise",
                                                     &DnnKernel::implementation);
                const bool done = found != (*plan)->kernels().end();
                if (done) QVERIFY(found->layers == std::vector<std::size_t>({1, 2}));
                QCOMPARE(done, fused && api().instructions().starts_with("avx512"));
                const double error =
                    errorOf(**plan, plain,
                            testing::someValues(std::int64_t{3} * batch * height * width, 7, 4));
                QVERIFY2(error <= 1e-5, std::to_string(error).c_str());
            }
}

void TestCompiledPlan::tokensAreRowsOfPanels() {  // G10
    const Network net = transformer(2, true);
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        if (!api().takes(precision)) continue;
        const testing::PlainNetwork plain(net, imageShape(1, 12, 12));
        auto plan = api().compile(plain.work(precision),
                                  [&](std::size_t layer) { return plain.weightsOf(layer); });
        QVERIFY(plan.has_value());
        const auto own = std::ranges::count((*plan)->kernels(), "duelo:packed_linear",
                                            &DnnKernel::implementation);
        const std::string wanted = precision == Precision::Fp32 ? "avx2" : "avx512_core_bf16";
        // AVX-512 comes with AVX2; the answer's layer, of one row, is never one of them.
        const bool can = api().instructions().starts_with(wanted) ||
                         (wanted == "avx2" && api().instructions().starts_with("avx512"));
        QCOMPARE(own, can ? 4 : 0);
    }
}

void TestCompiledPlan::sumsOfPointwiseConvolutions() {  // G10
    if (!api().takes(Precision::Bf16)) QSKIP("this processor has no bf16 that oneDNN uses");
    const Network net = pointwiseSums();
    const testing::PlainNetwork plain(net, imageShape(2, 12, 12));
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        auto plan = api().compile(plain.work(precision),
                                  [&](std::size_t layer) { return plain.weightsOf(layer); });
        QVERIFY(plan.has_value());
        const auto own = std::ranges::count((*plan)->kernels(), "duelo:packed_linear",
                                            &DnnKernel::implementation);
        const bool can =
            precision == Precision::Bf16 && api().instructions().starts_with("avx512_core_bf16");
        QCOMPARE(own, can ? 3 : 0);
    }
}

void TestCompiledPlan::imagesAreSummedInRuns() {  // G10
    const auto own = [](const ConvSpec& spec, Precision precision) {
        const Network net = ofImage(spec);
        const testing::PlainNetwork plain(net, imageShape(1, 12, 12));
        auto plan = api().compile(plain.work(precision),
                                  [&](std::size_t layer) { return plain.weightsOf(layer); });
        return plan.has_value() ? std::ranges::count((*plan)->kernels(), "duelo:image_conv",
                                                     &DnnKernel::implementation)
                                : -1;
    };
    const bool can = api().instructions().starts_with("avx512");
    const ConvSpec wide{.out_channels = 64, .kernel = 3, .stride = 2};
    QCOMPARE(own(wide, Precision::Fp32), can ? 1 : 0);
    QCOMPARE(own({.out_channels = 24, .kernel = 3, .stride = 2}, Precision::Fp32), 0);
    if (!api().takes(Precision::Bf16)) QSKIP("this processor has no bf16 that oneDNN uses");
    QCOMPARE(own(wide, Precision::Bf16),
             api().instructions().starts_with("avx512_core_bf16") ? 1 : 0);
    // Two neighbours of the result would begin within one word.
    QCOMPARE(own({.out_channels = 64, .kernel = 3}, Precision::Bf16), 0);
}

void TestCompiledPlan::tellsItsKernels() {
    const Network net = networks().at("sum in place")();
    const testing::PlainNetwork plain(net, imageShape(1, 32, 32));
    auto plan = api().compile(plain.work(Precision::Fp32),
                              [&](std::size_t layer) { return plain.weightsOf(layer); });
    QVERIFY(plan.has_value());
    const auto& kernels = (*plan)->kernels();
    std::vector<std::size_t> layers;
    for (const DnnKernel& kernel : kernels) {
        QVERIFY(!kernel.implementation.empty());
        layers.insert(layers.end(), kernel.layers.begin(), kernel.layers.end());
    }
    QVERIFY(layers == std::vector<std::size_t>({0, 1}));
    // At least the weights, and the value that it reads and writes.
    const auto second = std::ranges::find(kernels, std::vector<std::size_t>{1}, &DnnKernel::layers);
    QVERIFY(second->bytes >= std::int64_t{4} * (24 * 24 * 9 + 2 * 24 * 32 * 32));
    QVERIFY((*plan)->arenaBytes() >= std::int64_t{4} * 2 * 24 * 32 * 32);
    QVERIFY((*plan)->weightsBytes() >= std::int64_t{4} * (24 * 24 * 9 + 24 * 27));

    std::vector<double> ms(kernels.size(), 1.0);
    const auto image = testing::someValues(3 * 32 * 32, 7, 4);
    std::vector<float> answer(static_cast<std::size_t>(plain.answers())), timed(answer.size());
    (*plan)->run(image.data(), answer.data());
    (*plan)->runTimed(image.data(), timed.data(), ms);
    QVERIFY(timed == answer);
    for (const double each : ms) QVERIFY(each > 1);  // added to what was there
}

void TestCompiledPlan::lonelyBatchNormIsRefused() {
    Network net;
    net.batchNorm(begin(net), "norm");
    const testing::PlainNetwork plain(net, imageShape(1, 8, 8));
    const auto plan = api().compile(plain.work(Precision::Fp32),
                                    [&](std::size_t layer) { return plain.weightsOf(layer); });
    QVERIFY(!plan.has_value());
    QCOMPARE(plan.error().code, std::string("compiled_operation_unknown"));
    QCOMPARE(plan.error().args.value("operation", ""), std::string("batch_norm"));
}

QTEST_APPLESS_MAIN(TestCompiledPlan)
#include "tst_compiled_plan.moc"
