// SPDX-License-Identifier: Apache-2.0
// What tensor cores do for a warp, and what brings them their numbers, by names instead of
// instructions (PTX ISA: mma, ldmatrix, cp.async). All 32 threads of a warp call each of these
// together, but for the copies. Without a GPU, tests run the same texts with functions of the same
// names that speak for a warp of the host's threads.
//
// The threads of a warp hold a tile together: thread 4 g + t has of a the rows g and g + 8, of b
// the column g, of the sums the rows g and g + 8 and in them the columns 2 t and 2 t + 1.
#ifdef __CUDACC__
// Numbers of 16 bits, as bits; two neighbours along k in one register: the places 2 t and 2 t + 1.
struct Half {
    typedef unsigned short Number;
    static constexpr int kEach = 2;
    __device__ static Number rounded(Number number) { return number; }
};

struct Fp16 : Half {
    // Tiles of 16 by 8 and 8 by 8.
    __device__ static void multiply(float (&sum)[4], const unsigned (&a)[2], unsigned b) {
        asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
            "{%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(b));
    }
#if __CUDA_ARCH__ >= 800
    // Tiles of 16 by 16 and 16 by 8; the registers' second half stands eight further along k.
    __device__ static void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b,
                                    unsigned b_8) {
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(b_8));
    }
#endif
};

#if __CUDA_ARCH__ >= 800  // older tensor cores have no bf16 and no tf32
struct Bf16 : Half {
    __device__ static void multiply(float (&sum)[4], const unsigned (&a)[2], unsigned b) {
        asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
            "{%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(b));
    }
    __device__ static void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b,
                                    unsigned b_8) {
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(b_8));
    }
};

// fp32 with 10 bits after the point; one number in a register: the place t.
struct Tf32 {
    typedef float Number;
    static constexpr int kEach = 1;
    // To the nearest that has no more bits.
    __device__ static Number rounded(Number number) {
        unsigned bits;
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(number));
        return __uint_as_float(bits);
    }
    // Tiles of 16 by 4 and 4 by 8.
    __device__ static void multiply(float (&sum)[4], const unsigned (&a)[2], unsigned b) {
        asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
            "{%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(b));
    }
};

__device__ inline unsigned sharedPlace(const void* place) {
    return static_cast<unsigned>(__cvta_generic_to_shared(place));
}

// Four tiles of 8 by 8 numbers of 16 bits out of shared memory. Thread i names the i-th of their 32
// rows, 16 bytes that begin at a multiple of 16; thread 4 g + t gets of each tile row g, places 2 t
// and 2 t + 1; of tiles that are turned column g.
__device__ inline void loadTiles(unsigned (&tiles)[4], const unsigned short* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(tiles[0]), "=r"(tiles[1]), "=r"(tiles[2]), "=r"(tiles[3])
                 : "r"(sharedPlace(row)));
}

__device__ inline void loadTurnedTiles(unsigned (&tiles)[4], const unsigned short* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(tiles[0]), "=r"(tiles[1]), "=r"(tiles[2]), "=r"(tiles[3])
                 : "r"(sharedPlace(row)));
}

// 16 bytes from global to shared memory, both at multiples of 16, while the thread goes on; zeros
// where there is nothing to copy.
__device__ inline void beginCopy(unsigned short* to, const unsigned short* from, bool there) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedPlace(to)), "l"(from),
                 "r"(there ? 16 : 0));
}

// Ends a group of this thread's copies.
__device__ inline void endGroup() {
    asm volatile("cp.async.commit_group;");
}

// Waits until so many of this thread's groups at most are on their way.
template <int groups>
__device__ inline void waitForGroups() {
    asm volatile("cp.async.wait_group %0;" ::"n"(groups));
}
#endif
#endif
