// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/ranks_launch.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace duelo {

namespace {

constexpr int kMostRanks = 1 << 16;
constexpr int kMostPort = 65535;
constexpr int kUsualPort = 29500;  // of torch.distributed
constexpr const char* kThisPc = "127.0.0.1";
constexpr std::chrono::milliseconds kToBeHeard{200};

/// One number by the names of those who start processes.
struct Names {
    const char* rank;
    const char* ranks;
    const char* local;
};
constexpr std::array kStarters{
    Names{"RANK", "WORLD_SIZE", "LOCAL_RANK"},
    Names{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
    Names{"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"}};

/// `otherwise` where it is not set.
Result<int> numberOf(const Variable& variable, const char* name, int least, int most,
                     int otherwise) {
    const auto text = variable(name);
    if (!text) return otherwise;
    int number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error != std::errc() || end != text->data() + text->size() || number < least ||
        number > most)
        return fail("launch_invalid", {{"variable", name}, {"value", *text}});
    return number;
}

void dismissOthers(const Launch& launch) {
    for (int rank = 1; rank < launch.place.ranks; ++rank)
        if (auto channel = channelTo(launch, rank))
            static_cast<void>((*channel)->write(kDismissed));
    // The store goes with this process, and they look for lines now and then.
    std::this_thread::sleep_for(kToBeHeard);
}

}  // namespace

Result<std::optional<Launch>> launchFrom(const Variable& variable) {
    for (const Names& names : kStarters) {
        if (!variable(names.rank) || !variable(names.ranks)) continue;
        const auto ranks = numberOf(variable, names.ranks, 1, kMostRanks, 1);
        if (!ranks) return tl::unexpected(ranks.error());
        const auto rank = numberOf(variable, names.rank, 0, *ranks - 1, 0);
        if (!rank) return tl::unexpected(rank.error());
        if (*ranks == 1) return std::nullopt;
        const auto local = numberOf(variable, names.local, 0, *ranks - 1, *rank);
        if (!local) return tl::unexpected(local.error());
        const auto port = numberOf(variable, "MASTER_PORT", 1, kMostPort, kUsualPort);
        if (!port) return tl::unexpected(port.error());
        const bool torchrun_serves =
            variable("TORCHELASTIC_USE_AGENT_STORE").value_or("") == "True";
        return Launch{.place = {.rank = *rank, .ranks = *ranks},
                      .meeting = {.address = variable("MASTER_ADDR").value_or(kThisPc),
                                  .port = *port,
                                  .serves = *rank == 0 && !torchrun_serves},
                      .local_rank = *local};
    }
    return std::nullopt;
}

const Result<std::optional<Launch>>& launchOfThisProcess() {
    static const Result<std::optional<Launch>> launch =
        launchFrom([](const char* name) -> std::optional<std::string> {
            const char* value = std::getenv(name);
            return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
        });
    return launch;
}

Result<std::optional<StartedTogether>> ranksStartedTogether() {
    const auto& known = launchOfThisProcess();
    if (!known) return tl::unexpected(known.error());
    if (!*known) return std::nullopt;
    const Launch& launch = **known;
    return StartedTogether{.rank = launch.place.rank,
                           .local_rank = launch.local_rank,
                           .channel = [&launch] { return channelTo(launch, 0); },
                           .dismiss = [&launch] { dismissOthers(launch); }};
}

}  // namespace duelo
