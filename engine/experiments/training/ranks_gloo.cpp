// SPDX-License-Identifier: Apache-2.0
// LibTorch's c10d behind Ranks. Its wheel has the code and not Gloo's headers: those of a Debian
// package do, and nothing of that is linked (packaging/cmake/DueloTorch.cmake).
#include "experiments/training/ranks.h"
#include "experiments/training/ranks_launch.h"

#ifdef DUELO_GLOO

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include <unistd.h>

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "base/json_text.h"
#include "base/places.h"
#include "experiments/training/meeting_sockets.h"
#include "machine/clock.h"
#include "tensor/libtorch.h"

namespace duelo {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook{50};      ///< between two questions of whoever waits
constexpr milliseconds kStoreLook{5};  ///< between two looks into the store
/// The same for a line, which is looked for while a call is timed.
constexpr milliseconds kLineLook{20};
/// The most time between the start of the first process and of the last, on several PCs.
constexpr double kLaunchLimit_s = 120;
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

std::string placeOf(const Meeting& meeting) {
    return meeting.folder.empty() ? meeting.address + ':' + std::to_string(meeting.port)
                                  : utf8(meeting.folder);
}

/// Tells whether the meeting is on this PC, which nothing leaves.
bool isOfThisPc(const Meeting& meeting) {
    return !meeting.folder.empty() || meeting.address == "localhost" ||
           meeting.address.starts_with("127.");
}

/// The store at an address, which rank 0 serves as long as its process lives.
c10::intrusive_ptr<c10d::Store> storeAt(const Meeting& meeting, double limit_s) {
    static std::mutex mutex;  // the worker and those who wait for ranks come at the same time
    static std::map<int, c10::intrusive_ptr<c10d::TCPStore>> served;
    c10d::TCPStoreOptions options;
    options.port = static_cast<std::uint16_t>(meeting.port);
    options.waitWorkers = false;
    options.timeout = inMs(limit_s);
    if (meeting.serves) {
        const std::lock_guard lock(mutex);
        auto& server = served[meeting.port];
        if (!server) {
            c10d::TCPStoreOptions own = options;
            own.isServer = true;
            if (isOfThisPc(meeting)) own.masterListenFd = listeningToThisPc(meeting.port);
            server = c10::make_intrusive<c10d::TCPStore>(meeting.address, own);
        }
        options.port = server->getPort();
    }
    if (!meeting.serves) awaitServer(meeting.address, meeting.port, limit_s);
    return c10::make_intrusive<c10d::TCPStore>(meeting.address, options);
}

c10::intrusive_ptr<c10d::Store> storeOf(const Meeting& meeting, RankPlace place, double limit_s) {
    if (!meeting.folder.empty())
        return c10::make_intrusive<c10d::FileStore>(utf8(meeting.folder / kStoreFile), place.ranks);
    auto store = storeAt(meeting, limit_s);
    if (meeting.name.empty()) return store;
    return c10::make_intrusive<c10d::PrefixStore>(meeting.name, std::move(store));
}

void putText(c10d::Store& store, const std::string& key, std::string_view text) {
    store.set(key, std::vector<std::uint8_t>(text.begin(), text.end()));
}

/// Lines under keys that count up, each with the number of the line that it answers.
class StoreChannel final : public LineChannel {
public:
    StoreChannel(c10::intrusive_ptr<c10d::Store> store, RankPlace here, int other)
        : m_store(std::move(store)),
          m_out(counterOf(here.rank, other)),
          m_in(counterOf(other, here.rank)),
          m_asks(here.rank == 0) {
        if (m_asks) m_session = m_store->add(m_out + "/sessions", 1);
    }
    ~StoreChannel() override {
        if (m_asks) static_cast<void>(write(kSessionOver));
    }

    bool write(std::string_view line) override {
        try {
            if (m_asks) m_number = m_store->add(m_out + "/asked", 1);
            // Sessions are asked one after the other, and each has answers of its own.
            const std::string way = m_asks ? m_out : answersOf(m_out);
            const std::int64_t at = m_store->add(way + "/next", 1);
            putText(*m_store, way + '/' + std::to_string(at),
                    std::to_string(m_number) + ' ' + std::to_string(m_session) + ' ' +
                        std::string(line));
            return true;
        } catch (const std::exception&) {
            return false;
        }
    }

    HeardLine read(const std::stop_token& stop) override {
        try {
            for (;;) {
                if (stop.stop_requested()) return {HeardLine::What::Stopped};
                if (auto line = next()) return {HeardLine::What::Line, std::move(*line)};
                std::this_thread::sleep_for(kLineLook);
            }
        } catch (const std::exception&) {
            return {HeardLine::What::End};
        }
    }

    ChildExit end() override { return {.code = -1}; }

private:
    static std::string counterOf(int from, int to) {
        return "duelo/lines/" + std::to_string(from) + '/' + std::to_string(to);
    }

    std::string answersOf(const std::string& way) const {
        return way + "/of/" + std::to_string(m_session);
    }

    std::optional<std::string> next() {
        const std::string key =
            (m_asks ? answersOf(m_in) : m_in) + '/' + std::to_string(m_read + 1);
        if (!m_store->check({key})) return std::nullopt;
        const std::vector<std::uint8_t> bytes = m_store->get(key);
        static_cast<void>(m_store->deleteKey(key));
        ++m_read;
        const std::string text(bytes.begin(), bytes.end());
        // "NUMBER SESSION LINE"
        const std::size_t first = text.find(' '), second = text.find(' ', first + 1);
        const std::int64_t number = std::strtoll(text.c_str(), nullptr, 10);
        if (m_asks) {
            if (number != m_number) return std::nullopt;
            return text.substr(second + 1);
        }
        m_number = number;
        m_session = std::strtoll(text.c_str() + first, nullptr, 10);
        return text.substr(first + 1);
    }

    const c10::intrusive_ptr<c10d::Store> m_store;
    const std::string m_out, m_in;
    const bool m_asks;
    std::int64_t m_read = 0, m_number = 0, m_session = 0;
};

/// The state of sums that the worker waits for, as Gloo's threads report it.
struct Arrivals {
    std::mutex mutex;
    std::condition_variable all;
    std::size_t open = 0;
    std::exception_ptr failure;
};

/// Calls the library and turns anything that it throws into RanksApart: it means that the others
/// are gone.
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
    GlooRanks(RankPlace place, std::vector<RankHost> hosts,
              c10::intrusive_ptr<c10d::ProcessGroupGloo> group, Waiting waiting)
        : Ranks(place), m_group(std::move(group)), m_waiting(std::move(waiting)) {
        setHosts(std::move(hosts));
    }

private:
    void start(const Tensor& values, What what) override {
        std::vector<at::Tensor> tensors{libtorch(values)};
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

    void look() override { m_waiting(); }

    const c10::intrusive_ptr<c10d::ProcessGroupGloo> m_group;
    const Waiting m_waiting;
    const std::shared_ptr<Arrivals> m_arrivals = std::make_shared<Arrivals>();
};

/// Brings the processes of a training together.
class Arrival {
public:
    Arrival(RankPlace place, const Meeting& meeting, double limit_s, const Ranks::Waiting& waiting)
        : m_place(place), m_meeting(meeting), m_limit_s(limit_s), m_waiting(waiting) {}

    Result<std::unique_ptr<Ranks>> meet(const Json& equal) {
        m_store = storeOf(m_meeting, m_place, m_limit_s);
        Json mine = equal;
        mine["host"] = m_meeting.host.empty() ? ownHost() : m_meeting.host;
        if (!m_meeting.machine.is_null()) mine["machine"] = m_meeting.machine;
        put(helloKey(m_place.rank), mine);
        auto hosts = m_place.rank == 0 ? welcome(mine) : beWelcomed();
        if (!hosts) return tl::unexpected(hosts.error());
        auto options = c10d::ProcessGroupGloo::Options::create(inMs(m_limit_s));
        options->devices.push_back(isOfThisPc(m_meeting)
                                       ? c10d::ProcessGroupGloo::createDeviceForHostname(kLoopback)
                                       : c10d::ProcessGroupGloo::createDefaultDevice());
        auto group = c10::make_intrusive<c10d::ProcessGroupGloo>(m_store, m_place.rank,
                                                                 m_place.ranks, options);
        // A process that waits asks by itself which others are there; this limit is for those that
        // cannot.
        group->setTimeout(inMs(kSumsPerLimit * m_limit_s));
        return std::make_unique<GlooRanks>(m_place, std::move(*hosts), std::move(group), m_waiting);
    }

private:
    static constexpr double kSumsPerLimit = 4;

    /// Tells whether waiting has a limit. In a folder or at a name there is none, as a process that
    /// waits there knows which others are still there.
    bool isLimited() const { return m_meeting.folder.empty() && m_meeting.name.empty(); }

    void put(const std::string& key, const Json& value) const {
        putText(*m_store, key, jsonText(value));
    }

    /// Waits for a value and returns it; null where nobody has put it there within the limit.
    Json take(const std::string& key) const {
        const std::int64_t beganNs = nowNs();
        while (!m_store->check({key})) {
            if (isLimited() && msSince(beganNs) > m_limit_s * 1e3) return {};
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
            if (what == "host" || what == "machine" || (there != theirs.end() && *there == here))
                continue;
            Reason why = about("rank_other_" + what, rank);
            why.args["here"] = here;
            why.args["there"] = there == theirs.end() ? Json("") : *there;
            return why;
        }
        return std::nullopt;
    }

    /// Rank 0 looks at all of them and says whether they fit together.
    Result<std::vector<RankHost>> welcome(const Json& mine) const {
        std::optional<Reason> why;
        std::vector<RankHost> hosts;
        addHost(hosts, mine);
        for (int rank = 1; rank < m_place.ranks && !why; ++rank) {
            const Json theirs = take(helloKey(rank));
            if (!theirs.is_object()) {
                why = about("rank_absent", rank);
                why->args["limit_s"] = m_limit_s;
                break;
            }
            why = whyOther(rank, mine, theirs);
            addHost(hosts, theirs);
        }
        Json told = Json::array();  // the others need to know who shares a clock
        for (const RankHost& host : hosts) told.push_back({{"host", host.name}});
        put(kWelcome, why ? Json{{"code", why->code}, {"args", why->args}} : Json{{"hosts", told}});
        if (why) return tl::unexpected(*why);
        return hosts;
    }

    /// Counts a rank to the PC that it tells of; a new PC is added.
    static void addHost(std::vector<RankHost>& hosts, const Json& told) {
        const std::string name = told.value("host", "");
        auto host = std::ranges::find(hosts, name, &RankHost::name);
        if (host == hosts.end())
            host = hosts.insert(host, {.name = name, .machine = told.value("machine", Json())});
        ++host->ranks;
    }

    Result<std::vector<RankHost>> beWelcomed() const {
        const Json said = take(kWelcome);
        if (said.is_object() && said.contains("hosts")) {
            std::vector<RankHost> hosts;
            for (const Json& each : said["hosts"]) addHost(hosts, each);
            return hosts;
        }
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
        return fail("meeting_failed", {{"place", placeOf(meeting)}}, error.what());
    }
}

Result<std::unique_ptr<LineChannel>> channelTo(const Launch& launch, int other) {
    try {
        return std::make_unique<StoreChannel>(storeAt(launch.meeting, kLaunchLimit_s), launch.place,
                                              other);
    } catch (const std::exception& error) {
        return fail("meeting_failed", {{"place", placeOf(launch.meeting)}}, error.what());
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

Result<std::unique_ptr<LineChannel>> channelTo(const Launch&, int) {
    return tl::unexpected(*whyNoProcesses());
}

}  // namespace duelo

#endif
