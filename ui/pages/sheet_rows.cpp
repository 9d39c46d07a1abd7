// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sheet_rows.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// A sheet deeper or longer than any real one is a hostile file.
constexpr int kMaxDepth = 8;
constexpr int kMaxRows = 500;

/// Two PCs never agree on these, however alike they are.
constexpr std::array<std::string_view, 3> kOwnOfAPc{"id", "uuid", "pci_bus_id"};

class SectionMaker {
public:
    /// `prefix` is what the labels' keys in the text group "machine" begin with.
    SectionMaker(const Text& text, const char* title, std::string prefix, bool comparable = true)
        : m_text(text), m_prefix(std::move(prefix)), m_comparable(comparable) {
        m_section.title = qs(text(title));
    }

    void add(const Json& sheet) {
        for (const auto& [key, value] : sheet.items()) addValue(key, value, 0);
    }
    void add(const std::vector<LoadedLibrary>& libraries) {
        for (const LoadedLibrary& library : libraries) {
            if (m_section.rows.size() >= kMaxRows) return;
            // Where a PC keeps its libraries is its own.
            m_section.rows.append({qs(m_prefix + "libraries:" + library.name),
                                   qs(visibleText(library.name)), qs(visibleText(library.path)),
                                   false});
        }
    }

    void addTo(QVector<SheetSection>& sections) const {
        if (!m_section.rows.isEmpty()) sections.append(m_section);
    }

private:
    void addRow(const std::string& path, const QString& label, const std::string& value) {
        if (m_section.rows.size() >= kMaxRows || value.empty()) return;
        const bool own = std::ranges::find(kOwnOfAPc, path) != kOwnOfAPc.end();
        m_section.rows.append({qs(m_prefix + path), label, qs(value), m_comparable && !own});
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

/// Adds a row with an element's fields on one line.
void SectionMaker::addItem(const std::string& path, std::size_t index, const Json& item) {
    std::string line;
    const std::string above = m_prefix + path.substr(0, path.find_last_of('.') + 1);
    for (const auto& [key, value] : item.items()) {
        const std::string full = "machine." + above + key;
        line += (line.empty() ? "" : ", ") +
                (m_text.has(full) ? m_text(full) : m_text.word("machine", key)) + ": " +
                m_text.value(key, value);
    }
    addRow(path + ":" + std::to_string(index), labelOf(path), line);
}

/// Returns the section of the models that read weights: what is found on this PC differs in them.
SheetSection modelSection(const std::vector<ExperimentSheet>& experiments, const Text& text) {
    std::vector<ModelSheet> models;
    for (const ExperimentSheet& experiment : experiments)
        std::ranges::copy_if(experiment.models, std::back_inserter(models),
                             [](const ModelSheet& model) { return !model.weights.empty(); });
    SheetSection section{qs(text("diagnosis.section_models")), {}};
    for (const ModelSheet& model : models) {
        if (section.rows.size() >= kMaxRows) break;
        const Json args{{"parameters", sheets::told(model.parameters)},
                        {"size_px", sheets::told(model.size_px)},
                        {"min_size_px", sheets::told(model.min_size_px)},
                        {"weights", sheets::told(model.weights)}};
        section.rows.append(
            {qs("models." + model.name), qs(text.word("model", model.name)),
             qs(text(model.size_px ? "diagnosis.model_of_one_size" : "diagnosis.model", args)),
             false});
    }
    return section;
}

void addMachine(QVector<SheetSection>& sections, MachineSheet sheet, const Text& text) {
    sheet.environment.clear();  // has a section of its own
    SectionMaker rows(text, "diagnosis.section_machine", {});
    rows.add(toJson(sheet));
    rows.addTo(sections);
}

/// A section for each device by OpenCL, which have no other sheet.
void addOpenCl(QVector<SheetSection>& sections, const std::vector<DeviceSheet>& devices,
               const Text& text) {
    for (DeviceSheet device : devices) {
        if (device.api != word(Api::OpenCl)) continue;
        SectionMaker rows(text, "diagnosis.section_opencl", "engine.opencl.");
        Json known = toJson(device);
        known.erase("api");
        known["index"] = device.word();
        if (device.reason) known["reason"] = text.reason(*device.reason);
        rows.add(known);
        rows.addTo(sections);
    }
}

void addEnvironment(QVector<SheetSection>& sections, const MachineSheet& sheet, const Text& text) {
    SectionMaker rows(text, "diagnosis.section_environment", "environment.");
    if (const Json set = sheets::told(sheet.environment); set.is_object()) rows.add(set);
    rows.addTo(sections);
}

}  // namespace

QVector<SheetSection> sheetSections(const ProbeSheet& sheet, const Text& text) {
    QVector<SheetSection> sections;
    addMachine(sections, sheet.machine, text);
    GpuSheet gpu = sheet.gpu;
    gpu.reason.reset();  // told in a sentence
    SectionMaker gpuRows(text, "diagnosis.section_gpu", "engine.gpu.");
    Json known = toJson(gpu);
    if (gpu.networks_reason) known["networks_reason"] = text.reason(*gpu.networks_reason);
    gpuRows.add(known);
    gpuRows.addTo(sections);
    addOpenCl(sections, sheet.devices, text);
    SectionMaker clockRows(text, "diagnosis.section_clock", "engine.clock.", false);
    clockRows.add(toJson(sheet.clock));
    clockRows.addTo(sections);
    EngineSheet engine = sheet.engine;
    engine.libraries.clear();  // a row each, below
    SectionMaker engineRows(text, "diagnosis.section_engine", "engine.");
    engineRows.add(toJson(engine));
    engineRows.add(sheet.engine.libraries);
    engineRows.addTo(sections);
    addEnvironment(sections, sheet.machine, text);
    SectionMaker stateRows(text, "diagnosis.section_state", "state.", false);
    stateRows.add(toJson(sheet.state));
    stateRows.addTo(sections);
    if (const SheetSection section = modelSection(sheet.experiments, text); !section.rows.isEmpty())
        sections.append(section);
    return sections;
}

QVector<SheetSection> sheetSections(const Header& header, const Text& text) {
    ProbeSheet sheet{.machine = header.machine,
                     .engine = header.engine,
                     .clock = header.engine.clock,
                     .devices = header.engine.devices,
                     .gpu = header.engine.gpu};
    sheet.engine.clock = {};
    sheet.engine.devices.clear();
    sheet.engine.gpu = {};
    sheet.engine.gpu_reason.reset();
    return sheetSections(sheet, text);
}

}  // namespace duelo::ui
