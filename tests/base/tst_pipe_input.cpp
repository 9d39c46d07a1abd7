// SPDX-License-Identifier: Apache-2.0
// Standard input as Qt opens it for a program that it starts on Windows: a pipe for overlapped
// reading, into which lines come whenever the window has something to say.
#include <chrono>
#include <istream>
#include <string>
#include <thread>

#include <QtTest>

#include <windows.h>

#include "base/child_parts_windows.h"
#include "base/pipe_input_windows.h"

using namespace duelo;
using namespace std::chrono_literals;

class TestPipeInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesArriveWhole_data();
    void linesArriveWhole();
    void whatIsNoPipeEnds();

private:
    static std::string lineOf(int letters, int number) {
        return std::string(static_cast<std::size_t>(letters), static_cast<char>('a' + number % 26));
    }
    struct Pipe {
        windows::Handle writing, reading;
    };
    static void open(Pipe& pipe) {
        const wchar_t* name = L"\\\\.\\pipe\\duelo_tst_pipe_input";
        pipe.writing.reset(
            CreateNamedPipeW(name, PIPE_ACCESS_OUTBOUND, 0, 1, 1 << 16, 0, 0, nullptr));
        pipe.reading.reset(CreateFileW(name, GENERIC_READ, 0, nullptr, OPEN_EXISTING,
                                       FILE_FLAG_OVERLAPPED, nullptr));
    }
};

void TestPipeInput::linesArriveWhole_data() {
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("letters");
    QTest::addColumn<int>("pause_ms");
    QTest::newRow("none") << 0 << 0 << 0;
    QTest::newRow("there before they are read") << 3 << 20 << 0;
    QTest::newRow("waited for") << 5 << 20 << 30;
    QTest::newRow("longer than what is read at once") << 3 << 10000 << 5;
    QTest::newRow("many") << 2000 << 50 << 0;
}

void TestPipeInput::linesArriveWhole() {
    QFETCH(int, lines);
    QFETCH(int, letters);
    QFETCH(int, pause_ms);
    Pipe pipe;
    open(pipe);
    std::jthread writer([&] {
        for (int i = 0; i < lines; ++i) {
            std::this_thread::sleep_for(pause_ms * 1ms);
            const std::string line = lineOf(letters, i) + '\n';
            DWORD written = 0;
            WriteFile(pipe.writing.get(), line.data(), static_cast<DWORD>(line.size()), &written,
                      nullptr);
        }
        FlushFileBuffers(pipe.writing.get());
        pipe.writing.reset();
    });
    windows::PipeInput input(pipe.reading.get());
    std::istream in(&input);
    std::string line;
    int seen = 0;
    for (; std::getline(in, line); ++seen) QCOMPARE(line, lineOf(letters, seen));
    QCOMPARE(seen, lines);
}

void TestPipeInput::whatIsNoPipeEnds() {
    windows::PipeInput input(nullptr);
    std::istream in(&input);
    std::string line;
    QVERIFY(!std::getline(in, line));
}

QTEST_APPLESS_MAIN(TestPipeInput)
#include "tst_pipe_input.moc"
