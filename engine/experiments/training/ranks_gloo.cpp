// SPDX-License-Identifier: Apache-2.0
// LibTorch's c10d behind Ranks. Its wheel has the code and not Gloo's headers: those of a Debian
// package do, and nothing of that is linked (packaging/cmake/DueloTorch.cmake).
#include "experiments/training/ranks.h"

#ifdef DUELO_GLOO

#include <array>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include <unistd.h>

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "base/json_text.h"
#include "base/places.h"
#include "machine/clock.h"

namespace duelo {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook{50};      ///< between two questions of whoever waits
constexpr milliseconds kStoreLook{5};  ///< between two looks into the store
constexpr const char* kLoopback = "127.0.0.1";
constexpr const char* kStoreFile = "store";
constexpr const char* kWelcome = "duelo/welcome";

std::string helloKey(int rank) {
    return "duelo/hello/" + std::to_string(rank);
}

std::string ownHost() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

milliseconds inMs(double seconds) {
    return milliseconds(static_cast<std::int64_t>(seconds * 1e3));
}

/// What the threads of Gloo tell of sums that the worker waits for.
struct Arrivals {
    std::mutex mutex;
    std::condition_variable all;
    std::size_t open = 0;
    std::exception_ptr failure;
};

/// What the library throws says in its way that the others are gone.
template <typename Call>
auto asLibrary(const Call& call) {
    try {
        return call();
    } catch (const std::exception& error) {
        throw RanksApart(error.what());
    }
}

class GlooRanks final : public Ranks {
public:
    GlooRanks(RankPlace place, std::vector<std::string> hosts,
              c10::intrusive_ptr<c10d::ProcessGroupGloo> group, Waiting waiting)
        : Ranks(place), m_group(std::move(group)), m_waiting(std::move(waiting)) {
        setHosts(std::move(hosts));
    }

private:
    void start(const at::Tensor& values, What what) override {
        std::vector<at::Tensor> tensors{values};
        const auto work = asLibrary([&] {
            if (what == What::Spread) return m_group->broadcast(tensors);
            return m_group->allreduce(
                tensors,
                {.reduceOp = what == What::Most ? c10d::ReduceOp::MAX : c10d::ReduceOp::SUM});
        });
        {
            const std::lock_guard lock(m_arrivals->mutex);
            ++m_arrivals->open;
        }
        // Held by the callback too, which may come when whoever waited has left.
        work->getFuture()->addCallback([arrivals = m_arrivals](c10::ivalue::Future& done) {
            const std::lock_guard lock(arrivals->mutex);
            --arrivals->open;
            if (done.hasError() && !arrivals->failure) arrivals->failure = done.exception_ptr();
            if (arrivals->open == 0 || arrivals->failure) arrivals->all.notify_all();
        });
    }

    void finish() override {
        std::unique_lock lock(m_arrivals->mutex);
        const auto over = [this] { return m_arrivals->open == 0 || m_arrivals->failure; };
        while (!m_arrivals->all.wait_for(lock, kLook, over)) {
            lock.unlock();
            m_waiting();
            lock.lock();
        }
        if (!m_arrivals->failure) return;
        const std::exception_ptr failure = m_arrivals->failure;
        lock.unlock();
        asLibrary([&] { std::rethrow_exception(failure); });
    }

    const c10::intrusive_ptr<c10d::ProcessGroupGloo> m_group;
    const Waiting m_waiting;
    const std::shared_ptr<Arrivals> m_arrivals = std::make_shared<Arrivals>();
};

/// How the processes of a training come together.
class Arrival {
public:
    Arrival(RankPlace place, const Meeting& meeting, double limit_s, const Ranks::Waiting& waiting)
        : m_place(place), m_meeting(meeting), m_limit_s(limit_s), m_waiting(waiting) {}

    Result<std::unique_ptr<Ranks>> meet(const Json& equal) {
        m_store = openStore();
        Json mine = equal;
        mine["host"] = ownHost();
        put(helloKey(m_place.rank), mine);
        auto hosts = m_place.rank == 0 ? welcome(mine) : beWelcomed();
        if (!hosts) return tl::unexpected(hosts.error());
        auto options = c10d::ProcessGroupGloo::Options::create(inMs(m_limit_s));
        options->devices.push_back(
            m_meeting.folder.empty() ? c10d::ProcessGroupGloo::createDefaultDevice()
                                     : c10d::ProcessGroupGloo::createDeviceForHostname(kLoopback));
        auto group = c10::make_intrusive<c10d::ProcessGroupGloo>(m_store, m_place.rank,
                                                                 m_place.ranks, options);
        // Who waits asks by itself who is still there; this limit is for whoever cannot ask.
        group->setTimeout(inMs(kSumsPerLimit * m_limit_s));
        return std::make_unique<GlooRanks>(m_place, std::move(*hosts), std::move(group), m_waiting);
    }

    [[nodiscard]] std::string where() const {
        return m_meeting.folder.empty() ? m_meeting.address + ':' + std::to_string(m_meeting.port)
                                        : utf8(m_meeting.folder);
    }

private:
    static constexpr double kSumsPerLimit = 4;

    c10::intrusive_ptr<c10d::Store> openStore() const {
        if (!m_meeting.folder.empty())
            return c10::make_intrusive<c10d::FileStore>(utf8(m_meeting.folder / kStoreFile),
                                                        m_place.ranks);
        c10d::TCPStoreOptions options;
        options.port = static_cast<std::uint16_t>(m_meeting.port);
        options.isServer = m_meeting.serves && m_place.rank == 0;
        options.waitWorkers = false;
        options.timeout = inMs(m_limit_s);
        return c10::make_intrusive<c10d::TCPStore>(m_meeting.address, options);
    }

    void put(const std::string& key, const Json& value) const {
        const std::string text = jsonText(value);
        m_store->set(key, std::vector<std::uint8_t>(text.begin(), text.end()));
    }

    /// Null where nobody has put it there within the limit.
    Json take(const std::string& key) const {
        const std::int64_t beganNs = nowNs();
        while (!m_store->check({key})) {
            if (m_meeting.folder.empty() && msSince(beganNs) > m_limit_s * 1e3) return {};
            m_waiting();
            std::this_thread::sleep_for(kStoreLook);
        }
        const std::vector<std::uint8_t> text = m_store->get(key);
        const auto value = parseJson(std::string(text.begin(), text.end()));
        return value ? *value : Json();
    }

    Reason about(std::string code, int rank) const {
        return {std::move(code), {{"process", rank + 1}, {"ranks", m_place.ranks}}, {}};
    }

    std::optional<Reason> whyOther(int rank, const Json& mine, const Json& theirs) const {
        for (const auto& [what, here] : mine.items()) {
            const auto there = theirs.find(what);
            if (what == "host" || (there != theirs.end() && *there == here)) continue;
            Reason why = about("rank_other_" + what, rank);
            why.args["here"] = here;
            why.args["there"] = there == theirs.end() ? Json("") : *there;
            return why;
        }
        return std::nullopt;
    }

    /// Rank 0 looks at all of them and says whether they fit together.
    Result<std::vector<std::string>> welcome(const Json& mine) const {
        std::optional<Reason> why;
        Json hosts = Json::array({mine["host"]});
        for (int rank = 1; rank < m_place.ranks && !why; ++rank) {
            const Json theirs = take(helloKey(rank));
            if (!theirs.is_object()) {
                why = about("rank_absent", rank);
                why->args["limit_s"] = m_limit_s;
                break;
            }
            why = whyOther(rank, mine, theirs);
            hosts.push_back(theirs.value("host", ""));
        }
        put(kWelcome,
            why ? Json{{"code", why->code}, {"args", why->args}} : Json{{"hosts", hosts}});
        if (why) return tl::unexpected(*why);
        return hosts.get<std::vector<std::string>>();
    }

    Result<std::vector<std::string>> beWelcomed() const {
        const Json said = take(kWelcome);
        if (said.is_object() && said.contains("hosts"))
            return said["hosts"].get<std::vector<std::string>>();
        if (said.is_object() && said.contains("code"))
            return fail(said.value("code", ""), said.value("args", Json::object()));
        Reason why = about("rank_absent", 0);
        why.args["limit_s"] = m_limit_s;
        return tl::unexpected(why);
    }

    const RankPlace m_place;
    const Meeting& m_meeting;
    const double m_limit_s;
    const Ranks::Waiting& m_waiting;
    c10::intrusive_ptr<c10d::Store> m_store;
};

}  // namespace

std::optional<Reason> whyNoProcesses() {
    return std::nullopt;
}

Result<std::unique_ptr<Ranks>> Ranks::meet(RankPlace place, const Meeting& meeting,
                                           const Json& equal, double limit_s, Waiting waiting) {
    Arrival arrival(place, meeting, limit_s, waiting);
    try {
        return arrival.meet(equal);
    } catch (const std::exception& error) {
        // A port in use, an address that does not answer, a process that died on its way here.
        return fail("meeting_failed", {{"place", arrival.where()}}, error.what());
    }
}

}  // namespace duelo

#else

namespace duelo {

std::optional<Reason> whyNoProcesses() {
    return Reason{"processes_not_built"};
}

Result<std::unique_ptr<Ranks>> Ranks::meet(RankPlace, const Meeting&, const Json&, double,
                                           Waiting) {
    return tl::unexpected(*whyNoProcesses());
}

}  // namespace duelo

#endif
