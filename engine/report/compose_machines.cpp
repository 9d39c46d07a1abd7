// SPDX-License-Identifier: Apache-2.0
// The sheets of the machines, at the end of a report's annex.
#include <algorithm>
#include <map>

#include "record/provenance.h"
#include "report/compose_parts.h"
#include "report/device_name.h"
#include "report/imported.h"
#include "report/long_table.h"

namespace duelo {
namespace {

/// A machine, the files that name it and what its sheet tells.
struct Machine {
    std::string key;
    std::string name{};  ///< "i5-12400, RTX 3060"
    std::vector<std::string> files{};
    std::vector<SheetLine> lines{};

    /// Adds a line below those of its kind, unless another start of the machine told the same.
    void add(SheetLine line) {
        auto place = lines.end();
        for (auto one = lines.begin(); one != lines.end(); ++one) {
            // The state at the start has the memory once more.
            const bool again =
                line.path == "state.memory.total_bytes" && one->path == "memory.total_bytes";
            if (again && one->value == line.value) return;
            if (one->path != line.path) continue;
            place = one + 1;
            if (one->value == line.value && one->source != line.source) return;
        }
        lines.insert(place, std::move(line));
    }
};

}  // namespace

/// The sheet of every machine once, two properties in a row, to be read row by row: so a page may
/// break anywhere. Of several files of one machine, or several starts of one run, each adds only
/// what it tells otherwise.
std::vector<DocTable> Composer::machineTables() const {
    std::vector<Machine> machines;
    for (SheetLine& line : machineSheet(m_c, m_text)) {
        const Source& source = m_c.sources[line.source];
        if (provenanceOf(source.header)) continue;  // of a machine it says nothing
        // Folders of a PC; its file has them.
        if (line.path == "engine.libraries" || line.path.starts_with("engine.gpu.libraries."))
            continue;
        auto machine = std::ranges::find(machines, machineOf(source), &Machine::key);
        if (machine == machines.end())
            machine = machines.insert(
                machine, Machine{machineOf(source), shortMachineName(source.cpu, source.gpu)});
        const std::string file = visibleText(source.file_name);
        if (std::ranges::find(machine->files, file) == machine->files.end())
            machine->files.push_back(file);
        machine->add(std::move(line));
    }
    std::map<std::string, int> named;
    for (const Machine& machine : machines) ++named[machine.name];
    std::vector<DocTable> tables;
    for (const auto& [key, name, files, lines] : machines) {
        const bool told = !name.empty() && named[name] == 1;
        DocTable out;
        out.id =
            "machine" + (tables.empty() ? std::string() : "-" + std::to_string(tables.size() + 1));
        out.title = t("report.machine_title") + ": " + visibleText(told ? name : files.front());
        const std::string property = t("report.column_property"), value = t("report.column_value");
        out.columns = {property, value, property, value};
        out.numeric.assign(out.columns.size(), false);
        out.reference = true;
        for (std::size_t i = 0; i < lines.size(); i += 2) {
            std::vector<DocCell>& cells = out.rows.emplace_back();
            for (const std::size_t at : {i, i + 1}) {
                const bool has = at < lines.size();
                cells.push_back(words(has ? m_text.word("machine", lines[at].path) : ""));
                cells.push_back(words(has ? lines[at].value : ""));
            }
        }
        tables.push_back(std::move(out));
    }
    return tables;
}

}  // namespace duelo
