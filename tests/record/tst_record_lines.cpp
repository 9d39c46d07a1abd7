// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "record/record.h"
#include "record_examples.h"
#include "shown_record.h"

using namespace duelo;
using examples::shown;

/// Lines that are not as this version writes them: with more, with less, and no lines at all.
class TestRecordLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unknownFieldsAreKept_data() {
        QTest::addColumn<QString>("line");
        const auto row = [](const char* name, const char* line) {
            QTest::newRow(name) << QString(line);
        };
        row("top level", R"({"r":"stage","cell":"c1","stage":"cold","new":{"a":[1,null,"x"]}})");
        row("case",
            R"({"r":"cell","cell":"c1","experiment":"x","case":{"model":"m","input":"random","size_px":1,"batch":1,"crop":7},"variant":{"device":"cpu","threads":1,"precision":"fp32","mode":"eager","numa":[0]},"room":"A1"})");
        row("result",
            R"({"r":"result","cell":"c1","status":"done","n":1,"calls_per_sample":1,"median_ms":1.5,"mean_ms":1.0,"min_ms":1.0,"p25_ms":1.0,"p75_ms":1.0,"max_ms":1.0,"quantities":{"images":1,"joules":7},"fingerprint":{"sha256":"c","median":{"of":[1]}},"output":{"confusion":[[1]]},"energy":{"source":"rapl","joules":3.5,"calls":7,"span_ms":1000.5},"energy_j":9.25})");
        row("unknown kind", R"({"r":"power","cell":"c010","mean_w":35.5})");
        row("event",
            R"({"r":"event","cell":"c1","kind":"epoch","fields":{"epoch":1,"new":[{"a":null}]},"level":2})");
        row("header",
            R"({"r":"header","schema":1,"run":"r","app":"9.9","started":"s","plan_hash":"h","spec_version":3,"cells":1,"room":"A1"})");
        row("sheets",
            R"({"r":"header","schema":2,"run":"r","app":"9.9","started":"s","plan_hash":"h","spec_version":3,"cells":1,"machine":{"id":"a","cpu":{"name":"X","npu":1},"new":[2]},"engine":{"libtorch":"3","gpu":{"name":"G","tiles":2}}})");
        row("sheets of other types",
            R"({"r":"header","schema":2,"run":"r","app":"9.9","started":"s","plan_hash":"h","spec_version":3,"cells":1,"machine":{"cpu":"Ryzen","memory":{"total_bytes":"16 GiB"}},"engine":{"clock":"steady","gpu":[1],"gpu_reason":{"code":7}}})");
        row("monitor",
            R"({"r":"monitor","t_ms":4012.0,"state":{"cpu_mhz":{"median":2400,"boost":3},"fan":1},"gpu":{"load_percent":98,"fan":2},"level":2})");
        row("notice", R"({"r":"notice","reason":"new_code","args":{"x":1.5},"level":2})");
        row("end", R"({"r":"end","status":"completed","sha256":"","signature":"s"})");
    }
    void unknownFieldsAreKept() {
        QFETCH(QString, line);
        const auto record = decode(line.toStdString());
        QVERIFY2(record, shown(record).c_str());
        const Json back = Json::parse(encode(*record));
        Json expected = Json::parse(line.toStdString());
        if (expected.value("sha256", "x").empty()) expected.erase("sha256");
        // Order may change, content may not.
        QCOMPARE(nlohmann::json::parse(back.dump()), nlohmann::json::parse(expected.dump()));
    }

    void extraNeverReplacesWhatIsKnown() {
        Stage stage{.cell = "c1", .stage = "cold", .extra = {{"cell", "c9"}, {"x", 1}}};
        QCOMPARE(encode(stage), std::string(R"({"r":"stage","cell":"c1","stage":"cold","x":1})"));
    }

    void badLines_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* name, QByteArray line, const char* code,
                            const char* field) {
            QTest::newRow(name) << line << QString(code) << QString(field);
        };
        const char* json = "record_not_json";
        const char* bad = "record_bad_field";
        row("empty", "", json, "");
        row("torn", "{\"r\":\"stage\",\"cell\":\"c1", json, "");
        row("binary", QByteArray("\x00\xFF\x89PNG", 6), json, "");
        row("not UTF-8", "{\"r\":\"stage\",\"cell\":\"\xFF\"}", json, "");
        row("two values", R"({"r":"end"}{"r":"end"})", json, "");
        row("NaN", R"({"r":"cold","cell":"c1","load_ms":NaN,"first_ms":1})", json, "");
        row("1e999", R"({"r":"cold","cell":"c1","load_ms":1e999,"first_ms":1})", json, "");
        row("depth", QByteArray(100000, '['), json, "");
        row("list", "[]", bad, "{}");
        row("no kind", "{}", bad, "r");
        row("kind a number", R"({"r":1})", bad, "r");
        row("no cell", R"({"r":"stage","stage":"cold"})", bad, "cell");
        row("header without schema", R"({"r":"header"})", bad, "schema");
        row("schema 0", R"({"r":"header","schema":0})", bad, "schema");
        row("cells negative",
            R"({"r":"header","schema":1,"run":"r","app":"a","started":"s","plan_hash":"h","cells":-1})",
            bad, "cells");
        row("plan a list",
            R"({"r":"header","schema":1,"run":"r","app":"a","started":"s","plan":[]})", bad,
            "plan");
        row("machine a text",
            R"({"r":"header","schema":1,"run":"r","app":"a","started":"s","plan_hash":"h","cells":1,"machine":"PC"})",
            bad, "machine");
        row("cell of no experiment", R"({"r":"cell","cell":"c1","case":{},"variant":{}})", bad,
            "experiment");
        row("experiment a number",
            R"({"r":"cell","cell":"c1","experiment":1,"case":{},"variant":{}})", bad, "experiment");
        row("no case", R"({"r":"cell","cell":"c1","experiment":"x","variant":{}})", bad, "case");
        row("no variant", R"({"r":"cell","cell":"c1","experiment":"x","case":{}})", bad, "variant");
        row("case a list", R"({"r":"cell","cell":"c1","experiment":"x","case":[1],"variant":{}})",
            bad, "case");
        row("variant a text",
            R"({"r":"cell","cell":"c1","experiment":"x","case":{},"variant":"cpu"})", bad,
            "variant");
        row("sample text", R"({"r":"samples","cell":"c1","wall_ms":[1,"2"]})", bad, "wall_ms[1]");
        row("samples not parallel", R"({"r":"samples","cell":"c1","wall_ms":[1,2],"t0_ms":[1]})",
            bad, "t0_ms");
        row("calls not parallel", R"({"r":"samples","cell":"c1","wall_ms":[1],"calls":[1,2]})", bad,
            "calls");
        row("calls a text", R"({"r":"samples","cell":"c1","wall_ms":[1],"calls":["8"]})", bad,
            "calls[0]");
        row("status", R"({"r":"result","cell":"c1","status":"maybe"})", bad, "status");
        row("failed without reason", R"({"r":"result","cell":"c1","status":"failed"})", bad,
            "reason");
        row("interval of one",
            R"({"r":"result","cell":"c1","status":"done","n":1,"median_ms":1,"ci95_ms":[1]})", bad,
            "ci95_ms");
        row("figures without median", R"({"r":"result","cell":"c1","status":"done","n":1})", bad,
            "median_ms");
        const auto result = [&](const char* name, const char* fields, const char* field) {
            const QByteArray opening = R"({"r":"result","cell":"c1","status":"done",)";
            row(name, opening + fields + '}', bad, field);
        };
        result("bytes 2^63", R"("peak_bytes":9223372036854775808)", "peak_bytes");
        result("discarded below zero", R"("discarded":{"slept":-1})", "discarded.slept");
        result("parts an object", R"("parts":{"h2d":1})", "parts");
        result("part a number", R"("parts":[1])", "parts[0]");
        result("part of no name", R"("parts":[{"ms":1}])", "parts[0].id");
        result("part without a time", R"("parts":[{"id":"h2d"}])", "parts[0].ms");
        result("part's time a text", R"("parts":[{"id":"a","ms":1},{"id":"b","ms":"1"}])",
               "parts[1].ms");
        result("part inside a number", R"("parts":[{"id":"h2d","ms":1,"inside":1}])",
               "parts[0].inside");
        result("metrics an object", R"("metrics":{"throughput":1})", "metrics");
        result("metric of no name", R"("metrics":[{"value":1}])", "metrics[0].id");
        result("metric without a value", R"("metrics":[{"id":"throughput"}])", "metrics[0].value");
        result("metric's unit a number", R"("metrics":[{"id":"a","value":1,"unit":1}])",
               "metrics[0].unit");
        result("metric's interval of one", R"("metrics":[{"id":"a","value":1,"ci95":[1]}])",
               "metrics[0].ci95");
        result("metric's interval of texts", R"("metrics":[{"id":"a","value":1,"ci95":[1,"2"]}])",
               "metrics[0].ci95[1]");
        result("quantities a list", R"("quantities":[1])", "quantities");
        result("quantity a text", R"("quantities":{"flop":"7"})", "quantities.flop");
        result("quantity with decimals", R"("quantities":{"flop":7.5})", "quantities.flop");
        result("quantity below zero", R"("quantities":{"flop":-1})", "quantities.flop");
        result("quantity 2^63", R"("quantities":{"flop":9223372036854775808})", "quantities.flop");
        result("identities an object", R"("identities":{"input":{}})", "identities");
        result("identity of no name", R"("identities":[{"sha256":"00"}])", "identities[0].id");
        result("identity's digest a number", R"("identities":[{"id":"input","sha256":0}])",
               "identities[0].sha256");
        result("identity's shape of texts", R"("identities":[{"id":"input","shape":[1,"3"]}])",
               "identities[0].shape[1]");
        result("identity's note without reason",
               R"("identities":[{"id":"input","notes":[{"args":{}}]}])",
               "identities[0].notes[0].reason");
        result("fingerprint a text", R"("fingerprint":"00ff")", "fingerprint");
        result("fingerprint's value a text", R"("fingerprint":{"values":["1"]})",
               "fingerprint.values[0]");
        result("fingerprint's shape with decimals", R"("fingerprint":{"shape":[1.5]})",
               "fingerprint.shape[0]");
        result("fingerprint's largest a list", R"("fingerprint":{"largest":[]})",
               "fingerprint.largest");
        result("fingerprint's best no object", R"("fingerprint":{"best":[1]})",
               "fingerprint.best[0]");
        result("fingerprint's place a text", R"("fingerprint":{"best":[{"places":["1"]}]})",
               "fingerprint.best[0].places[0]");
        result("error a text", R"("max_error":"0")", "max_error");
        result("output a list", R"("output":[])", "output");
        result("output a text", R"("output":"cat")", "output");
        row("notice without reason", R"({"r":"notice"})", bad, "reason");
        row("event of no cell", R"({"r":"event","kind":"epoch","fields":{}})", bad, "cell");
        row("event of no kind", R"({"r":"event","cell":"c1","fields":{}})", bad, "kind");
        row("event's kind a number", R"({"r":"event","cell":"c1","kind":1,"fields":{}})", bad,
            "kind");
        row("event without fields", R"({"r":"event","cell":"c1","kind":"epoch"})", bad, "fields");
        row("event's fields a list", R"({"r":"event","cell":"c1","kind":"epoch","fields":[1]})",
            bad, "fields");
        row("event's fields null", R"({"r":"event","cell":"c1","kind":"epoch","fields":null})", bad,
            "fields");
        row("event's fields a text", R"({"r":"event","cell":"c1","kind":"epoch","fields":"{}"})",
            bad, "fields");
    }
    void badLines() {
        QFETCH(QByteArray, line);
        QFETCH(QString, code);
        QFETCH(QString, field);
        const auto record = decode(line.toStdString());
        QVERIFY(!record);
        QCOMPARE(QString::fromStdString(record.error().code), code);
        QCOMPARE(QString::fromStdString(record.error().args.value("field", "")), field);
        QVERIFY(!record.error().message.empty());
    }

    /// Lines as they are written are read without a tree of JSON, others with one.
    void bothWaysToReadSamplesAgree_data() {
        QTest::addColumn<QByteArray>("fields");
        for (const char* fields :
             {R"("cell":"c1","wall_ms":[0.5,1,1e-7])",
              R"("cell":"c1","wall_ms":[null,2])",
              R"("cell":"c1","round":[0,1],"t0_ms":[0,1],"calls":[8,1],"process":[0,1],)"
              R"("wall_ms":[1,2],"device_ms":[1,2],"submit_ms":[1,2],"discard":[0,-3])",
              R"("cell":"c1","wall_ms":[1],"latency_ms":[2],"slowest_ms":[3])",
              R"("cell":"c1","wall_ms":[1,2],"latency_ms":[2])",
              R"("cell":"c1","wall_ms":[1],"round":[3000000000])",
              R"("cell":"c1","wall_ms":[1],"round":[1.0])",
              R"("cell":"c1","wall_ms":[1,2],"round":[1])",
              R"("cell":"c1","wall_ms":[1],"round":[null])",
              R"("cell":"c1","wall_ms":["1"])",
              R"("cell":"c1","wall_ms":[[1]])",
              R"("cell":"c1","wall_ms":1)",
              R"("wall_ms":[1])",
              R"("cell":1,"wall_ms":[1])",
              R"("cell":"c1","wall_ms":[1],"word":"x","more":[1,2])",
              R"("cell":"c1","wall_ms":[1],"more":[1.5])",
              R"("cell":"c1","wall_ms":[1],"wall_ms":[2])",
              R"("cell":"c1","round":[1])",
              R"("cell":"c1")",
              R"("cell":"","wall_ms":[1])",
              R"("cell":"c1","r":"samples")",
              R"("cell":"c1","wall_ms":[1],"r":"cell")",
              R"("cell":"c1","wall_ms":[1],"r":"x")"})
            QTest::newRow(fields) << QByteArray(fields);
    }
    void bothWaysToReadSamplesAgree() {
        QFETCH(QByteArray, fields);
        const auto quick = decode("{\"r\":\"samples\"," + fields.toStdString() + '}');
        const auto tree = decode("{\"r\": \"samples\"," + fields.toStdString() + '}');
        QCOMPARE(quick.has_value(), tree.has_value());
        if (quick)
            QCOMPARE(encode(*quick), encode(*tree));
        else
            QVERIFY(quick.error().code == tree.error().code &&
                    quick.error().args == tree.error().args);
    }

    /// nlohmann's ordered object is searched key by key: without a limit this takes minutes.
    void manyKeysAreRefused() {
        std::string line = "{\"r\":\"x\"";
        for (int i = 0; i < 1000000; ++i) line += ",\"k" + std::to_string(i) + "\":1";
        QCOMPARE(decode(line + '}').error().code, std::string("record_not_json"));
    }

    void manySamplesAreNot() {
        Samples samples{.cell = "c1", .wall_ms = std::vector<double>(50000, 0.5)};
        QVERIFY(decode(encode(samples)));
    }
};

QTEST_APPLESS_MAIN(TestRecordLines)
#include "tst_record_lines.moc"
