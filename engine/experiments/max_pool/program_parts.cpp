// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/program_parts.h"

namespace duelo::pool_parts {

const std::string_view numpy = R"py(

#@pool_numbers
def prepared(work):
    size, signed = work["size_px"], work["numbers"] == "signed"
    drawn = words_of(work["seed"], size * size) % np.uint64(19 if signed else 10)
    picture = drawn.astype(np.float32).reshape(size, size) - np.float32(9 if signed else 0)
    outside = 0 if work["border"] == "zero" else -np.inf
    shape, stride = (work["window"], work["window"]), work["stride"]

    def call():
        wide = np.pad(picture, work["padding"], constant_values=outside)
        windows = np.lib.stride_tricks.sliding_window_view(wide, shape)
        return windows[::stride, ::stride].max(axis=(2, 3))

    return call, lambda pooled: checked(picture, pooled, work)
)py";

const std::string_view torch = R"py(

#@pool_numbers
def prepared(work, variant):
    device, kinds = variant[0], 19 if work["numbers"] == "signed" else 10
    size, padding = work["size_px"], work["padding"]
    words = words_of(work["seed"], size * size)
    #@pool_unsigned
    drawn = (2 * (shifted(words, 1) % kinds) + (words & 1)) % kinds
    picture = drawn.float().reshape(1, 1, size, size) - (9 if kinds == 19 else 0)
    there = picture.to(device)
    outside = 0.0 if work["border"] == "zero" else float("-inf")

    def call():
        wide = there
        if padding:
            wide = torch.nn.functional.pad(there, (padding,) * 4, value=outside)
        pooled = torch.nn.functional.max_pool2d(wide, work["window"], work["stride"])
        wait(device)
        return pooled

    return call, lambda pooled: checked(picture[0, 0], pooled.cpu()[0, 0], work)
)py";

const std::string_view python_check = R"py(

#@pool_check
def checked(picture, pooled, work):
    size, out = len(picture), len(pooled)
    outside = 0 if work["border"] == "zero" else float("-inf")
    places = [out * out - 1] + [int(word) % (out * out) for word in words_of(0, 100)]
    for place in places:
        top, left = (work["stride"] * one - work["padding"] for one in divmod(place, out))
        most = max(float(picture[r, c]) if 0 <= r < size and 0 <= c < size else outside
                   for r in range(top, top + work["window"])
                   for c in range(left, left + work["window"]))
        if float(pooled[place // out, place % out]) != most:
            sys.exit(SAY["work_wrong"])
    return float(pooled.sum())
)py";

const std::string_view c_and_cuda = R"c(
static const struct Case* CASE;

//@pool_numbers
static void draw(const struct Case* of) {
    const uint64_t stream = stream_of(of->seed), kinds = of->has_signs ? 19 : 10;
    CASE = of;
    free(PICTURE);
    free(MAP);
    PICTURE = room(of->size * of->size);
    MAP = room(of->out * of->out);
    for (long i = 0; i < of->size * of->size; ++i)
        PICTURE[i] = (float)((int)(word_of(stream, (uint64_t)i) % kinds) - (of->has_signs ? 9 : 0));
}

static int too_slow(void) {
    return 0;
}

//@pool_check
static double sum_of_map(void) {
    const long size = CASE->size, out = CASE->out;
    for (uint64_t drawn = 0; drawn < 400; ++drawn) {
        const uint64_t all = (uint64_t)out * (uint64_t)out;
        const long place = (long)(drawn == 0 ? all - 1 : word_of(0, drawn) % all);
        const long top = place / out * CASE->stride - CASE->padding;
        const long left = place % out * CASE->stride - CASE->padding;
        float most = -INFINITY;
        for (long r = top; r < top + CASE->window; ++r)
            for (long c = left; c < left + CASE->window; ++c) {
                const int is_inside = r >= 0 && r < size && c >= 0 && c < size;
                const float number = is_inside ? PICTURE[r * size + c] : CASE->border;
                if (number > most) most = number;
            }
        if (!(MAP[place] == most)) fail(SAY_work_wrong);
    }
    double sum = 0;
    for (long i = 0; i < out * out; ++i) sum += MAP[i];
    //@work_spoil
    for (long i = 0; i < out * out; ++i) MAP[i] = NAN;
    return sum;
}
)c";

const std::string_view c = R"c(
//@pool_line
static float* LINES;
static int LINE_COUNT;

static void prepare(const struct Case* of) {
    draw(of);
    LINE_COUNT = 0;
}

static void call(void) {
    const int team = TEAM > 0 ? TEAM : 1;
    const long line = CASE->size + 2 * CASE->padding;
    if (team > LINE_COUNT) {
        free(LINES);
        LINES = room(line * team);
        LINE_COUNT = team;
    }
#ifdef _OPENMP
#pragma omp parallel num_threads(team)
    {
        const long member = omp_get_thread_num(), members = omp_get_num_threads();
        WAY->kernel(CASE, CASE->out * member / members, CASE->out * (member + 1) / members,
                    LINES + line * member);
    }
#else
    WAY->kernel(CASE, 0, CASE->out, LINES);
#endif
}

static double value(void) {
    return sum_of_map();
}
)c";

const std::string_view cuda = R"c(
static float *GPU_PICTURE, *GPU_MAP;

static void prepare(const struct Case* of) {
    draw(of);
    checked(cudaFree(GPU_PICTURE));
    checked(cudaFree(GPU_MAP));
    GPU_PICTURE = on_gpu(of->size * of->size);
    GPU_MAP = on_gpu(of->out * of->out);
    checked(cudaMemcpy(GPU_PICTURE, PICTURE, sizeof(float) * (size_t)(of->size * of->size),
                       cudaMemcpyHostToDevice));
}

//@product_launch
static void call(void) {
    const unsigned out = (unsigned)CASE->out;
    const dim3 grid((out + WAY->columns - 1) / WAY->columns, (out + WAY->rows - 1) / WAY->rows);
    const dim3 block(WAY->block_x, WAY->block_y);
    const int size = (int)CASE->size;
    if (WAY->by_rows)
        text_of_pool_rows::pool_rows<<<grid, block>>>(GPU_PICTURE, GPU_MAP, size, (int)out);
    else
        text_of_pool_each_window::pool_each_window<<<grid, block>>>(
            GPU_PICTURE, GPU_MAP, size, (int)out, (int)CASE->window, (int)CASE->stride,
            (int)CASE->padding, CASE->border);
    checked(cudaGetLastError());
    checked(cudaDeviceSynchronize());
}

static double value(void) {
    const size_t bytes = sizeof(float) * (size_t)(CASE->out * CASE->out);
    checked(cudaMemcpy(MAP, GPU_MAP, bytes, cudaMemcpyDeviceToHost));
    const double sum = sum_of_map();
    checked(cudaMemcpy(GPU_MAP, MAP, bytes, cudaMemcpyHostToDevice));
    return sum;
}
)c";

}  // namespace duelo::pool_parts
