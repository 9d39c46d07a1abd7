// SPDX-License-Identifier: Apache-2.0
#include "experiments/work_program_parts.h"

namespace duelo::work_parts {

const std::string_view python_measuring = R"py(

#@work_median
def median_seconds(call):
    for _ in range(WARM_UP):
        call()
    times = []
    begin = time.perf_counter()
    while True:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
        spent = time.perf_counter() - begin
        if spent >= MAX_SECONDS or (len(times) >= MIN_RUNS and spent >= MIN_SECONDS):
            return statistics.median(times), len(times)


def tell(work, variant, gpu, seconds, runs, value):
    print("duelo-time: " + json.dumps({
        "experiment": EXPERIMENT, "work": work, "variant": variant, "technology": TECHNOLOGY,
        "gpu": gpu, "protocol": "warm_median", "n": runs, "median_ms": 1000 * seconds,
        "value": value}), flush=True)
)py";

const std::string_view numpy_words = R"py(

GOLDEN = 0x9e3779b97f4a7c15
MASK = (1 << 64) - 1


#@splitmix
def mixed(x):
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xbf58476d1ce4e5b9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94d049bb133111eb)
    return x ^ (x >> np.uint64(31))


def words_of(seed, count, first=0):
    stream = mixed(np.array([(seed + GOLDEN) & MASK], dtype=np.uint64))
    places = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    return mixed(places * np.uint64(GOLDEN) + stream)
)py";

const std::string_view numpy_main = R"py(

def main():
    #@console
    sys.stdout.reconfigure(errors="replace")
    print(f"NumPy {np.__version__}")
    for name, work in WORKS:
        try:
            call, value_of = prepared(work)
            value = value_of(call())
            seconds, runs = median_seconds(call)
        except MemoryError:
            #@failure
            print(name, SAY["work_memory"], sep=": ")
            continue
        print(f"{name}: {seconds:.6f} s")
        tell(work, WAY, None, seconds, runs, value)


if __name__ == "__main__":
    main()
)py";

const std::string_view torch_words = R"py(

GOLDEN = 0x9e3779b97f4a7c15


#@splitmix
def mixed(x):
    x = (x ^ shifted(x, 30)) * signed(0xbf58476d1ce4e5b9)
    x = (x ^ shifted(x, 27)) * signed(0x94d049bb133111eb)
    return x ^ shifted(x, 31)


#@torch_unsigned
def shifted(x, bits):
    return (x >> bits) & ((1 << (64 - bits)) - 1)


def signed(word):
    word %= 1 << 64
    return word - (1 << 64) if word >> 63 else word


def words_of(seed, count, first=0, device="cpu"):
    stream = mixed(torch.tensor([signed(seed + GOLDEN)], device=device))
    places = torch.arange(first + 1, first + count + 1, device=device)
    return mixed(places * signed(GOLDEN) + stream)
)py";

const std::string_view torch_main = R"py(

#@work_variant
def spoken(variant):
    device, threads, precision, mode = variant
    told = {"device": device, **WAY}
    if device == "cpu":
        told["threads"] = torch.get_num_threads()
    if SAYS_PRECISION:
        told["precision"] = precision
    return told


def main():
    #@console
    sys.stdout.reconfigure(errors="replace")
    print(f"PyTorch {torch.__version__}, CUDA: {torch.cuda.is_available()}")
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    columns = list(variants())
    for name, work in WORKS:
        for variant in columns:
            try:
                use(variant)
                call, value_of = prepared(work, variant)
                value = value_of(call())
                seconds, runs = median_seconds(call)
            except (MemoryError, RuntimeError) as error:
                #@failure
                print(name, title(variant), SAY["not_measured"].format(error=error), sep=", ")
                continue
            print(f"{name}, {title(variant)}: {seconds:.6f} s")
            tell(work, spoken(variant), gpu if variant[0] == "cuda" else None, seconds, runs, value)


if __name__ == "__main__":
    main()
)py";

const std::string_view c_includes = R"c(
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif
)c";

const std::string_view cuda_includes = R"c(
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
)c";

const std::string_view c_measuring = R"c(
static const struct Way* WAY;
static int TEAM;

static void fail(const char* sentence) {
    fprintf(stderr, "%s\n", sentence);
    exit(1);
}

static double seconds(void) {
#ifdef __cplusplus
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    return now.count();
#elif defined(_OPENMP)
    return omp_get_wtime();
#else
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

static int compared(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

//@work_median
static double median_seconds(void (*call)(void), int* runs) {
    static double times[MOST_RUNS];
    for (int i = 0; i < WARM_UP; ++i) call();
    const double begin = seconds();
    int n = 0;
    for (double spent = 0;
         n == 0 || (n < MOST_RUNS && spent < MAX_SECONDS && (n < MIN_RUNS || spent < MIN_SECONDS));
         ++n) {
        const double start = seconds();
        call();
        times[n] = seconds() - start;
        spent = seconds() - begin;
    }
    qsort(times, n, sizeof times[0], compared);
    *runs = n;
    return n % 2 ? times[n / 2] : (times[n / 2 - 1] + times[n / 2]) / 2;
}

//@splitmix
static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static const uint64_t GOLDEN = 0x9e3779b97f4a7c15u;

static uint64_t stream_of(uint64_t seed) {
    return mixed(seed + GOLDEN);
}

static uint64_t word_of(uint64_t stream, uint64_t i) {
    return mixed(stream + (i + 1) * GOLDEN);
}
)c";

const std::string_view c_room = R"c(
static float* room(long count) {
    float* const to = (float*)malloc(sizeof(float) * (size_t)count);
    if (!to) fail(SAY_work_memory);
    return to;
}
)c";

const std::string_view c_telling = R"c(
static void name(const struct Case* of) {
    printf("%s, %s", of->title, WAY->title);
    if (TEAM > 0) printf(", " SAY_threads_word, TEAM);
    printf(": ");
}

//@work_once
static void measure(const struct Case* of, const char* gpu) {
    name(of);
    if (too_slow()) {
        printf("%s\n", SAY_work_slow);
        return;
    }
    fflush(stdout);
    call();
    const double found = value();
    int runs = 0;
    const double median = median_seconds(call, &runs);
    printf("%.6f s\n", median);
    printf("duelo-time: {\"experiment\": \"" EXPERIMENT "\", \"work\": %s, \"variant\": {%s", of->work,
           WAY->variant);
    if (TEAM > 0) printf(", \"threads\": %d", TEAM);
    printf("}, \"technology\": \"" TECHNOLOGY "\", ");
    if (gpu) printf("\"gpu\": \"%s\", ", gpu);
    printf("\"protocol\": \"warm_median\", \"n\": %d, \"median_ms\": %.9g, \"value\": %.17g}\n", runs,
           1000 * median, found);
    fflush(stdout);
}
)c";

const std::string_view c_main = R"c(
static int threads(size_t t) {
#ifdef _OPENMP
    return THREADS[t] > 0 ? THREADS[t] : omp_get_max_threads();
#else
    return 1;
#endif
}

static void measure_shared(const struct Case* of) {
    for (size_t t = 0; t < sizeof THREADS / sizeof THREADS[0]; ++t) {
        size_t same = 0;
        while (threads(same) != threads(t)) ++same;
        if (same < t) continue;
        TEAM = threads(t);
        measure(of, 0);
    }
    TEAM = 0;
}

int main(void) {
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; ++i) {
        prepare(&CASES[i]);
        for (size_t w = 0; w < sizeof WAYS / sizeof WAYS[0]; ++w) {
            WAY = &WAYS[w];
            if (WAY->shared)
                measure_shared(&CASES[i]);
            else
                measure(&CASES[i], 0);
        }
    }
    return 0;
}
)c";

const std::string_view cuda_main = R"c(
int main() {
    int gpus = 0;
    if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) fail(SAY_gpu_none);
    cudaDeviceProp gpu;
    checked(cudaGetDeviceProperties(&gpu, 0));
    for (const Case& one : CASES) {
        prepare(&one);
        for (const Way& way : WAYS) {
            WAY = &way;
            measure(&one, gpu.name);
        }
    }
    return 0;
}
)c";

const std::string_view cuda_checking = R"c(
static void checked(cudaError_t error) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s ", SAY_gpu_failed);
    fail(cudaGetErrorString(error));
}

static float* on_gpu(long count) {
    float* to = nullptr;
    checked(cudaMalloc((void**)&to, sizeof(float) * (size_t)count));
    return to;
}
)c";

}  // namespace duelo::work_parts
