// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/program_parts.h"

namespace duelo::product_parts {

const std::string_view numpy = R"py(

#@product_uniform
def prepared(work):
    n = work["n"]
    drawn = (words_of(work["seed"], 2 * n * n) >> np.uint64(40)).astype(np.float32)
    a, b = (drawn * np.float32(2.0 ** -23) - np.float32(1)).reshape(2, n, n)
    return lambda: a @ b, lambda c: checked(a, b, c)


#@product_check
def checked(a, b, c):
    n = len(c)
    places = (words_of(0, 400) % np.uint64(n * n)).astype(np.int64)
    places[0] = n * n - 1
    rows, columns = places // n, places % n
    terms = a[rows].astype(np.float64) * b[:, columns].T
    room = n * 2.0 ** -24 / (1 - n * 2.0 ** -24) * np.abs(terms).sum(1)
    if not (np.abs(c[rows, columns] - terms.sum(1)) <= room).all():
        sys.exit(SAY["work_wrong"])
    return float(c.sum(dtype=np.float64))
)py";

const std::string_view torch = R"py(

DTYPES = {"fp32": torch.float32, "tf32": torch.float32,
          "bf16": torch.bfloat16, "fp16": torch.float16}
#@product_rounded
ROUNDED = {"fp32": 0, "tf32": 2.0 ** -11, "bf16": 2.0 ** -8, "fp16": 2.0 ** -11}


#@product_uniform
def prepared(work, variant):
    device, threads, precision, mode = variant
    n = work["n"]
    drawn = shifted(words_of(work["seed"], 2 * n * n), 40).to(torch.float32)
    a, b = (drawn * 2.0 ** -23 - 1).reshape(2, n, n)
    x, y = (matrix.to(device=device, dtype=DTYPES[precision]) for matrix in (a, b))

    def call():
        c = x @ y
        wait(device)
        return c

    return call, lambda c: checked(a, b, c.to(torch.float32).cpu(), ROUNDED[precision])


#@product_check
def checked(a, b, c, rounded):
    n = len(c)
    places = words_of(0, 400).remainder(n * n)
    places[0] = n * n - 1
    rows, columns = places // n, places % n
    terms = a[rows].double() * b[:, columns].T.double()
    room = (n * 2.0 ** -24 / (1 - n * 2.0 ** -24) + 3 * rounded) * terms.abs().sum(1)
    if not ((c[rows, columns] - terms.sum(1)).abs() <= room).all():
        sys.exit(SAY["work_wrong"])
    return float(c.sum(dtype=torch.float64))
)py";

const std::string_view c_and_cuda = R"c(
//@product_uniform
static void draw(float* to, long count, uint64_t seed, uint64_t first) {
    const uint64_t stream = stream_of(seed);
    for (long i = 0; i < count; ++i)
        to[i] = (float)(word_of(stream, first + (uint64_t)i) >> 40) * 0x1p-23f - 1;
}

//@product_check
static double sum_of(const float* a, const float* b, float* c, long n) {
    const double bound = (double)n * 0x1p-24 / (1 - (double)n * 0x1p-24);
    for (uint64_t drawn = 0; drawn < 400; ++drawn) {
        const uint64_t all = (uint64_t)n * (uint64_t)n;
        const long place = (long)(drawn == 0 ? all - 1 : word_of(0, drawn) % all);
        const long i = place / n, j = place % n;
        double exact = 0, size = 0;
        for (long k = 0; k < n; ++k) {
            const double term = (double)a[i * n + k] * b[k * n + j];
            exact += term;
            size += fabs(term);
        }
        if (!(fabs(c[place] - exact) <= bound * size)) fail(SAY_work_wrong);
    }
    double sum = 0;
    for (long i = 0; i < n * n; ++i) sum += c[i];
    //@work_spoil
    for (long i = 0; i < n * n; ++i) c[i] = NAN;
    return sum;
}

static float *A, *B, *C;
static long N;

static int too_slow(void) {
    return WAY->most > 0 && N > WAY->most;
}
)c";

const std::string_view c = R"c(
static void prepare(const struct Case* of) {
    N = of->n;
    free(A);
    free(B);
    free(C);
    A = room(N * N);
    B = room(N * N);
    C = room(N * N);
    draw(A, N * N, of->seed, 0);
    draw(B, N * N, of->seed, (uint64_t)(N * N));
}

//@product_share
static void call(void) {
#ifdef _OPENMP
#pragma omp parallel num_threads(TEAM > 0 ? TEAM : 1)
    {
        const long member = omp_get_thread_num(), members = omp_get_num_threads();
        WAY->kernel(A, B, C, N, N * member / members, N * (member + 1) / members);
    }
#else
    WAY->kernel(A, B, C, N, 0, N);
#endif
}

static double value(void) {
    return sum_of(A, B, C, N);
}
)c";

const std::string_view cuda = R"c(
static float *GPU_A, *GPU_B, *GPU_C;

static void prepare(const struct Case* of) {
    N = of->n;
    for (float** matrix : {&A, &B, &C}) {
        free(*matrix);
        *matrix = room(N * N);
    }
    for (float** matrix : {&GPU_A, &GPU_B, &GPU_C}) {
        checked(cudaFree(*matrix));
        *matrix = on_gpu(N * N);
    }
    draw(A, N * N, of->seed, 0);
    draw(B, N * N, of->seed, (uint64_t)(N * N));
    const size_t bytes = sizeof(float) * (size_t)(N * N);
    checked(cudaMemcpy(GPU_A, A, bytes, cudaMemcpyHostToDevice));
    checked(cudaMemcpy(GPU_B, B, bytes, cudaMemcpyHostToDevice));
}

//@product_launch
static void call(void) {
    const unsigned n = (unsigned)N;
    const unsigned down = (n + WAY->rows - 1) / WAY->rows;
    const unsigned across = (n + WAY->columns - 1) / WAY->columns;
    const dim3 grid = WAY->x_is_row ? dim3(down, across) : dim3(across, down);
    const dim3 block(WAY->block_x, WAY->block_y);
    WAY->kernel<<<grid, block>>>(GPU_A, GPU_B, GPU_C, (int)N);
    checked(cudaGetLastError());
    checked(cudaDeviceSynchronize());
}

static double value(void) {
    const size_t bytes = sizeof(float) * (size_t)(N * N);
    checked(cudaMemcpy(C, GPU_C, bytes, cudaMemcpyDeviceToHost));
    const double sum = sum_of(A, B, C, N);
    checked(cudaMemcpy(GPU_C, C, bytes, cudaMemcpyHostToDevice));
    return sum;
}
)c";

}  // namespace duelo::product_parts
