// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <chrono>
#include <csignal>
#include <thread>

#ifndef Q_OS_WIN
#include <signal.h>
#endif

#include "base/child_pipe.h"

using namespace duelo;
using What = HeardLine::What;

namespace {

std::unique_ptr<ChildPipe> helper() {
    return ChildPipe::start(DUELO_PIPE_HELPER, {}).value();
}

}  // namespace

class TestChildPipe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesGoBothWays();
    void theEndIsTold();
    void aSignalIsTold();
    void whatThisProcessIgnoresEndsItAllTheSame();
    void whoNoLongerListensIsNoAccident();
    void aTalkativeChildNeverBlocks();
    void stopEndsTheWaiting();
    void whoIsToLeaveIsNotWaitedFor_R_23();
    void nobodyIsLeftBehind();
    void whatIsNotThereIsRefused();
};

void TestChildPipe::linesGoBothWays() {
    const auto child = helper();
    const std::string longLine(100'000, 'a');
    QVERIFY(child->write("say one"));
    QVERIFY(child->write("say " + longLine));
    const HeardLine first = child->read({});
    QCOMPARE(first.what, What::Line);
    QCOMPARE(first.text, std::string("one"));
    QCOMPARE(child->read({}).text, longLine);
}

void TestChildPipe::theEndIsTold() {
    const auto child = helper();
    QVERIFY(child->write("say last"));
    QVERIFY(child->write("err it broke"));
    QVERIFY(child->write("exit 9"));
    QCOMPARE(child->read({}).text, std::string("last"));
    QCOMPARE(child->read({}).what, What::End);
    const ChildExit exit = child->end();
    QCOMPARE(exit.code, 9);
    QVERIFY(QString::fromStdString(exit.errors).trimmed() == "it broke");
}

void TestChildPipe::aSignalIsTold() {
#ifdef Q_OS_WIN
    QSKIP("there are none");
#else
    const auto child = helper();
    QVERIFY(child->write("abort"));
    QCOMPARE(child->read({}).what, What::End);
    QCOMPARE(child->end().code, -SIGABRT);
#endif
}

/// A student's program that writes to a pipe without a reader is ended, as it is by a shell.
void TestChildPipe::whatThisProcessIgnoresEndsItAllTheSame() {
#ifdef Q_OS_WIN
    QSKIP("there are none");
#else
    const auto former = std::signal(SIGPIPE, SIG_IGN);
    const auto child = helper();
    std::signal(SIGPIPE, former);
    QVERIFY(child->write("broken pipe"));
    QVERIFY(child->write("say alive"));
    QCOMPARE(child->read({}).what, What::End);
    QCOMPARE(child->end().code, -SIGPIPE);
#endif
}

/// Writing to a pipe without a reader ends a program that does not expect it.
void TestChildPipe::whoNoLongerListensIsNoAccident() {
    const auto child = helper();
    QVERIFY(child->write("exit 0"));
    QCOMPARE(child->read({}).what, What::End);
    QTRY_VERIFY(!child->write("say anything"));
}

void TestChildPipe::aTalkativeChildNeverBlocks() {
    const auto child = helper();
    QVERIFY(child->write("noise 300000"));
    QVERIFY(child->write("say done"));
    QCOMPARE(child->read({}).text, std::string("done"));
    QVERIFY(child->write("exit 0"));
    QCOMPARE(child->read({}).what, What::End);
    QCOMPARE(child->end().errors.size(), 4096U);
}

void TestChildPipe::stopEndsTheWaiting() {
    const auto child = helper();
    QVERIFY(child->write("sleep"));
    std::stop_source stop;
    const std::jthread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(child->read(stop.get_token()).what, What::Stopped);
    QVERIFY(timer.elapsed() < 5000);
    QCOMPARE(child->read(stop.get_token()).what, What::Stopped);
}

/// It hears nothing any more and would sleep for an hour.
void TestChildPipe::whoIsToLeaveIsNotWaitedFor_R_23() {
    const auto child = helper();
    QVERIFY(child->write("say here"));
    QCOMPARE(child->read({}).text, std::string("here"));
    QVERIFY(child->write("sleep"));
    child->leave();
    QCOMPARE(child->read({}).what, What::End);
#ifdef Q_OS_WIN
    QCOMPARE(child->end().code, -1);
#else
    QCOMPARE(child->end().code, -SIGKILL);
#endif
}

void TestChildPipe::nobodyIsLeftBehind() {
#ifdef Q_OS_WIN
    QSKIP("its id may be another's by now");
#else
    auto child = helper();
    QVERIFY(child->write("pid"));
    const auto pid = static_cast<pid_t>(std::stol(child->read({}).text));
    QVERIFY(child->write("sleep"));
    QCOMPARE(::kill(pid, 0), 0);
    child.reset();
    QVERIFY(::kill(pid, 0) != 0);
#endif
}

void TestChildPipe::whatIsNotThereIsRefused() {
    const auto none = ChildPipe::start("/no/such/program", {});
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string("child_not_found"));
}

QTEST_GUILESS_MAIN(TestChildPipe)
#include "tst_child_pipe.moc"
