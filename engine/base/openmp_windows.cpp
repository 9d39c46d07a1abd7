// SPDX-License-Identifier: Apache-2.0
// g++ turns "#pragma omp" into calls of libgomp, its own runtime of OpenMP. On Windows LibTorch and
// oneDNN bring another one, libiomp5md.dll, and a process must have one alone: two teams of threads
// would fight for the cores, and each would be told its own number of threads. So these calls are
// passed on to it.
#ifdef _WIN32

#include <cstdio>
#include <cstdlib>

#include "base/dynamic_library.h"

namespace duelo {
namespace {

/// LLVM's ident_t: where in a source a call stands, which nobody asks here.
struct Place {
    int reserved = 0;
    int flags = 2;  // KMP_IDENT_KMPC: a compiler's call
    int more[2]{};
    const char* source = ";unknown;unknown;0;0;;";
};
Place place;

using Region = void(void* data);
using Microtask = void(int* thread, int* number, Region* region, void* data);

/// LLVM's names; the functions of OpenMP itself have the same names everywhere.
struct Runtime {
    int (*thread)(Place*) = nullptr;
    void (*push)(Place*, int thread, int threads) = nullptr;
    void (*fork)(Place*, int arguments, Microtask*, ...) = nullptr;
    void (*barrier)(Place*, int thread) = nullptr;
    int (*number)() = nullptr;
    int (*count)() = nullptr;
    int (*most)() = nullptr;
};

/// Ends the program: it computes with LibTorch or oneDNN, which could not have been loaded without
/// this library, and it must not go on with one thread where more were asked for.
[[noreturn]] void refuse(const char* what) {
    std::fprintf(stderr, "libiomp5md.dll, which shares work among threads: %s\n", what);
    std::abort();
}

template <typename Function>
void find(const DynamicLibrary& library, const char* name, Function*& function) {
    function = library.function<Function>(name);
    if (function == nullptr) refuse(name);
}

const Runtime& runtime() {
    static const Runtime found = [] {
        const auto library = DynamicLibrary::open(programFolder() / "libiomp5md.dll");
        if (!library) refuse(library.error().c_str());
        Runtime all;
        find(*library, "__kmpc_global_thread_num", all.thread);
        find(*library, "__kmpc_push_num_threads", all.push);
        find(*library, "__kmpc_fork_call", all.fork);
        find(*library, "__kmpc_barrier", all.barrier);
        find(*library, "omp_get_thread_num", all.number);
        find(*library, "omp_get_num_threads", all.count);
        find(*library, "omp_get_max_threads", all.most);
        return all;
    }();
    return found;
}

}  // namespace
}  // namespace duelo

// The names are GCC's and OpenMP's.
extern "C" {

void GOMP_parallel(duelo::Region* region, void* data, unsigned threads, unsigned /*flags*/) {
    const duelo::Runtime& runtime = duelo::runtime();
    if (threads != 0)
        runtime.push(&duelo::place, runtime.thread(&duelo::place), static_cast<int>(threads));
    duelo::Microtask* const call = [](int*, int*, duelo::Region* called, void* given) {
        called(given);
    };
    runtime.fork(&duelo::place, 2, call, region, data);
}

void GOMP_barrier() {
    const duelo::Runtime& runtime = duelo::runtime();
    runtime.barrier(&duelo::place, runtime.thread(&duelo::place));
}

int omp_get_thread_num() {
    return duelo::runtime().number();
}

int omp_get_num_threads() {
    return duelo::runtime().count();
}

int omp_get_max_threads() {
    return duelo::runtime().most();
}

}  // extern "C"

#endif
