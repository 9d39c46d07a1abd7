// SPDX-License-Identifier: Apache-2.0
#include "record/game.h"

#include <utility>

#include "base/places.h"
#include "record/provenance.h"
#include "record/write_records.h"

namespace duelo {

std::optional<Game> gameOf(const Header& header) {
    const auto found = header.extra.find(kGameField);
    if (found == header.extra.end()) return std::nullopt;
    return sheetFrom<Game>(*found);
}

Result<void> writeGame(const RecordLog& log, Game game, const std::filesystem::path& path) {
    const Json args{{"path", utf8(log.path)}};
    if (gameOf(log.header()) || provenanceOf(log.header())) return fail("game_not_own", args);
    if (log.integrity != Integrity::Sealed) return fail("game_not_sealed", args);
    game.of_run = log.header().run;
    const std::string run = newRunId();
    std::vector<Record> records = log.records;
    // A run may have gone on: each of its headers is marked.
    for (Record& record : records)
        if (auto* header = std::get_if<Header>(&record)) {
            header->schema = kGameSchema;
            header->run = run;
            header->extra[kGameField] = toJson(game);
        }
    return writeRecords(records, path);
}

}  // namespace duelo
