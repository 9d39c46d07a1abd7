// SPDX-License-Identifier: Apache-2.0
#include "streamed_gpu.h"

#include <stdexcept>
#include <utility>

namespace duelo::test {

class StreamedGpu::Events final : public GpuEvents {
public:
    Events(StreamedGpu& gpu, std::size_t count) : m_gpu(gpu) {
        for (std::size_t i = 0; i < count; ++i) m_stamps.push_back(std::make_shared<Stamp>());
    }

    std::size_t count() const override { return m_stamps.size(); }

    void record(std::size_t i) override {
        m_gpu.put(
            {[stamp = m_stamps.at(i), nth = ++m_stamps.at(i)->recorded] { stamp->reached = nth; }});
    }

    /// For that recording which is the latest now; for none where there was none.
    void wait(std::size_t i) override {
        m_gpu.put({[] {}, [stamp = m_stamps.at(i),
                           nth = m_stamps.at(i)->recorded] { return stamp->reached >= nth; }});
    }

    double elapsedMs(std::size_t from, std::size_t to) override {
        if (m_stamps.at(from)->reached == 0 || m_stamps.at(to)->reached == 0)
            throw std::logic_error("event not recorded");
        return 1;
    }

private:
    StreamedGpu& m_gpu;
    std::vector<std::shared_ptr<Stamp>> m_stamps;
};

class StreamedGpu::Graph final : public GpuGraph {
public:
    Graph(StreamedGpu& gpu, std::unique_ptr<GpuGraph> graph)
        : m_gpu(gpu), m_graph(std::move(graph)) {}

    void replay() override {
        m_gpu.put({[this] {
            m_graph->replay();
            m_gpu.done.emplace_back("work");
        }});
    }

private:
    StreamedGpu& m_gpu;
    std::unique_ptr<GpuGraph> m_graph;
};

std::unique_ptr<GpuScope> StreamedGpu::copyingStream() {
    class Scope final : public GpuScope {
    public:
        explicit Scope(std::size_t& current) : m_current(current) { m_current = 1; }
        ~Scope() override { m_current = 0; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        std::size_t& m_current;
    };
    return std::make_unique<Scope>(m_current);
}

std::optional<std::size_t> StreamedGpu::nextStream() {
    const auto can = [this](std::size_t stream) {
        return !m_streams[stream].empty() && m_streams[stream].front().may();
    };
    std::size_t liked = m_order == Order::CopiesFirst ? 1 : 0;
    if (m_order == Order::Random) liked = m_random() % 2;
    if (can(liked)) return liked;
    return can(1 - liked) ? std::optional(1 - liked) : std::nullopt;
}

void StreamedGpu::synchronize() {
    FakeGpu::synchronize();
    while (!m_streams[m_current].empty()) {
        const auto stream = nextStream();
        if (!stream) throw std::logic_error("both streams wait for each other");
        const Operation next = std::move(m_streams[*stream].front());
        m_streams[*stream].pop_front();
        next.run();
    }
}

std::unique_ptr<GpuEvents> StreamedGpu::events(std::size_t count) {
    return std::make_unique<Events>(*this, count);
}

std::unique_ptr<GpuGraph> StreamedGpu::capture(const std::function<void()>& work) {
    return std::make_unique<Graph>(*this, FakeGpu::capture(work));
}

void StreamedGpu::copy(Tensor& to, const Tensor& from) {
    put({[this, target = to, from]() mutable {
        FakeGpu::copy(target, from);
        done.push_back(copied(target, from));
    }});
}

void StreamedGpu::copyBytes(void* to, const void* from, std::size_t bytes) {
    put({[this, to, from, bytes] { FakeGpu::copyBytes(to, from, bytes); }});
}

}  // namespace duelo::test
