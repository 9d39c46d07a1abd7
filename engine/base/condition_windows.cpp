// SPDX-License-Identifier: Apache-2.0
#include "base/condition.h"

#include <algorithm>

#include <windows.h>

namespace duelo {

namespace {

static_assert(sizeof(SRWLOCK) == sizeof(void*) && sizeof(CONDITION_VARIABLE) == sizeof(void*));

// Both begin as nothing but a null pointer (SRWLOCK_INIT, CONDITION_VARIABLE_INIT).
SRWLOCK* lockOf(void*& guard) {
    return reinterpret_cast<SRWLOCK*>(&guard);
}
CONDITION_VARIABLE* conditionOf(void*& changed) {
    return reinterpret_cast<CONDITION_VARIABLE*>(&changed);
}

}  // namespace

void Condition::notify_one() {
    enter();
    WakeConditionVariable(conditionOf(m_changed));
    leave();
}

void Condition::notify_all() {
    enter();
    WakeAllConditionVariable(conditionOf(m_changed));
    leave();
}

void Condition::enter() {
    AcquireSRWLockExclusive(lockOf(m_guard));
}

void Condition::sleepGuarded(std::chrono::milliseconds limit) {
    constexpr std::int64_t kLongest_ms = INFINITE - 1;
    const DWORD limit_ms =
        limit.count() < 0
            ? INFINITE
            : static_cast<DWORD>((std::min<std::int64_t>)(limit.count(), kLongest_ms));
    SleepConditionVariableSRW(conditionOf(m_changed), lockOf(m_guard), limit_ms, 0);
}

void Condition::leave() {
    ReleaseSRWLockExclusive(lockOf(m_guard));
}

}  // namespace duelo
