// SPDX-License-Identifier: Apache-2.0
// NVRTC, cuBLAS and cuDNN in one: compiled three times, each under the name of one. They compute on
// the host, where the memory of the stand-in for the driver lies. DUELO_STUB_NVIDIA is the major
// version that they tell; unset, the right one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#define STUB extern "C" __attribute__((visibility("default")))

namespace {

int major(int right) {
    const char* told = std::getenv("DUELO_STUB_NVIDIA");
    return told != nullptr ? std::atoi(told) : right;
}

// Not each of the three libraries needs all of these.
/// fp32, fp16 or bf16 as cudaDataType numbers them: 0, 2, 14.
[[maybe_unused]] float read(const void* values, int type, std::size_t i) {
    if (type == 0) return static_cast<const float*>(values)[i];
    const std::uint32_t bits = static_cast<const std::uint16_t*>(values)[i];
    std::uint32_t wide = bits << 16;
    if (type == 2) {  // normal numbers and zero are all that a test has
        const std::uint32_t exponent = bits >> 10 & 31;
        wide = (bits & 0x8000) << 16;
        if (exponent != 0) wide |= (exponent + 112) << 23 | (bits & 1023) << 13;
    }
    float value;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

[[maybe_unused]] void write(void* values, int type, std::size_t i, float value) {
    if (type == 0) {
        static_cast<float*>(values)[i] = value;
        return;
    }
    std::uint32_t wide;
    std::memcpy(&wide, &value, sizeof wide);
    std::uint32_t bits = (wide + 0x7fff + (wide >> 16 & 1)) >> 16;
    if (type == 2) {
        wide += 0xfff + (wide >> 13 & 1);
        bits = wide >> 16 & 0x8000;
        if ((wide >> 23 & 255) > 112)
            bits |= ((wide >> 23 & 255) - 112) << 10 | (wide >> 13 & 1023);
    }
    static_cast<std::uint16_t*>(values)[i] = static_cast<std::uint16_t>(bits);
}

[[maybe_unused]] bool isConstant(const void* values, int type, std::size_t count) {
    const float first = read(values, type, 0);
    for (std::size_t i = 1; i < count; ++i)
        if (read(values, type, i) != first) return false;
    return true;
}

}  // namespace

#ifdef STUB_NVRTC
STUB int nvrtcVersion(int* found, int* minor) {
    *found = major(13);
    *minor = 0;
    return 0;
}
STUB int nvrtcCreateProgram(std::string** program, const char* text, const char*, int,
                            const char* const*, const char* const*) {
    *program = new std::string(text);
    return 0;
}
STUB int nvrtcDestroyProgram(std::string** program) {
    delete *program;
    return 0;
}
STUB int nvrtcCompileProgram(std::string*, int, const char* const*) {
    return 0;
}
STUB int nvrtcGetCUBINSize(std::string* program, std::size_t* bytes) {
    *bytes = program->size();
    return 0;
}
STUB int nvrtcGetCUBIN(std::string* program, char* code) {
    std::copy(program->begin(), program->end(), code);
    return 0;
}
STUB int nvrtcGetProgramLogSize(std::string*, std::size_t* bytes) {
    *bytes = 1;
    return 0;
}
STUB int nvrtcGetProgramLog(std::string*, char* log) {
    *log = 0;
    return 0;
}
#endif

#ifdef STUB_CUBLAS
STUB int cublasGetProperty(int which, int* value) {
    *value = which == 0 ? major(13) : 1;
    return 0;
}
STUB int cublasCreate_v2(int** handle) {
    static int made;
    *handle = &made;
    return 0;
}
STUB int cublasSetStream_v2(int*, void*) {
    return 0;
}
STUB int cublasGemmEx(int*, int, int, int m, int n, int k, const void*, const void* a, int type,
                      int, const void* b, int, int, const void*, void* c, int, int, int compute,
                      int) {
    if (compute != 68 && compute != 77) return 7;  // CUBLAS_STATUS_INVALID_VALUE
    const auto rows = static_cast<std::size_t>(m), columns = static_cast<std::size_t>(n),
               depth = static_cast<std::size_t>(k);
    // A roof multiplies matrices of 4096 rows, all of whose elements are the same.
    if (depth > 512 && isConstant(a, type, rows * depth) && isConstant(b, type, depth * columns)) {
        const float sum = static_cast<float>(depth) * read(a, type, 0) * read(b, type, 0);
        for (std::size_t i = 0; i < rows * columns; ++i) write(c, type, i, sum);
        return 0;
    }
    for (std::size_t column = 0; column < columns; ++column)
        for (std::size_t row = 0; row < rows; ++row) {
            float sum = 0;
            for (std::size_t i = 0; i < depth; ++i)
                sum += read(a, type, i * rows + row) * read(b, type, column * depth + i);
            write(c, type, column * rows + row, sum);
        }
    return 0;
}
#endif

#ifdef STUB_CUDNN
namespace {
struct Object {
    int values[6] = {};  ///< of a picture its sides, of a pooling window, padding and stride
};
int made(Object** object) {
    *object = new Object;
    return 0;
}
}  // namespace

STUB std::size_t cudnnGetVersion() {
    return static_cast<std::size_t>(major(9)) * 10000 + 1900;
}
STUB int cudnnCreate(Object** object) {
    return made(object);
}
STUB int cudnnCreateTensorDescriptor(Object** object) {
    return made(object);
}
STUB int cudnnCreatePoolingDescriptor(Object** object) {
    return made(object);
}
STUB int cudnnSetStream(Object*, void*) {
    return 0;
}
STUB int cudnnSetTensor4dDescriptor(Object* object, int, int, int, int, int height, int width) {
    *object = {{height, width}};
    return 0;
}
STUB int cudnnSetPooling2dDescriptor(Object* object, int, int, int height, int width, int padding,
                                     int, int stride, int) {
    *object = {{height, width, padding, stride}};
    return 0;
}
STUB int cudnnPoolingForward(Object*, Object* pooling, const void*, Object* from, const void* x,
                             const void*, Object* to, void* y) {
    const int side = from->values[0], window = pooling->values[0], padding = pooling->values[2],
              stride = pooling->values[3];
    for (int i = 0; i < to->values[0]; ++i)
        for (int j = 0; j < to->values[1]; ++j) {
            float largest = -std::numeric_limits<float>::infinity();
            for (int row = i * stride - padding; row < i * stride - padding + window; ++row)
                for (int column = j * stride - padding; column < j * stride - padding + window;
                     ++column)
                    if (row >= 0 && row < side && column >= 0 && column < side)
                        largest =
                            std::max(largest, static_cast<const float*>(x)[row * side + column]);
            static_cast<float*>(y)[i * to->values[1] + j] = largest;
        }
    return 0;
}
#endif
