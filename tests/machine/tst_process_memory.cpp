// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <cstdlib>
#include <cstring>
#include <thread>

#ifdef __linux__
#include <sys/resource.h>
#endif

#include "machine/process_memory.h"

using namespace duelo;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kOwnAllocator = true;
#elif defined(__SANITIZE_THREAD__)
constexpr bool kOwnAllocator = true;
#else
constexpr bool kOwnAllocator = false;
#endif

/// Uses memory as a layer does for its output: allocates it, writes it and frees it.
void useOnce(std::size_t bytes) {
    void* const block = std::malloc(bytes);
    std::memset(block, 1, bytes);
    // Read, or the compiler would see that nobody looks at it.
    if (static_cast<volatile char*>(block)[bytes / 2] != 1) qFatal("not written");
    std::free(block);
}

}  // namespace

class TestProcessMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCallFindsThePagesOfTheOneBefore_data();
    void aCallFindsThePagesOfTheOneBefore();
};

void TestProcessMemory::aCallFindsThePagesOfTheOneBefore_data() {
    QTest::addColumn<quint64>("bytes");
    QTest::newRow("a layer") << (quint64{6} << 20);
    QTest::newRow("larger than what the C library learns to keep") << (quint64{40} << 20);
    QTest::newRow("larger than an arena of a thread") << (quint64{70} << 20);
}

/// A call costs the same whatever has been freed before it in this process.
void TestProcessMemory::aCallFindsThePagesOfTheOneBefore() {
#if !defined(__linux__) || !defined(__GLIBC__)
    QSKIP("the C library of this system keeps what is freed, or cannot be told to");
#else
    if (kOwnAllocator) QSKIP("a sanitizer allocates");
    QFETCH(quint64, bytes);
    keepFreedMemory();
    long faults = 0;
    // Calls are made on the session's thread, whose memory is apart from the first one's.
    std::thread([&faults, bytes] {
        const auto faultsOfThread = [] {
            rusage usage{};
            getrusage(RUSAGE_THREAD, &usage);
            return usage.ru_minflt;
        };
        useOnce(bytes);
        const long before = faultsOfThread();
        for (int call = 0; call < 10; ++call) useOnce(bytes);
        faults = faultsOfThread() - before;
    }).join();
    // Even 6 MiB are 1536 pages, 15,360 in ten calls, where each has them made anew.
    QVERIFY2(faults < 200, qPrintable(QString::number(faults)));
    giveBackFreedMemory();
#endif
}

QTEST_APPLESS_MAIN(TestProcessMemory)
#include "tst_process_memory.moc"
