#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What stands in a workbook, as JSON: an independent reader of the package's XML for the tests."""

import json
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def formats_of(package):
    """How the numbers of each style are shown."""
    styles = ElementTree.fromstring(package.read("xl/styles.xml"))
    codes = {f.get("numFmtId"): f.get("formatCode") for f in styles.iter(MAIN + "numFmt")}
    return [codes.get(style.get("numFmtId"), "") for style in styles.find(MAIN + "cellXfs")]


def sheet_of(package, name, strings):
    root = ElementTree.fromstring(package.read(name))
    styles = formats_of(package)
    cells, shown = {}, {}
    for cell in root.iter(MAIN + "c"):
        value = cell.find(MAIN + "v")
        if value is None:
            continue
        cells[cell.get("r")] = (strings[int(value.text)] if cell.get("t") == "s"
                                else float(value.text))
        shown[cell.get("r")] = styles[int(cell.get("s") or 0)]
    return {"cells": cells, "shown": shown, "formulas": len(list(root.iter(MAIN + "f"))),
            "frozen": any(pane.get("state") == "frozen" for pane in root.iter(MAIN + "pane")),
            "fit": [page.get("fitToHeight") for page in root.iter(MAIN + "pageSetup")],
            "heights": {row.get("r"): float(row.get("ht"))
                        for row in root.iter(MAIN + "row") if row.get("ht")},
            "breaks": [int(row.get("id")) for row in root.iter(MAIN + "brk")]}


def chart_of(package, name):
    root = ElementTree.fromstring(package.read(name))
    return {"symbols": [symbol.get("val")
                        for symbol in root.iterfind(f".//{CHART}ser/{CHART}marker/{CHART}symbol")],
            "bars": [colour.get("val")
                     for colour in root.iterfind(f".//{CHART}dPt/{CHART}spPr//{DRAWING}srgbClr")],
            "log": [base.get("val") for base in root.iter(CHART + "logBase")],
            "ranges": [f.text for f in root.iter(CHART + "f")]}


def main(path):
    with zipfile.ZipFile(path) as package:
        if package.testzip() is not None:
            raise SystemExit("damaged package")
        names = package.namelist()
        shared = ElementTree.fromstring(package.read("xl/sharedStrings.xml"))
        strings = ["".join(t.text or "" for t in item.iter(MAIN + "t"))
                   for item in shared.iter(MAIN + "si")]
        book = ElementTree.fromstring(package.read("xl/workbook.xml"))
        sheets = {sheet.get("name"): sheet_of(package, f"xl/worksheets/sheet{i + 1}.xml", strings)
                  for i, sheet in enumerate(book.iter(MAIN + "sheet"))}
        names_of = {"_xlnm.Print_Area": "printed", "_xlnm.Print_Titles": "repeated"}
        for name in book.iter(MAIN + "definedName"):
            if name.get("name") in names_of:
                sheet = list(sheets.values())[int(name.get("localSheetId"))]
                sheet[names_of[name.get("name")]] = name.text
        charts = [chart_of(package, n) for n in sorted(names) if n.startswith("xl/charts/chart")]
        formats = [f.get("formatCode") for f in
                   ElementTree.fromstring(package.read("xl/styles.xml")).iter(MAIN + "numFmt")]
    json.dump({"order": list(sheets), "sheets": sheets, "charts": charts, "formats": formats},
              sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
