<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
    <name>duelo::ui::InferencePage</name>
    <message numerus="yes">
        <source>%n measurement(s)</source>
        <translation>
            <numerusform>%n measurement</numerusform>
            <numerusform>%n measurements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::MainWindow</name>
    <message numerus="yes">
        <source>This measurement is not complete: %n case(s) missing.</source>
        <translation>
            <numerusform>This measurement is not complete: %n case missing.</numerusform>
            <numerusform>This measurement is not complete: %n cases missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resume: %n missing</source>
        <translation>
            <numerusform>Resume: %n missing</numerusform>
            <numerusform>Resume: %n missing</numerusform>
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
</context>
</TS>
