// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/json_text.h"
#include "serve_pipe.h"

using namespace duelo;
using namespace std::chrono_literals;

namespace {

constexpr auto kSoon = 30s;  // long, because the machine may be busy with other tests

/// The reading end of a pipe, which keeps what was written.
class Reader {
public:
    [[nodiscard]] OutputQueue::Write write() {
        return [this](const std::string& lines) {
            m_called = true;
            if (m_gate) m_gate->wait();
            const std::lock_guard lock(m_mutex);
            m_text += lines;
        };
    }
    /// Reads nothing until then.
    void waitFor(std::latch& gate) { m_gate = &gate; }
    void awaitCall() const {
        while (!m_called) std::this_thread::sleep_for(1ms);
    }
    [[nodiscard]] std::vector<Json> lines() const {
        const std::lock_guard lock(m_mutex);
        std::vector<Json> found;
        for (std::size_t begin = 0; begin < m_text.size();) {
            const std::size_t end = m_text.find('\n', begin);
            found.push_back(parseJson(m_text.substr(begin, end - begin)).value());
            begin = end + 1;
        }
        return found;
    }

private:
    mutable std::mutex m_mutex;
    std::latch* m_gate = nullptr;
    std::atomic<bool> m_called{false};
    std::string m_text;
};

}  // namespace

class TestServePipe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesComeWholeAndInOrder();
    void nobodyWaitsForAReader_R_23();
    void whatWaitsIsWrittenAtTheEnd();
    void readingsAreOfTheMoment_S2_38();
};

void TestServePipe::linesComeWholeAndInOrder() {
    Reader reader;
    ReplyPipe pipe(reader.write());
    const Command command{.name = "run", .id = 7};
    for (int i = 0; i < 100; ++i) pipe.record(Stage{.cell = std::to_string(i), .stage = "measure"});
    pipe.progress(command, {{"done_bytes", 1}});
    pipe.reply(command, {{"exit_code", 0}});
    pipe.refuse(command, {"run_in_progress"});
    QVERIFY(pipe.drain(kSoon));
    const auto lines = reader.lines();
    QCOMPARE(lines.size(), 103U);
    for (int i = 0; i < 100; ++i)
        QCOMPARE(lines[static_cast<std::size_t>(i)]["cell"].get<std::string>(), std::to_string(i));
    QCOMPARE(lines[100]["r"].get<std::string>(), std::string("progress"));
    QCOMPARE(lines[101]["ok"].get<bool>(), true);
    QCOMPARE(lines[102]["reason"].get<std::string>(), std::string("run_in_progress"));
}

/// The records that do not fit are counted; headers, ends and replies always come.
void TestServePipe::nobodyWaitsForAReader_R_23() {
    Reader reader;
    std::latch gate(1);
    reader.waitFor(gate);
    ReplyPipe pipe(reader.write(), 2000);
    constexpr int kStages = 1000;
    for (int i = 0; i < kStages; ++i) {
        pipe.record(Stage{.cell = "c001", .stage = "measure"});
        if (i == 0) reader.awaitCall();
    }
    pipe.record(Header{.run = "again"});
    pipe.record(End{.status = "completed"});
    pipe.reply({.name = "run", .id = 7}, {{"exit_code", 0}});
    QVERIFY(!pipe.drain(10ms));  // and yet we are here
    gate.count_down();
    QVERIFY(pipe.drain(kSoon));
    const auto lines = reader.lines();
    int stages = 0, skipped = 0;
    for (const Json& line : lines) {
        if (line["r"] == "stage") ++stages;
        if (line["r"] == "skipped") skipped += line["records"].get<int>();
    }
    QVERIFY(stages > 0 && stages < kStages);
    QCOMPARE(stages + skipped, kStages);
    QCOMPARE(lines[lines.size() - 4]["r"].get<std::string>(), std::string("skipped"));
    QCOMPARE(lines[lines.size() - 3]["r"].get<std::string>(), std::string("header"));
    QCOMPARE(lines[lines.size() - 2]["r"].get<std::string>(), std::string("end"));
    QCOMPARE(lines.back()["r"].get<std::string>(), std::string("reply"));

    pipe.record(Stage{.cell = "c002", .stage = "measure"});
    QVERIFY(pipe.drain(kSoon));
    QCOMPARE(reader.lines().back()["cell"].get<std::string>(), std::string("c002"));
}

/// One that nobody reads is of no use later, and no record that the journal would have.
void TestServePipe::readingsAreOfTheMoment_S2_38() {
    Reader reader;
    std::latch gate(1);
    reader.waitFor(gate);
    ReplyPipe pipe(reader.write(), 2000);
    constexpr int kReadings = 200;
    for (int i = 0; i < kReadings; ++i) {
        pipe.reading({.temperature_c = i});
        if (i == 0) reader.awaitCall();
    }
    pipe.reply({.name = "gpu", .id = 7}, {{"told", true}});
    gate.count_down();
    QVERIFY(pipe.drain(kSoon));
    const auto lines = reader.lines();
    QVERIFY(lines.size() > 1 && lines.size() < kReadings);
    QVERIFY(lines.front() == Json({{"r", "gpu"}, {"temperature_c", 0}}));
    QCOMPARE(lines.back()["told"].get<bool>(), true);
    for (const Json& line : lines) QVERIFY(line["r"] != "skipped");
}

void TestServePipe::whatWaitsIsWrittenAtTheEnd() {
    Reader reader;
    {
        ReplyPipe pipe(reader.write());
        for (int i = 0; i < 100; ++i) pipe.record(Stage{.cell = "c001", .stage = "measure"});
    }
    QCOMPARE(reader.lines().size(), 100U);
}

QTEST_APPLESS_MAIN(TestServePipe)
#include "tst_serve_pipe.moc"
