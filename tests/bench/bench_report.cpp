// SPDX-License-Identifier: Apache-2.0
// Measures the cost of a report of a large file: bench_report [CELLS] (10000). Prints the processor
// time of each step, and how many times that of a fifth of the cells it is.
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "experiments/compare.h"
#include "lab_report/evidence.h"
#include "many_cells.h"
#include "report/export.h"

using namespace duelo;
using namespace duelo::examples;

namespace {

struct Costs {
    double compare_s = 0, compose_s = 0, evidence_s = 0, html_s = 0;
};

Costs costsOf(int cells) {
    const RecordLog log = manyCells(cells / 4);
    std::optional<Comparison> comparison;
    Costs costs;
    costs.compare_s =
        cpuSecondsOf([&] { comparison = compare(std::vector<RecordLog>{log}).value(); });
    costs.compose_s = cpuSecondsOf([&] { (void)compose(*comparison, {}); });
    costs.evidence_s = cpuSecondsOf([&] { const EvidenceBook book(&*comparison, {}); });
    costs.html_s =
        cpuSecondsOf([&] { (void)reportText(*comparison, ReportFormat::Html, {}).value(); });
    return costs;
}

}  // namespace

int main(int argc, char** argv) {
    const int cells = argc > 1 ? std::atoi(argv[1]) : 10'000;
    const Costs few = costsOf(cells / 5), many = costsOf(cells);
    const auto print = [](const char* name, double few_s, double many_s) {
        std::printf("%-10s %8.3f s CPU, %5.2f times a fifth of the cells\n", name, many_s,
                    many_s / few_s);
    };
    std::printf("%d cells\n", cells);
    print("compare", few.compare_s, many.compare_s);
    print("compose", few.compose_s, many.compose_s);
    print("evidence", few.evidence_s, many.evidence_s);
    print("html", few.html_s, many.html_s);
    return 0;
}
