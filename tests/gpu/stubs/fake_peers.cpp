// SPDX-License-Identifier: Apache-2.0
#include "fake_peers.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "tensor/tensor.h"

namespace duelo::test {
namespace {

/// The values that the threads of one id have brought, sum by sum; an undefined tensor: none yet.
struct Gathering {
    std::mutex mutex;
    std::vector<std::vector<Tensor>> sums;
    int ranks = 0;
    bool left = false;
};

std::mutex g_mutex;
std::map<std::string, std::shared_ptr<Gathering>> g_gatherings;

class FakePeers final : public GpuPeers {
public:
    FakePeers(std::shared_ptr<Gathering> all, int rank) : m_all(std::move(all)), m_rank(rank) {}

    ~FakePeers() override {
        const std::lock_guard lock(m_all->mutex);
        m_all->left = true;
    }

    void addUp(const Tensor& values) override {
        if (!values.is_contiguous() || values.scalar_type() != ScalarType::Float)
            throw TensorError(TensorError::Kind::Other, "addUp: fp32, one value after the other");
        const std::lock_guard lock(m_all->mutex);
        const std::size_t at = m_mine.size() + m_done;
        if (m_all->sums.size() <= at)
            m_all->sums.resize(at + 1, std::vector<Tensor>(static_cast<std::size_t>(m_all->ranks)));
        m_all->sums[at][static_cast<std::size_t>(m_rank)] = values.clone();
        m_mine.push_back(values);
    }

    void join() override {}

    /// The next kernel of a real one would wait; here nothing goes on before all have come.
    bool pending(std::size_t) override {
        const std::lock_guard lock(m_all->mutex);
        while (!m_mine.empty()) {
            const std::vector<Tensor>& parts = m_all->sums[m_done];
            if (!std::ranges::all_of(parts, [](const Tensor& part) { return part.defined(); })) {
                if (m_all->left)
                    throw TensorError(TensorError::Kind::Distributed, "ncclRemoteError");
                return true;
            }
            Tensor sum = parts.front().clone();
            for (std::size_t i = 1; i < parts.size(); ++i) sum.add_(parts[i]);
            m_mine.front().copy_(sum);
            m_mine.erase(m_mine.begin());
            ++m_done;
        }
        return false;
    }

    double takeStoodMs() override { return 1.5; }

private:
    const std::shared_ptr<Gathering> m_all;
    const int m_rank;
    std::vector<Tensor> m_mine;  ///< that are not summed yet
    std::size_t m_done = 0;
};

}  // namespace

std::string fakePeerId() {
    const std::lock_guard lock(g_mutex);
    const std::string id = "gathering " + std::to_string(g_gatherings.size());
    return g_gatherings.emplace(id, std::make_shared<Gathering>()).first->first;
}

std::unique_ptr<GpuPeers> meetFakePeers(const std::string& id, int rank, int ranks) {
    const std::lock_guard lock(g_mutex);
    const auto found = g_gatherings.find(id.c_str());  // filled up with zeros
    if (found == g_gatherings.end())
        throw TensorError(TensorError::Kind::Distributed, "ncclInvalidArgument");
    found->second->ranks = ranks;
    return std::make_unique<FakePeers>(found->second, rank);
}

}  // namespace duelo::test
