// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <sqlite3.h>

#include "classroom/class_tables.h"

/// Shared by those who write the tables of a class: the database, which they are read from again.
namespace duelo {

struct CloseClass {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
using ClassConnection = std::unique_ptr<sqlite3, CloseClass>;

/// Makes and fills the database of that name, UTF-8 as SQLite takes it; ":memory:" has no file.
/// Reasons: "database_failed" {path}.
[[nodiscard]] Result<ClassConnection> filledClass(const Classroom& classroom, const FindSpec& find,
                                                  const ClassOptions& options,
                                                  const std::string& name);

}  // namespace duelo
