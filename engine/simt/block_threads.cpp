// SPDX-License-Identifier: Apache-2.0
#include "simt/block_threads.h"

#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include "simt/fiber_sanitizer.h"
#include "simt/kernel_types.h"

namespace duelo::simt {

namespace {

namespace context = boost::context;

// A kernel calls next to nothing; what a sanitizer adds and an exception needs, fits too.
constexpr std::size_t kStackBytes = 128 * 1024;

/// Stacks with a guard page each, kept for the next block.
class Stacks {
public:
    Stacks() = default;
    ~Stacks() {
        for (context::stack_context& stack : m_free) m_maker.deallocate(stack);
    }
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    context::stack_context take() {
        if (m_free.empty()) return m_maker.allocate();
        const context::stack_context stack = m_free.back();
        m_free.pop_back();
        return stack;
    }
    void giveBack(const context::stack_context& stack) { m_free.push_back(stack); }

private:
    context::protected_fixedsize_stack m_maker{kStackBytes};
    std::vector<context::stack_context> m_free;
};

/// Gives a fiber its stack, from the pool.
struct StackOfPool {
    Stacks* stacks;
    fibers::Stack* told;  ///< where the stack lies, for the sanitizer

    context::stack_context allocate() {
        const context::stack_context stack = stacks->take();
        *told = {static_cast<const char*>(stack.sp) - stack.size, stack.size};
        fibers::forget(*told);
        return stack;
    }
    void deallocate(context::stack_context& stack) { stacks->giveBack(stack); }
};

}  // namespace

class BlockThreads::Impl {
public:
    explicit Impl(LaunchWatch& watch) : m_watch(watch) {
        watch.onBarrier(
            [](void* self, const LaunchWatch::Where& where) {
                static_cast<Impl*>(self)->wait(where);
            },
            this);
    }

    Result<void> run(const std::function<void()>& kernel, Dim block, const std::stop_token& stop) {
        m_kernel = &kernel;
        m_threads.clear();
        m_threads.resize(block.count());
        m_fault.reset();
        do {
            runInterval(block, stop);
            if (!m_fault) m_fault = barrierFault();
            if (m_waiting > 0) m_watch.beginInterval();
        } while (!m_fault && m_waiting > 0);
        if (!m_fault) return {};
        endAll();
        return tl::unexpected(*std::exchange(m_fault, std::nullopt));
    }

private:
    struct Thread {
        context::fiber fiber;
        fibers::Stack stack;
        fibers::Fake fake;  ///< the sanitizer's, while it stands still
        bool done = false;
        std::optional<LaunchWatch::Where> waits_at;
    };

    /// Every thread that is not done, up to where it waits or ends.
    void runInterval(Dim block, const std::stop_token& stop) {
        m_waiting = 0;
        for (unsigned i = 0; i < m_threads.size() && !m_fault; ++i) {
            if (!m_threads[i].done) {
                threadIdx = {i % block.x, i / block.x % block.y, i / (block.x * block.y)};
                m_watch.beginThread(i);
                resume(m_threads[i]);
                m_waiting += !m_threads[i].done;
            }
            if ((i + 1) % kWarpThreads == 0 || i + 1 == m_threads.size()) {
                m_watch.endWarp();
                if (stop.stop_requested()) m_fault = Reason{"simt_stopped", Json::object(), {}};
            }
        }
    }

    /// Returns the fault where some threads wait at a barrier and others do not, or at another one.
    std::optional<Reason> barrierFault() const {
        if (m_waiting == 0) return std::nullopt;
        const Thread* first = nullptr;
        for (const Thread& thread : m_threads)
            if (!thread.done && first == nullptr) first = &thread;
        for (unsigned i = 0; i < m_threads.size(); ++i)
            if (m_threads[i].done || m_threads[i].waits_at->line() != first->waits_at->line())
                return m_watch.barrierFault(*first->waits_at, i);
        return std::nullopt;
    }

    /// Wakes whoever waits, to end: what lies on its stack is destroyed there.
    void endAll() {
        m_ending = true;
        for (Thread& thread : m_threads)
            if (!thread.done && thread.fiber) resume(thread);
        m_ending = false;
    }

    void resume(Thread& thread) {
        if (!thread.fiber && !thread.done)
            thread.fiber = context::fiber(
                std::allocator_arg, StackOfPool{&m_stacks, &thread.stack},
                [this, &thread](context::fiber&& host) { return body(thread, std::move(host)); });
        m_running = &thread;
        fibers::leave(m_host_fake, thread.stack);
        thread.fiber = std::move(thread.fiber).resume();
        fibers::arrive(m_host_fake);
    }

    context::fiber body(Thread& thread, context::fiber&& host) {
        fibers::arrive({}, &m_host_stack);
        m_host = std::move(host);
        try {
            (*m_kernel)();
        } catch (const KernelFault& fault) {
            m_fault = fault.reason;
        } catch (const KernelStopped&) {
        }
        thread.done = true;
        fibers::leaveForGood(m_host_stack);
        return std::move(m_host);
    }

    void wait(const LaunchWatch::Where& where) {
        Thread& thread = *m_running;
        thread.waits_at = where;
        fibers::leave(thread.fake, m_host_stack);
        m_host = std::move(m_host).resume();
        fibers::arrive(thread.fake, &m_host_stack);
        if (m_ending) throw KernelStopped{};
    }

    LaunchWatch& m_watch;
    Stacks m_stacks;
    const std::function<void()>* m_kernel = nullptr;
    std::vector<Thread> m_threads;
    Thread* m_running = nullptr;
    context::fiber m_host;
    fibers::Stack m_host_stack;
    fibers::Fake m_host_fake;
    std::optional<Reason> m_fault;
    std::size_t m_waiting = 0;
    bool m_ending = false;
};

BlockThreads::BlockThreads(LaunchWatch& watch) : m_impl(std::make_unique<Impl>(watch)) {}

BlockThreads::~BlockThreads() = default;

Result<void> BlockThreads::run(const std::function<void()>& kernel, Dim block,
                               const std::stop_token& stop) {
    return m_impl->run(kernel, block, stop);
}

}  // namespace duelo::simt
