// SPDX-License-Identifier: Apache-2.0
#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "base/places.h"
#include "class_testing.h"
#include "classroom/teacher_pack.h"
#include "plan/plan_files.h"

using namespace duelo;
using namespace duelo::test;

/// One folder for the PCs of a class (S0-08, S0-33, S0-47, P-11).
class TestTeacherPack : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void travelsWithAllThatItNames();
    void planOfTheReference();
    void weightsForEachNetwork();
    void presetsAsSettingsReadThem();
    void refusesWhatIsNoReference();
    void severalReferences();
    void tellsWhichCannotBeUsed();
    void comeWithDuelo();
    void titlesOnOneLine();
    void leavesNothingBehind();
    void tellsWhatIsMissing();
    void plansBesideTheirFiles();

private:
    [[nodiscard]] fs::path at(const char* name) const { return m_root / name; }
    [[nodiscard]] Plan planOfPhotographs() const {
        Plan plan{.experiment = "inference", .base = {{"device", "cpu"}}};
        plan.cases = {{{"model", {"resnet18"}},
                       {"input",
                        {"random", "sample:coffee.png", utf8(at("mías/puente ñ.jpg")),
                         utf8(at("otras/puente ñ.jpg"))}},
                       {"size_px", {224}}}};
        plan.variants = {{{"device", {"cpu"}}}};
        return plan;
    }
    std::optional<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestTeacherPack::init() {
    m_folder.emplace();
    m_root = m_folder->path().toStdString();
    put(at("mías/puente ñ.jpg"), "one");
    put(at("otras/puente ñ.jpg"), "two");
    put(at("otras/notas.txt"), "no photograph");
    put(at("pesos.pth"), "weights");
    writePc(at("gpu.duelo"), {.number = 1});
}

void TestTeacherPack::travelsWithAllThatItNames() {
    PackRequest request{.plan = planOfPhotographs(), .references = {at("gpu.duelo")}};
    request.photographs = {at("otras")};
    const auto made = makePack(request, findSpec, at("pack"));
    QVERIFY2(made, made ? "" : made.error().code.c_str());
    QCOMPARE(made->files, 5U);  // presets, plan, reference, two photographs of one name

    // It is the same wherever it is copied to.
    fs::rename(at("pack"), at("stick"));
    fs::remove_all(at("mías"));
    fs::remove_all(at("otras"));
    QVERIFY(isPack(at("stick")));
    const auto pack = readPack(at("stick"), findSpec);
    QVERIFY(pack && pack->problems.empty());
    QCOMPARE(pack->photographs.size(), 2U);
    QVERIFY(pack->plan.has_value());
    const auto files = filesOf(*pack->plan, *findSpec("inference"));
    QCOMPARE(files.size(), 2U);
    QCOMPARE(contentOf(fromUtf8(files[0])), "one");
    QCOMPARE(contentOf(fromUtf8(files[1])), "two");
    const auto& inputs = valuesIn(pack->plan->cases.front(), "input");
    QCOMPARE(inputs[0], Json("random"));
    QCOMPARE(inputs[1], Json("sample:coffee.png"));
    QCOMPARE(pack->references.size(), 1U);
    const ReferenceFile& reference = pack->references.front();
    QCOMPARE(reference.gpu, "RTX 3060");
    QCOMPARE(reference.started, "2026-05-04T09:12:33Z");
    QCOMPARE(reference.experiments, std::vector<std::string>{"inference"});
    QCOMPARE(contentOf(reference.path), contentOf(at("gpu.duelo")));
}

void TestTeacherPack::planOfTheReference() {
    QVERIFY(makePack({.references = {at("gpu.duelo")}}, findSpec, at("pack")));
    const auto pack = readPack(at("pack"), findSpec);
    QVERIFY(pack && pack->plan);
    QCOMPARE(pack->plan->experiment, "inference");
    QCOMPARE(valuesIn(pack->plan->cases.front(), "size_px").size(), 2U);
}

void TestTeacherPack::weightsForEachNetwork() {
    Plan plan = planOfPhotographs();
    plan.cases.front()["model"] = {"resnet18", "mobilenet_v2"};
    plan.cases.front()["input"] = {"random"};
    QVERIFY(
        makePack({.plan = plan, .weights = {{"resnet18", at("pesos.pth")}}}, findSpec, at("pack")));
    const auto pack = readPack(at("pack"), findSpec);
    QVERIFY(pack && pack->plan && pack->problems.empty());
    QCOMPARE(pack->plan->cases.size(), 2U);
    std::map<std::string, std::string> weights;
    for (const Block& block : pack->plan->cases)
        for (const Json& model : valuesIn(block, "model"))
            weights[model.get<std::string>()] =
                block.contains("weights") ? valuesIn(block, "weights").front().get<std::string>()
                                          : std::string();
    QCOMPARE(weights.size(), 2U);
    QCOMPARE(contentOf(fromUtf8(weights["resnet18"])), "weights");
    QVERIFY(weights["mobilenet_v2"].empty());

    // Weights that the plan names itself are those that count.
    plan.cases.front()["model"] = {"resnet18"};
    plan.cases.front()["weights"] = {utf8(at("gpu.duelo"))};
    QVERIFY(
        makePack({.plan = plan, .weights = {{"resnet18", at("pesos.pth")}}}, findSpec, at("own")));
    const auto own = readPack(at("own"), findSpec);
    QVERIFY(own && own->plan);
    QCOMPARE(filesOf(*own->plan, *findSpec("inference")).size(), 1U);
    QVERIFY(filesOf(*own->plan, *findSpec("inference")).front().ends_with("gpu.duelo"));
}

void TestTeacherPack::presetsAsSettingsReadThem() {
    PackRequest request{.references = {at("gpu.duelo")}};
    const std::map<std::string, std::string> preset{
        {"language", "es"},
        {"report/subject", "Cálculo; con \"comillas\", comas y C:\\datos"},
        {"report/room", "L12"},
        {"pack/name", "Sesión 1, L12"}};
    request.defaults = preset;
    QVERIFY(makePack(request, findSpec, at("pack")));
    const QSettings file(QString::fromStdString((at("pack") / kPackDefaults).string()),
                         QSettings::IniFormat);
    for (const auto& [key, value] : preset)
        QCOMPARE(file.value(QString::fromStdString(key)).toString().toStdString(), value);
    request.defaults["recent"] = "x";
    QCOMPARE(makePack(request, findSpec, at("other")).error().code, "pack_key");
}

void TestTeacherPack::refusesWhatIsNoReference() {
    const auto why = [&](const PackRequest& request) {
        const auto made = makePack(request, findSpec, at("pack"));
        return made ? std::string() : made.error().code;
    };
    writePc(at("cpu.duelo"), {.number = 2, .gpu = false});
    QCOMPARE(why({.references = {at("cpu.duelo")}}), "pack_no_gpu");
    const std::string whole = contentOf(at("gpu.duelo"));
    std::string edited = whole;
    edited.replace(edited.find("RTX 3060"), 8, "RTX 4090");
    put(at("edited.duelo"), edited);
    QCOMPARE(why({.references = {at("edited.duelo")}}), "class_edited");
    put(at("torn.duelo"), whole.substr(0, whole.size() - 200));
    QCOMPARE(why({.references = {at("torn.duelo")}}), "file_open");
    put(at("text.duelo"), "hola\n");
    QCOMPARE(why({.references = {at("text.duelo")}}), "not_a_record_file");
    QCOMPARE(why({.references = {at("none.duelo")}}), "file_missing");
    QCOMPARE(why({}), "pack_nothing");
    QCOMPARE(why({.photographs = {at("otras/notas.txt")}}), "pack_no_photograph");
    Plan strange = planOfPhotographs();
    strange.experiment = "astrology";
    QCOMPARE(why({.plan = strange}), "pack_unknown_experiment");
    Plan nothing = planOfPhotographs();
    nothing.cases.clear();
    QCOMPARE(why({.plan = nothing}), "list_empty");
    for (const char* code : {"pack_no_gpu", "pack_nothing", "pack_no_photograph"})
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(Text(language).has(std::string("reason.") + code));
}

/// The lab's own files: the first has the name that it always had, and none replaces another.
void TestTeacherPack::severalReferences() {
    writePc(at("L12/gpu.duelo"), {.number = 2});
    writePc(at("L13/gpu.duelo"), {.number = 3});
    writePc(at("L14/g10"), {.number = 4});  // an older program's, without the ending
    const PackRequest request{.references = {at("gpu.duelo"), at("L12/gpu.duelo"),
                                             at("L13/gpu.duelo"), at("L14/g10"), at("gpu.duelo")}};
    const auto made = makePack(request, findSpec, at("pack"));
    QVERIFY2(made, made ? "" : made.error().code.c_str());
    QCOMPARE(made->files, 6U);  // presets, plan, and each of the four once
    writeBrought(at("pack/references/g9.duelo"), Origin::Typed, 3);
    const auto pack = readPack(at("pack"), findSpec);
    QVERIFY(pack && pack->problems.empty());
    std::vector<std::string> names;
    for (const ReferenceFile& file : pack->references) names.push_back(utf8(file.path.filename()));
    QCOMPARE(names, (std::vector<std::string>{"reference.duelo", "g9.duelo", "g10.duelo",
                                              "gpu-2.duelo", "gpu.duelo"}));
    QVERIFY(pack->references[1].provenance && !pack->references[2].provenance);
    QCOMPARE(pack->references[1].gpu, "RTX 4090");
    QCOMPARE(contentOf(pack->references[3].path), contentOf(at("L13/gpu.duelo")));
    QCOMPARE(contentOf(pack->references[4].path), contentOf(at("L12/gpu.duelo")));

    // A folder of them beside the presets is a pack.
    fs::remove(at("pack/plan.json"));
    fs::remove(at("pack/reference.duelo"));
    QCOMPARE(readPack(at("pack"), findSpec)->references.size(), 4U);
}

/// Each that is left out is told of, and the others are offered.
void TestTeacherPack::tellsWhichCannotBeUsed() {
    QVERIFY(makePack({.references = {at("gpu.duelo")}}, findSpec, at("pack")));
    QVERIFY(readPack(at("pack"), findSpec)->problems.empty());  // of a folder that is not there
    std::string edited = contentOf(at("gpu.duelo"));
    edited.replace(edited.find("RTX 3060"), 8, "RTX 4090");
    put(at("pack/references/a.duelo"), edited);
    writePc(at("pack/references/b.duelo"), {.number = 2, .gpu = false});
    put(at("pack/references/c.duelo"), edited.substr(0, edited.size() - 200));
    put(at("pack/references/d.duelo"), "");
    put(at("pack/references/notes.txt"), "no reference");
    put(at("pack/references/.e.duelo"), "of a system");
    writePc(at("pack/references/z.DUELO"), {.number = 5});
    const auto pack = readPack(at("pack"), findSpec);
    QVERIFY(pack);
    QCOMPARE(pack->references.size(), 2U);
    QCOMPARE(utf8(pack->references.back().path.filename()), "z.DUELO");
    std::vector<std::string> codes;
    for (const Reason& problem : pack->problems) {
        codes.push_back(problem.code);
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(Text(language).complete("reason." + problem.code, problem.args));
    }
    QCOMPARE(codes,
             (std::vector<std::string>{"class_edited", "pack_no_gpu", "file_open", "file_empty"}));

    // More than anybody reads; and a file where the folder would be.
    for (int i = 0; i < 101; ++i) put(at("many") / (std::to_string(i) + ".duelo"), "x");
    const References many = referencesIn(at("many"), findSpec);
    QVERIFY(many.files.empty());
    QCOMPARE(many.problems.size(), 101U);
    QCOMPARE(many.problems.front().code, "references_many");
    const References none = referencesIn(at("gpu.duelo"), findSpec);
    QCOMPARE(none.problems.size(), 1U);
    QCOMPARE(none.problems.front().code, "folder_unreadable");
}

/// References of the box stand before the user's own; with neither there is nothing, and no
/// problem.
void TestTeacherPack::comeWithDuelo() {
    std::map<const char*, QByteArray> before;
    for (const auto& [name, folder] : {std::pair("DUELO_DATA_DIR", "box"),
                                       {"XDG_DATA_HOME", "home"},
                                       {"LOCALAPPDATA", "home"}}) {
        before[name] = qgetenv(name);
        qputenv(name, QByteArray::fromStdString(utf8(at(folder))));
    }
    const auto restore = qScopeGuard([&] {
        for (const auto& [name, value] : before) qputenv(name, value);
    });
    QVERIFY(knownReferences(findSpec).files.empty());
    QVERIFY(knownReferences(findSpec).problems.empty());
    writePc(ownReferencesDir() / "a.duelo", {.number = 2});
    writePc(at("box/references/z.duelo"), {.number = 3});
    const References known = knownReferences(findSpec);
    QCOMPARE(known.files.size(), 2U);
    QCOMPARE(utf8(known.files[0].path), utf8(at("box/references/z.duelo")));
    QCOMPARE(utf8(known.files[1].path), utf8(ownReferencesDir() / "a.duelo"));
    QVERIFY(utf8(ownReferencesDir()).starts_with(utf8(at("home"))));
    QVERIFY(known.files[0].isFor("inference") && !known.files[0].isFor("pi"));
}

/// A title stays on one line, whatever a file says of its GPU and of where its times are from.
void TestTeacherPack::titlesOnOneLine() {
    ReferenceFile file{.path = "gpu.duelo",
                       .gpu = "<b>RTX</b>\n\x1B[2J\xE2\x80\xAE" + std::string(10'000, 'x'),
                       .started = "2026-05-04\nT",
                       .experiments = {"inference"}};
    file.provenance = Provenance{.origin = "typed", .source = "the\r\nboard"};
    for (const Language language : {Language::Spanish, Language::English}) {
        const Text text(language);
        const std::string title = referenceTitle(file, text);
        QVERIFY2(title.size() < 500, title.c_str());
        QVERIFY(title.find_first_of("\n\r\x1B") == std::string::npos);
        QVERIFY(title.find("\xE2\x80\xAE") == std::string::npos);
        QVERIFY(title.find("2026-05-04") != std::string::npos);
        QVERIFY(title.find(text.word("page", "inference")) != std::string::npos);
        QVERIFY(title.find(text.word("provenance", "typed")) != std::string::npos);
    }
}

/// A pack that could not be finished would be handed out.
void TestTeacherPack::leavesNothingBehind() {
    PackRequest request{.plan = planOfPhotographs(), .references = {at("gpu.duelo")}};
    fs::remove(at("otras/puente ñ.jpg"));
    const auto made = makePack(request, findSpec, at("pack"));
    QCOMPARE(made.error().code, "file_missing");
    QVERIFY(!fs::exists(at("pack")));
    std::size_t packs = 0;
    for (const auto& entry : fs::directory_iterator(m_root))
        packs += entry.path().filename().string().starts_with("pack");
    QCOMPARE(packs, 0U);
    // Nothing is written into a folder that holds something.
    QCOMPARE(makePack({.references = {at("gpu.duelo")}}, findSpec, at("mías")).error().code,
             "pack_not_empty");
    fs::create_directories(at("empty"));
    QVERIFY(makePack({.references = {at("gpu.duelo")}}, findSpec, at("empty")));
}

void TestTeacherPack::tellsWhatIsMissing() {
    QVERIFY(makePack({.plan = planOfPhotographs(), .references = {at("gpu.duelo")}}, findSpec,
                     at("pack")));
    fs::remove(at("pack/photographs/puente ñ.jpg"));
    put(at("pack/reference.duelo"), "torn");
    const auto pack = readPack(at("pack"), findSpec);
    QVERIFY(pack && !pack->plan && pack->references.empty());
    QCOMPARE(pack->problems.size(), 2U);
    QCOMPARE(pack->problems[0].code, "pack_file_missing");
    QCOMPARE(pack->problems[0].args["path"], Json("photographs/puente ñ.jpg"));
    QCOMPARE(pack->problems[1].code, "not_a_record_file");
    QCOMPARE(pack->photographs.size(), 1U);  // the rest can be used

    // A plan that leads out of the pack names nothing of it.
    put(at("pack/plan.json"),
        R"({"experiment":"inference","cases":[{"model":"resnet18","input":"../mías/puente ñ.jpg"}],)"
        R"("variants":[{"device":"cpu"}]})");
    QCOMPARE(readPack(at("pack"), findSpec)->problems.front().code, "pack_file_missing");
    // A form takes no plan without work.
    put(at("pack/plan.json"), R"({"experiment":"inference","cases":[],"variants":[]})");
    QCOMPARE(readPack(at("pack"), findSpec)->problems.front().code, "list_empty");
    QVERIFY(!isPack(at("otras")));
    QCOMPARE(readPack(at("otras"), findSpec).error().code, "pack_none");
}

void TestTeacherPack::plansBesideTheirFiles() {
    put(at("mías/plan.json"),
        R"({"experiment":"inference","cases":[{"model":"resnet18","input":["puente ñ.jpg","random"]}],)"
        R"("variants":[{"device":"cpu"}]})");
    const auto plan = readPlan(at("mías/plan.json"), findSpec);
    QVERIFY(plan);
    QCOMPARE(filesOf(*plan, *findSpec("inference")),
             (std::vector<std::string>{utf8(at("mías/puente ñ.jpg"))}));
    QCOMPARE(readPlan(at("otras/notas.txt"), findSpec).error().code, "plan_not_json");
}

QTEST_GUILESS_MAIN(TestTeacherPack)
#include "tst_teacher_pack.moc"
