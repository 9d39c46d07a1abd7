// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <QDir>

#include "machine/core_binding.h"
#include "measure/maker.h"
#include "plan/spec.h"

/// Where threads may run while works of pinned cells compute, as the system says it.
namespace duelo::test {

/// Returns what this PC lacks for tests of pinning; null: nothing.
inline const char* whyNotPinned() {
#ifdef __linux__
    const CoreBinding binding;
    return binding.canBind() && binding.cores().size() >= 2 ? nullptr : "one core is all there is";
#else
    return "masks are read as Linux tells them";
#endif
}

/// Each thread of this process with its processors: "0-1", "1".
inline std::map<QString, QByteArray> masksNow() {
    std::map<QString, QByteArray> masks;
    const QString tasks = "/proc/self/task";
    for (const QString& task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile status(tasks + '/' + task + "/status");
        if (!status.open(QIODevice::ReadOnly)) continue;
        for (const QByteArray& line : status.readAll().split('\n'))
            if (line.startsWith("Cpus_allowed_list:")) masks[task] = line.mid(18).trimmed();
    }
    return masks;
}

/// Returns the processors to which threads are bound that may use one alone.
inline std::vector<int> boundIn(const std::map<QString, QByteArray>& masks) {
    std::vector<int> bound;
    for (const auto& [task, mask] : masks)
        if (!mask.contains('-') && !mask.contains(',')) bound.push_back(mask.toInt());
    std::ranges::sort(bound);
    return bound;
}

/// The cells of a typed plan.
inline std::vector<Cell> cellsOf(const Spec& spec, const TypedWords& words) {
    const Facts facts{.physical_cores = 2, .devices = {Device::Cpu}};
    auto typed = planFromWords(spec, words, facts);
    if (!typed) qFatal("%s", typed.error().code.c_str());
    auto plan = validated(*std::move(typed), spec, facts);
    if (!plan) qFatal("%s", plan.error().code.c_str());
    return expand(*plan, spec, facts);
}

/// Calls a work until every one of `cores` was seen to hold a thread, or for half a minute.
/// \returns which processors held one alone; `most`: how many threads at a time.
struct SeenBound {
    std::set<int> cores;
    std::size_t most = 0;
};
inline SeenBound boundWhile(Work& work, std::size_t cores) {
    std::mutex mutex;
    SeenBound seen;
    std::jthread watcher([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const std::vector<int> bound = boundIn(masksNow());
            const std::lock_guard lock(mutex);
            seen.cores.insert(bound.begin(), bound.end());
            seen.most = std::max(seen.most, bound.size());
        }
    });
    QElapsedTimer timer;
    timer.start();
    const auto enough = [&] {
        const std::lock_guard lock(mutex);
        return seen.cores.size() >= cores;
    };
    do static_cast<void>(work.step(1));
    while (!enough() && timer.elapsed() < 30'000 && !(work.course() && work.course()->isOver()));
    watcher.request_stop();
    watcher.join();
    return seen;
}

/// That the threads of a cell keep to as many cores as they are, all others to none, and all of
/// them go where they went before once the call is over.
inline void keepsToItsCores(Maker& maker, const Cell& cell) {
    const auto threads = static_cast<std::size_t>(cell.variant.integer("threads", 1));
    auto made = maker.create(cell);
    QVERIFY2(made, made ? "" : made.error().code.c_str());
    Work& work = **made;
    work.setControl({});
    const auto fetched = work.fetch();
    QVERIFY2(fetched, fetched ? "" : fetched.error().code.c_str());
    const auto prepared = work.prepare();
    QVERIFY2(prepared, prepared ? "" : prepared.error().code.c_str());
    static_cast<void>(work.step(1));  // threads that stay are there now
    const auto before = masksNow();
    QVERIFY(boundIn(before).empty());
    const SeenBound seen = boundWhile(work, threads);
    const std::vector<int> all = CoreBinding().cores();
    const std::set<int> own(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(threads));
    QCOMPARE(seen.cores, own);
    // Threads that begin with a call may be looked at together with one of the call before.
    if (cell.variant.text("how") != "threads") QVERIFY(seen.most <= threads);
    const auto after = masksNow();
    for (const auto& [task, mask] : before)
        if (after.contains(task)) QCOMPARE(after.at(task), mask);
    QVERIFY(boundIn(after).empty());
    const auto note = std::ranges::find(prepared->notes, std::string("pinned_to"), &Reason::code);
    QVERIFY(note != prepared->notes.end());
}

/// One that asks for more than there are says so and is not made.
inline void hasTooFewCores(Maker& maker, Cell cell) {
    cell.variant.set("threads", 1000);
    const auto made = maker.create(cell);
    QVERIFY(!made);
    QCOMPARE(made.error().code, std::string("pinning_needs_cores"));
    QCOMPARE(made.error().args["threads"].get<int>(), 1000);
}

}  // namespace duelo::test
