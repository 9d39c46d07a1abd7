// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arguments.h"

using namespace duelo;

/// How lists of values are typed.
class TestAxisOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Numbers and words have no comma in them; commands and names of files may.
    void commasSeparateWhatHasNone() {
        Spec spec{.id = "program"};
        for (const AxisKind kind : {AxisKind::Integer, AxisKind::Path, AxisKind::Command}) {
            const std::string id(word(kind));
            spec.axes.push_back({.id = id, .kind = kind, .many = true, .option = "--" + id});
        }
        CLI::App app;
        AxisOptions options;
        options.declare(app, spec);
        app.parse(std::vector<std::string>{"./pi 1,2", "--command", "a,b", "--path", "a,b",
                                           "--command", "1,2", "--integer"});
        const auto typed = [&](const char* id) { return options.words.find(id)->second; };
        QCOMPARE(typed("integer"), (std::vector<std::string>{"1", "2"}));
        QCOMPARE(typed("path"), (std::vector<std::string>{"a,b"}));
        QCOMPARE(typed("command"), (std::vector<std::string>{"a,b", "./pi 1,2"}));
    }
};

QTEST_APPLESS_MAIN(TestAxisOptions)
#include "tst_axis_options.moc"
