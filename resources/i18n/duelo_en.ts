<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>duelo::ui::AllowDialog</name>
    <message numerus="yes">
        <source>%n blanks</source>
        <translation>
            <numerusform>%n blank</numerusform>
            <numerusform>%n blanks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n empty lines</source>
        <translation>
            <numerusform>%n empty line</numerusform>
            <numerusform>%n empty lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This plan brings programs of somebody&apos;s own: %n. They run with all your rights on this PC. Read them, and allow them only if you trust whoever wrote them.</source>
        <translation>
            <numerusform>This plan brings programs of somebody&apos;s own: %n. They run with all your rights on this PC. Read them, and allow them only if you trust whoever wrote them.</numerusform>
            <numerusform>This plan brings programs of somebody&apos;s own: %n. They run with all your rights on this PC. Read them, and allow them only if you trust whoever wrote them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s), %1 characters</source>
        <translation>
            <numerusform>%n line, %1 characters</numerusform>
            <numerusform>%n lines, %1 characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::BarsChart</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::CardColumn</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassCards</name>
    <message numerus="yes">
        <source>%n more, with what to do</source>
        <translation>
            <numerusform>%n more, with what to do</numerusform>
            <numerusform>%n more, with what to do</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more of its times</source>
        <translation>
            <numerusform>and %n more of its times</numerusform>
            <numerusform>and %n more of its times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more PC(s); the exports name them all</source>
        <translation>
            <numerusform>and %n more PC; the exports name them all</numerusform>
            <numerusform>and %n more PCs; the exports name them all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassDesk</name>
    <message numerus="yes">
        <source>%n row(s) of the worksheet have no submission here.</source>
        <translation>
            <numerusform>%n row of the worksheet has no submission here.</numerusform>
            <numerusform>%n rows of the worksheet have no submission here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more submission(s) without a row.</source>
        <translation>
            <numerusform>And %n more submission without a row.</numerusform>
            <numerusform>And %n more submissions without a row.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassTable</name>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation>
            <numerusform>and %n more file</numerusform>
            <numerusform>and %n more files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::DeviceList</name>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExperimentForm</name>
    <message numerus="yes">
        <source>The form shows the first block of variants. %n more block(s) are kept and run as they are.</source>
        <translation>
            <numerusform>The form shows the first block of variants. %n more block is kept and run as it is.</numerusform>
            <numerusform>The form shows the first block of variants. %n more blocks are kept and run as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>%n part</numerusform>
            <numerusform>%n parts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExperimentPage</name>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n case</numerusform>
            <numerusform>%n cases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) failed</source>
        <translation>
            <numerusform>%n cell failed</numerusform>
            <numerusform>%n cells failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measures %n doubtful, lost or failed cell(s) again; both results are kept</source>
        <translation>
            <numerusform>Measures %n doubtful, lost or failed cell again; both results are kept</numerusform>
            <numerusform>Measures %n doubtful, lost or failed cells again; both results are kept</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::FileBar</name>
    <message numerus="yes">
        <source>Resume: %n missing</source>
        <translation>
            <numerusform>Resume: %n missing</numerusform>
            <numerusform>Resume: %n missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::GlossaryPage</name>
    <message numerus="yes">
        <source>%n terms</source>
        <translation>
            <numerusform>%n term</numerusform>
            <numerusform>%n terms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ImportDialog</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n case(s) would be measured again. Time: %1.</source>
        <translation>
            <numerusform>%n case would be measured again. Time: %1.</numerusform>
            <numerusform>%n cases would be measured again. Time: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::PackDesk</name>
    <message numerus="yes">
        <source>Teacher&apos;s pack written: %1, %n file(s), %2</source>
        <translation>
            <numerusform>Teacher&apos;s pack written: %1, %n file, %2</numerusform>
            <numerusform>Teacher&apos;s pack written: %1, %n files, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>And %n more.</numerusform>
            <numerusform>And %n more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::PackDialog</name>
    <message numerus="yes">
        <source>%n beside those of the plan</source>
        <translation>
            <numerusform>%n beside those of the plan</numerusform>
            <numerusform>%n beside those of the plan</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::Plot</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::RecentList</name>
    <message numerus="yes">
        <source>Resume, %n missing</source>
        <translation>
            <numerusform>Resume, %n missing</numerusform>
            <numerusform>Resume, %n missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ReportDesk</name>
    <message numerus="yes">
        <source>%1 was read again: %n file(s), each as it was written.</source>
        <translation>
            <numerusform>%1 was read again: %n file, as it was written.</numerusform>
            <numerusform>%1 was read again: %n files, each as it was written.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::SubmissionList</name>
    <message numerus="yes">
        <source>%n with times</source>
        <translation>
            <numerusform>%n with times</numerusform>
            <numerusform>%n with times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n copied</source>
        <translation>
            <numerusform>%n copied</numerusform>
            <numerusform>%n copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cut off</source>
        <translation>
            <numerusform>%n cut off</numerusform>
            <numerusform>%n cut off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged</source>
        <translation>
            <numerusform>%n damaged</numerusform>
            <numerusform>%n damaged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with nothing to read</source>
        <translation>
            <numerusform>%n with nothing to read</numerusform>
            <numerusform>%n with nothing to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n submission(s): %1</source>
        <translation>
            <numerusform>%n submission: %1</numerusform>
            <numerusform>%n submissions: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::TopBar</name>
    <message numerus="yes">
        <source>%1, %n core(s)</source>
        <translation>
            <numerusform>%1, %n core</numerusform>
            <numerusform>%1, %n cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n core(s), threads: %2</source>
        <translation>
            <numerusform>%1, %n core, threads: %2</numerusform>
            <numerusform>%1, %n cores, threads: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
</TS>
