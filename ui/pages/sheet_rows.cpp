// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sheet_rows.h"

#include "report/comparison_steps.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// A sheet deeper or longer than any real one is a hostile file.
constexpr int kMaxDepth = 8;
constexpr int kMaxRows = 500;

class SectionMaker {
public:
    /// `prefix` is what the labels' keys in the text group "machine" begin with.
    SectionMaker(const Text& text, const char* title, std::string prefix, bool comparable = true)
        : m_text(text), m_prefix(std::move(prefix)), m_comparable(comparable) {
        m_section.title = qs(text(title));
    }

    /// `skip` are fields that have a section of their own.
    void add(const Json* json, std::initializer_list<const char*> skip = {}) {
        if (json == nullptr || !json->is_object()) return;
        for (const auto& [key, value] : json->items()) {
            bool own = false;
            for (const char* name : skip) own = own || key == name;
            if (!own) addValue(key, value, 0);
        }
    }

    void addTo(QVector<SheetSection>& sections) const {
        if (!m_section.rows.isEmpty()) sections.append(m_section);
    }

private:
    void addRow(const std::string& path, const QString& label, const std::string& value) {
        if (m_section.rows.size() >= kMaxRows || value.empty()) return;
        m_section.rows.append(
            {qs(m_prefix + path), label, qs(value), m_comparable && path != "id"});
    }
    /// A field without words keeps its own name: an environment variable, or something newer.
    [[nodiscard]] QString labelOf(const std::string& path) const {
        const std::string key = "machine." + m_prefix + path;
        return qs(m_text.has(key) ? m_text(key) : visibleText(path));
    }
    void addValue(const std::string& path, const Json& value, int depth);
    void addItem(const std::string& path, std::size_t index, const Json& item);

    const Text& m_text;
    std::string m_prefix;
    bool m_comparable;
    SheetSection m_section;
};

void SectionMaker::addValue(const std::string& path, const Json& value, int depth) {
    if (depth > kMaxDepth || value.is_null()) return;
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) addValue(path + "." + key, inner, depth + 1);
        return;
    }
    if (value.is_array() && !value.empty() && value.front().is_object()) {
        for (std::size_t i = 0; i < value.size(); ++i) addItem(path, i, value[i]);
        return;
    }
    // A text is shown as it is: value() would translate one that happens to be a word.
    addRow(path, labelOf(path),
           value.is_string() ? visibleText(value.get_ref<const std::string&>())
                             : m_text.value(path.substr(path.rfind('.') + 1), value));
}

/// A loaded library by its name; else the element's fields on one line.
void SectionMaker::addItem(const std::string& path, std::size_t index, const Json& item) {
    const std::string name = textAt(item, {"name"});
    const std::string file = textAt(item, {"path"});
    if (!name.empty() && !file.empty()) {
        addRow(path + ":" + name, qs(visibleText(name)), visibleText(file));
        m_section.rows.last().comparable = false;  // where a PC keeps its libraries is its own
        return;
    }
    std::string line;
    for (const auto& [key, value] : item.items())
        line += (line.empty() ? "" : ", ") + m_text.word("machine", key) + ": " +
                m_text.value(key, value);
    addRow(path + ":" + std::to_string(index), labelOf(path), line);
}

SheetSection modelSection(const Json& models, const Text& text) {
    SheetSection section{qs(text("diagnosis.section_models")), {}};
    for (const Json& model : models) {
        if (section.rows.size() >= kMaxRows) break;
        Json args = Json::object();
        for (const char* field : {"parameters", "min_size_px", "weights"}) {
            const Json* value = jsonAt(model, {field});
            args[field] = value && value->is_primitive() ? *value : Json();
        }
        const std::string title = textAt(model, {"title"});
        section.rows.append({qs("models." + textAt(model, {"name"})), qs(visibleText(title)),
                             qs(text("diagnosis.model", args)), false});
    }
    return section;
}

}  // namespace

QVector<SheetSection> sheetSections(const Json& sheet, const Text& text) {
    const Json* engine = jsonAt(sheet, {"engine"});
    // A header keeps clock and GPU inside its engine, a probe beside it.
    const auto part = [&](const char* name) {
        const Json* own = jsonAt(sheet, {name});
        return own || !engine ? own : jsonAt(*engine, {name});
    };
    const Json* machine = jsonAt(sheet, {"machine"});
    if (machine == nullptr && jsonAt(sheet, {"cpu"})) machine = &sheet;

    QVector<SheetSection> sections;
    SectionMaker machineRows(text, "diagnosis.section_machine", {});
    machineRows.add(machine, {"environment"});
    machineRows.addTo(sections);
    SectionMaker gpuRows(text, "diagnosis.section_gpu", "engine.gpu.");
    gpuRows.add(part("gpu"), {"reason"});
    gpuRows.addTo(sections);
    SectionMaker clockRows(text, "diagnosis.section_clock", "engine.clock.", false);
    clockRows.add(part("clock"));
    clockRows.addTo(sections);
    SectionMaker engineRows(text, "diagnosis.section_engine", "engine.");
    engineRows.add(engine, {"clock", "gpu", "gpu_reason"});
    engineRows.addTo(sections);
    SectionMaker environment(text, "diagnosis.section_environment", "environment.");
    environment.add(machine ? jsonAt(*machine, {"environment"}) : nullptr);
    environment.addTo(sections);
    SectionMaker stateRows(text, "diagnosis.section_state", "state.", false);
    stateRows.add(jsonAt(sheet, {"state"}));
    stateRows.addTo(sections);
    if (const Json* models = jsonAt(sheet, {"models"}); models && models->is_array())
        if (const SheetSection section = modelSection(*models, text); !section.rows.isEmpty())
            sections.append(section);
    return sections;
}

}  // namespace duelo::ui
