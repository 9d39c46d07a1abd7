// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <QCryptographicHash>
#include <QProcess>
#include <QTest>

#include "dnn/dnn_loader.h"
#include "networks/winograd.h"
#include "plain_network.h"

using namespace duelo;

namespace {

constexpr ConvSpec kWinogradSpec{.out_channels = 48, .kernel = 3, .padding = 1, .bias = true};

/// A map of 32 channels in whatever layout a convolution has it.
Network::Value beginMap(Network& net) {
    return net.relu(net.conv(Network::kImage, "first",
                             {.out_channels = 32, .kernel = 3, .padding = 1, .bias = true}));
}

/// Each with a convolution that may be done by Winograd's algorithm, as layer "second".
const std::map<std::string, std::function<Network()>>& winogradNetworks() {
    static const std::map<std::string, std::function<Network()>> all{
        {"bias and ReLU",
         [] {
             Network net;
             net.relu(net.conv(beginMap(net), "second", kWinogradSpec));
             return net;
         }},
        {"ReLU6, no padding",
         [] {
             Network net;
             ConvSpec spec = kWinogradSpec;
             spec.padding = 0;
             net.relu6(net.conv(beginMap(net), "second", spec));
             return net;
         }},
        {"nothing behind it, two panels",
         [] {
             Network net;
             net.conv(beginMap(net), "second", {.out_channels = 80, .kernel = 3, .padding = 1});
             return net;
         }},
        {"sum in place",
         [] {
             Network net;
             const auto x = beginMap(net);
             net.relu(net.add(
                 net.conv(x, "second", {.out_channels = 32, .kernel = 3, .padding = 1}), x));
             return net;
         }},
        {"sum beside",
         [] {
             Network net;
             const auto x = beginMap(net);
             const auto y = net.relu(net.add(
                 net.conv(x, "second", {.out_channels = 32, .kernel = 3, .padding = 1}), x));
             net.add(y, x);
             return net;
         }},
        {"blocks of channels",  // in which oneDNN has depthwise layers
         [] {
             Network net;
             const auto x = net.conv(beginMap(net), "depthwise",
                                     {.out_channels = 32, .kernel = 3, .padding = 1, .groups = 32});
             net.relu(net.conv(x, "second", kWinogradSpec));
             return net;
         }},
    };
    return all;
}

bool isWinograd(const DnnKernel& kernel) {
    return kernel.implementation.starts_with("duelo:wino_");
}

std::unique_ptr<DnnPlan> planOf(const testing::PlainNetwork& plain) {
    auto plan = Dnn::instance().api().value()->compile(
        plain.work(Precision::Fp32), [&](std::size_t layer) { return plain.weightsOf(layer); });
    return plan ? std::move(*plan) : nullptr;
}

/// Returns the answer of the second of two calls: the arena holds what the first one left.
std::vector<float> answerOf(DnnPlan& plan, const testing::PlainNetwork& plain,
                            const std::vector<float>& image) {
    std::vector<float> answer;
    for (int call = 0; call < 2; ++call) {
        answer.assign(static_cast<std::size_t>(plain.answers()), -1);
        plan.run(image.data(), answer.data());
    }
    return answer;
}

/// Returns the largest error, relative to the largest value.
double errorOfAnswer(const std::vector<float>& answer, const std::vector<double>& expected) {
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < answer.size(); ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        error = std::max(error, std::abs(answer[i] - expected[i]));
    }
    return largest > 0.1 ? error / largest : 1;
}

Node conv3x3(int in, int out) {
    Network net(in, 0);
    net.conv(Network::kImage, "only", {.out_channels = out, .kernel = 3, .padding = 1});
    return net.nodes().front();
}

}  // namespace

class TestWinograd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void comesToWhatLoopsComeTo_data();
    void comesToWhatLoopsComeTo();
    void blocksOfSixteenChannels();
    void takesWhatPays_data();
    void takesWhatPays();
    void leavesOthersToOneDnn();
    void onAllInstructionsAndThreads_data();
    void onAllInstructionsAndThreads();
    void cleanupTestCase();

private:
    QCryptographicHash m_answers{QCryptographicHash::Sha256};
};

void TestWinograd::initTestCase() {
    qputenv("DUELO_DNN_MODULE", DUELO_BINARY_DIR "/bin/libduelo_dnn.so");
    const auto found = Dnn::instance().api();
    QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
}

void TestWinograd::comesToWhatLoopsComeTo_data() {  // E4, G10, R-30
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("outputs");
    for (const auto& [name, make] : winogradNetworks())
        for (const auto& [batch, height, width, outputs] :
             {std::tuple{1, 33, 26, 4}, {3, 15, 14, 4}, {1, 8, 8, 2}, {3, 8, 7, 2}})
            QTest::addRow("%s %dx%dx%d", name.c_str(), batch, height, width)
                << QString::fromStdString(name) << batch << height << width << outputs;
}

void TestWinograd::comesToWhatLoopsComeTo() {
    QFETCH(QString, network);
    QFETCH(int, batch);
    QFETCH(int, height);
    QFETCH(int, width);
    QFETCH(int, outputs);
    const Network net = winogradNetworks().at(network.toStdString())();
    const testing::PlainNetwork plain(net, imageShape(batch, height, width));
    const auto plan = planOf(plain);
    QVERIFY(plan);
    const auto own = std::ranges::find_if(plan->kernels(), isWinograd);
    QVERIFY(own != plan->kernels().end());
    QCOMPARE(
        own->implementation,
        "duelo:wino_" + std::to_string(outputs) + "x3");  // whose products CompiledKernel counts
    const auto image = testing::someValues(std::int64_t{3} * batch * height * width, 7, 4);
    const std::vector<float> answer = answerOf(*plan, plain, image);
    const double error = errorOfAnswer(answer, plain.run(image));
    QVERIFY2(error <= 5e-6, std::to_string(error).c_str());
    m_answers.addData(QByteArrayView(reinterpret_cast<const char*>(answer.data()),
                                     static_cast<qsizetype>(answer.size() * sizeof(float))));
}

void TestWinograd::blocksOfSixteenChannels() {
    // What oneDNN has them for with AVX-512: a pair of layers in one call.
    Network net;
    auto x = net.conv(Network::kImage, "wide", {.out_channels = 96, .bias = true});
    x = net.conv(
        net.relu6(x), "deep",
        {.out_channels = 96, .kernel = 3, .stride = 2, .padding = 1, .groups = 96, .bias = true});
    net.relu(net.conv(net.relu6(x), "second", {.out_channels = 16, .kernel = 3, .padding = 1}));
    const testing::PlainNetwork plain(net, imageShape(1, 160, 160));
    const auto plan = planOf(plain);
    QVERIFY(plan);
    QCOMPARE(std::ranges::count_if(plan->kernels(), isWinograd), 1);
    const auto image = testing::someValues(3 * 160 * 160, 7, 4);
    const double error = errorOfAnswer(answerOf(*plan, plain, image), plain.run(image));
    QVERIFY2(error <= 5e-6, std::to_string(error).c_str());
}

void TestWinograd::takesWhatPays_data() {
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("outputs");
    // Of ResNet-18 with 224 px, alone and in a batch; and what is too small.
    for (const auto& [channels, batch, size, outputs] : {std::tuple{64, 1, 56, 4},
                                                         {128, 1, 28, 4},
                                                         {256, 1, 14, 2},
                                                         {512, 1, 7, 2},
                                                         {256, 8, 14, 4},
                                                         {512, 8, 7, 4},
                                                         {512, 1, 4, 0},
                                                         {512, 1, 3, 0}})
        QTest::addRow("%d of %dx%d", channels, batch, size) << channels << batch << size << outputs;
}

void TestWinograd::takesWhatPays() {
    QFETCH(int, channels);
    QFETCH(int, batch);
    QFETCH(int, size);
    QFETCH(int, outputs);
    const Node node = conv3x3(channels, channels);
    const Shape out{batch, channels, size, size};
    QCOMPARE(winogradOutputs(node, out), outputs);
    Node other = node;
    other.stride = 2;
    QCOMPARE(winogradOutputs(other, out), 0);
    other = node;
    other.groups = channels;
    QCOMPARE(winogradOutputs(other, out), 0);
    QCOMPARE(winogradOutputs(conv3x3(channels - 8, channels), out), 0);
    QCOMPARE(winogradOutputs(conv3x3(channels, channels - 8), out), 0);
    for (const int threads : {1, 2, 64})
        QCOMPARE(winogradScratchBytes(node, out, threads) > 0, outputs > 0);
}

void TestWinograd::leavesOthersToOneDnn() {
    for (const int channels : {24, 32}) {
        Network net;
        net.conv(beginMap(net), "second", {.out_channels = channels, .kernel = 3, .padding = 1});
        const testing::PlainNetwork plain(net, imageShape(1, 30, 30));
        const auto plan = planOf(plain);
        QVERIFY(plan);
        QCOMPARE(std::ranges::count_if(plan->kernels(), isWinograd), channels == 32 ? 1 : 0);
    }
}

void TestWinograd::onAllInstructionsAndThreads_data() {
    QTest::addColumn<QString>("instructions");
    for (const char* instructions : {"AVX512_CORE", "AVX2", "SSE41"})
        QTest::addRow("%s", instructions) << instructions;
}

void TestWinograd::onAllInstructionsAndThreads() {
    QFETCH(QString, instructions);
    std::vector<QByteArray> answers;
    for (const char* threads : {"1", "2", "3"}) {
        QProcess again;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("ONEDNN_MAX_CPU_ISA", instructions);
        environment.insert("OMP_NUM_THREADS", threads);
        again.setProcessEnvironment(environment);
        again.start(QCoreApplication::applicationFilePath(), {"comesToWhatLoopsComeTo"});
        QVERIFY(again.waitForFinished(300'000));
        const QByteArray told = again.readAllStandardOutput();
        QVERIFY2(again.exitStatus() == QProcess::NormalExit && again.exitCode() == 0,
                 told.constData());
        const qsizetype at = told.indexOf("answers ");
        QVERIFY(at >= 0);
        answers.push_back(told.mid(at, 8 + 64));
    }
    // To the bit: each value is summed up in the same order, whoever does it.
    QCOMPARE(answers[1], answers[0]);
    QCOMPARE(answers[2], answers[0]);
}

void TestWinograd::cleanupTestCase() {
    std::printf("answers %s\n", m_answers.result().toHex().constData());
}

QTEST_GUILESS_MAIN(TestWinograd)
#include "tst_winograd.moc"
