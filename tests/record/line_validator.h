// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <QString>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace duelo {

/// Asks a JSON Schema about the lines of a record file.
class LineValidator {
public:
    explicit LineValidator(nlohmann::json schema) : m_json(std::move(schema)) {
        const valijson::adapters::NlohmannJsonAdapter adapter(m_json);
        valijson::SchemaParser().populateSchema(adapter, m_schema);
    }
    /// Empty when valid, else what is wrong.
    [[nodiscard]] QString errorsOf(const std::string& line) const {
        const nlohmann::json json = nlohmann::json::parse(line);
        const valijson::adapters::NlohmannJsonAdapter adapter(json);
        valijson::ValidationResults results;
        if (valijson::Validator().validate(m_schema, adapter, &results)) return {};
        QString text = "invalid";
        for (valijson::ValidationResults::Error error; results.popError(error);)
            text += QString::fromStdString("\n" + error.description);
        return text;
    }
    [[nodiscard]] const nlohmann::json& json() const { return m_json; }

private:
    nlohmann::json m_json;
    valijson::Schema m_schema;
};

}  // namespace duelo
