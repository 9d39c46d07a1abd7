// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/program_parts.h"

namespace duelo::pi_parts {

const std::string_view numpy = R"py(

#@pi_pieces
PIECE = 1 << 22


def prepared(work):
    return lambda: total(work), lambda total_of: checked(work, total_of)


def total(work):
    series = work["method"] == "series"
    count = work["samples"] // 2 if series else work["samples"]
    found = 0
    for first in range(0, count, PIECE):
        piece = min(PIECE, count - first)
        found += terms(first, piece) if series else inside(work["seed"], first, piece)
    if series and work["samples"] % 2:
        found += 1 / (2 * work["samples"] - 1)
    return found


#@pi_points
def inside(seed, first, count):
    words = words_of(seed, count, first)
    x = np.uint64(2) * (words >> np.uint64(34)) + np.uint64(1)
    y = np.uint64(2) * (words & np.uint64((1 << 30) - 1)) + np.uint64(1)
    return int(np.count_nonzero(x * x + y * y < np.uint64(1 << 62)))


#@pi_terms
def terms(first, count):
    odd = 4.0 * np.arange(first, first + count) + 1
    return float((2 / (odd * (odd + 2))).sum())
)py";

const std::string_view torch = R"py(

#@pi_pieces
PIECE = 1 << 22


def prepared(work, variant):
    return lambda: total(work, variant[0]), lambda found: checked(work, found)


def total(work, device):
    series = work["method"] == "series"
    count = work["samples"] // 2 if series else work["samples"]
    found = 0
    for first in range(0, count, PIECE):
        piece = min(PIECE, count - first)
        found += terms(first, piece, device) if series else inside(work["seed"], first, piece, device)
    if series and work["samples"] % 2:
        found += 1 / (2 * work["samples"] - 1)
    return found


#@pi_points
def inside(seed, first, count, device):
    words = words_of(seed, count, first, device)
    x = 2 * shifted(words, 34) + 1
    y = 2 * (words & ((1 << 30) - 1)) + 1
    return int((x * x + y * y < 1 << 62).sum())


#@pi_terms
def terms(first, count, device):
    odd = 4 * torch.arange(first, first + count, dtype=torch.float64, device=device) + 1
    return float((2 / (odd * (odd + 2))).sum())
)py";

const std::string_view python_check = R"py(

#@pi_check
def checked(work, found):
    samples, series = work["samples"], work["method"] == "series"
    value = 4 * found if series else 4 * found / samples
    error = 2 / samples if series else 10 * 1.642 / samples ** 0.5
    if not abs(value - 3.141592653589793) <= error + 1e-9:
        sys.exit(SAY["work_wrong"])
    return value
)py";

const std::string_view c_and_cuda = R"c(
static const struct Case* CASE;
static double SUM;

static void prepare(const struct Case* of) {
    CASE = of;
}

static int too_slow(void) {
    return 0;
}

//@pi_check
static double value(void) {
    const double pi = 3.14159265358979323846, n = (double)CASE->samples;
    double found = SUM;
    if (CASE->series && CASE->samples % 2) found += 1 / (2 * n - 1);
    const double estimate = CASE->series ? 4 * found : 4 * found / n;
    const double error = CASE->series ? 2 / n : 10 * 1.642 / sqrt(n);
    if (!(fabs(estimate - pi) <= error + 1e-9)) fail(SAY_work_wrong);
    SUM = NAN;
    return estimate;
}
)c";

const std::string_view c = R"c(
//@pi_points
static int64_t inside(int64_t count) {
    const uint64_t stream = stream_of(CASE->seed);
    int64_t found = 0;
#pragma omp parallel for reduction(+ : found) num_threads(TEAM > 0 ? TEAM : 1)
    for (int64_t i = 0; i < count; ++i) {
        const uint64_t word = word_of(stream, (uint64_t)i);
        const uint64_t x = 2 * (word >> 34) + 1, y = 2 * (word & ((1u << 30) - 1)) + 1;
        found += x * x + y * y < (uint64_t)1 << 62;
    }
    return found;
}

//@pi_terms
static double terms(int64_t count) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(TEAM > 0 ? TEAM : 1)
    for (int64_t i = 0; i < count; ++i) {
        const double odd = 4.0 * (double)i + 1;
        sum += 2 / (odd * (odd + 2));
    }
    return sum;
}

static void call(void) {
    SUM = CASE->series ? terms(CASE->samples / 2) : (double)inside(CASE->samples);
}
)c";

const std::string_view cuda = R"c(
enum { BLOCK = 256, MOST_BLOCKS = 4096 };
//@pi_launches
static const int64_t EACH_PIECE = (int64_t)1 << 26, SUMS_PIECE = (int64_t)1 << 30;

static int blocks_of(int64_t count) {
    const int64_t needed = (count + BLOCK - 1) / BLOCK;
    return (int)(needed < 1 ? 1 : needed < MOST_BLOCKS ? needed : MOST_BLOCKS);
}

static float *HIGH, *LOW, *TOTAL, *HOST;
static int64_t PLACES;

static void make_room(int64_t places) {
    if (places <= PLACES) return;
    for (float** each : {&HIGH, &LOW, &TOTAL}) checked(cudaFree(*each));
    free(HOST);
    PLACES = places;
    HIGH = on_gpu((long)places);
    LOW = on_gpu((long)places);
    TOTAL = on_gpu(2);
    HOST = room((long)places);
}

static double added(const float* gpu, int64_t count) {
    checked(cudaMemcpy(HOST, gpu, sizeof(float) * (size_t)count, cudaMemcpyDeviceToHost));
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += HOST[i];
    return sum;
}

static void call(void) {
    const int64_t count = CASE->series ? CASE->samples / 2 : CASE->samples;
    const int64_t piece = WAY->adds_up ? SUMS_PIECE : EACH_PIECE;
    const uint64_t stream = stream_of(CASE->seed);
    const int64_t pieces = count / piece + 1;
    make_room(WAY->adds_up ? pieces * MOST_BLOCKS : count < piece ? count + 1 : piece);
    double sum = 0;
    int place = 0;
    for (int64_t first = 0; first < count; first += piece) {
        const int64_t now = count - first < piece ? count - first : piece;
        const int blocks = blocks_of(now);
        const dim3 grid(blocks), block(BLOCK);
        WAY->kernel<<<grid, block>>>(HIGH + place, LOW + place, first, now, stream, CASE->series);
        checked(cudaGetLastError());
        if (WAY->adds_up)
            place += blocks;
        else
            sum += added(HIGH, now) + (CASE->series ? added(LOW, now) : 0);
    }
    if (WAY->adds_up) {
        const dim3 grid(1), block(BLOCK);
        text_of_pi::pi_total<<<grid, block>>>(HIGH, LOW, TOTAL, place);
        checked(cudaGetLastError());
        sum = added(TOTAL, 2);
    }
    SUM = sum;
}
)c";

}  // namespace duelo::pi_parts
