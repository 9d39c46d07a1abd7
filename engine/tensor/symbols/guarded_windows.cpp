// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <windows.h>

#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/names.h"

// A C++ exception of Microsoft's compiler is a structured exception with a code of its own, which
// points to tables that describe the object thrown. Windows first asks each frame with a
// __C_specific_handler whether it takes the exception, while the object still lives. Then it
// unwinds the frames in between.
namespace {

constexpr DWORD kCppException = 0xE06D7363;

/// Class, text and code read from an exception. The texts are allocated by malloc().
struct Thrown {
    char* class_name = nullptr;
    char* text = nullptr;
    std::int32_t code = 0;
};

// Microsoft's tables. They refer to each other by offsets in bytes from the start of the DLL.
struct TypeInfo {
    const void* table;
    void* spare;
    char name[1];
};
struct Catchable {
    std::uint32_t properties, type;
    std::int32_t offset, base_offset, base_table;
    std::uint32_t size, copy;
};
struct Catchables {
    std::int32_t count;
    std::uint32_t entries[1];
};
struct ThrowInfo {
    std::uint32_t attributes, destroy, forward, catchables;
};

char* copied(const char* text) {
    const std::size_t size = std::strlen(text) + 1;
    char* const copy = static_cast<char*>(std::malloc(size));
    if (copy != nullptr) std::memcpy(copy, text, size);
    return copy;
}

const char* textOf(const char* class_name, char* part) {
    using Text = const char*(const void*);
    static auto* const without_backtrace =
        reinterpret_cast<Text*>(reinterpret_cast<void*>(GetProcAddress(
            GetModuleHandleA("c10.dll"), duelo::symbols::names::what_without_backtrace)));
    constexpr std::size_t kWhat = 1;
    if (std::strcmp(class_name, ".?AVError@c10@@") == 0 && without_backtrace != nullptr)
        return without_backtrace(part);
    if (std::strcmp(class_name, ".?AVexception@std@@") == 0)
        return (*reinterpret_cast<Text* const* const*>(part))[kWhat](part);
    return nullptr;
}

/// Returns the record that names the object thrown, or null where the exception is not one of C++.
/// The record of a `throw;` names none; Microsoft's runtime then knows the one before.
const EXCEPTION_RECORD* saying(const EXCEPTION_RECORD* record) {
    constexpr DWORD kParameters = 4;
    if (record->ExceptionCode != kCppException || record->NumberParameters < kParameters)
        return nullptr;
    if (record->ExceptionInformation[2] != 0) return record;
    auto* const current = reinterpret_cast<EXCEPTION_RECORD** (*)()>(reinterpret_cast<void*>(
        GetProcAddress(GetModuleHandleA("vcruntime140.dll"), "__current_exception")));
    const EXCEPTION_RECORD* const inner = current != nullptr ? *current() : nullptr;
    const bool told = inner != nullptr && inner->ExceptionCode == kCppException &&
                      inner->ExceptionInformation[2] != 0;
    return told ? inner : nullptr;
}

}  // namespace

/// Reads an exception into the Thrown of duelo_run_guarded(), whose address lies 32 bytes into its
/// frame, and says that the frame takes it. Leaves exceptions of other kinds to frames further up.
extern "C" long duelo_filter(EXCEPTION_POINTERS* pointers, char* frame) {
    const EXCEPTION_RECORD* const record = saying(pointers->ExceptionRecord);
    if (record == nullptr) return EXCEPTION_CONTINUE_SEARCH;
    auto& thrown = **reinterpret_cast<Thrown**>(frame + 32);
    char* const object = reinterpret_cast<char*>(record->ExceptionInformation[1]);
    char* const base = reinterpret_cast<char*>(record->ExceptionInformation[3]);
    const auto* const info = reinterpret_cast<const ThrowInfo*>(record->ExceptionInformation[2]);
    const auto* const list = reinterpret_cast<const Catchables*>(base + info->catchables);
    const char* text = nullptr;
    for (std::int32_t i = 0; i < list->count; ++i) {  // its class first, then its bases
        const auto& catchable = *reinterpret_cast<const Catchable*>(base + list->entries[i]);
        const char* const name = reinterpret_cast<const TypeInfo*>(base + catchable.type)->name;
        if (i == 0) thrown.class_name = copied(name);
        if (text == nullptr) text = textOf(name, object + catchable.offset);
        // AcceleratorError adds the CUDA runtime's code to c10::Error.
        if (std::strcmp(name, ".?AVError@c10@@") == 0 && thrown.class_name != nullptr &&
            std::strstr(thrown.class_name, "AcceleratorError") != nullptr)
            std::memcpy(&thrown.code, object + catchable.offset + catchable.size,
                        sizeof thrown.code);
    }
    if (text != nullptr) thrown.text = copied(text);
    // A `catch` of Microsoft's would destroy the object at its end. This handler has to do it
    // itself.
    if (info->destroy != 0) reinterpret_cast<void (*)(void*)>(base + info->destroy)(object);
    return EXCEPTION_EXECUTE_HANDLER;
}

extern "C" int duelo_run_guarded(void (*work)(void*), void* context, Thrown* thrown);
// Returns 0, or 1 after an exception. It is written in assembly because g++ cannot emit a frame
// with this handler.
asm(R"(
    .text
    .p2align 4
    .globl duelo_run_guarded
    .def duelo_run_guarded; .scl 2; .type 32; .endef
    .seh_proc duelo_run_guarded
duelo_run_guarded:
    subq $40, %rsp
    .seh_stackalloc 40
    .seh_endprologue
    movq %r8, 32(%rsp)
.Lduelo_begin:
    movq %rcx, %rax
    movq %rdx, %rcx
    call *%rax
    nop
.Lduelo_end:
    xorl %eax, %eax
.Lduelo_leave:
    addq $40, %rsp
    ret
.Lduelo_caught:
    movl $1, %eax
    jmp .Lduelo_leave
    .seh_handler __C_specific_handler, @except, @unwind
    .seh_handlerdata
    .long 1
    .rva .Lduelo_begin, .Lduelo_end, duelo_filter, .Lduelo_caught
    .text
    .seh_endproc
)");

namespace duelo::symbols {

void runGuarded(void (*work)(void* context), void* context) {
    Thrown thrown;
    if (duelo_run_guarded(work, context, &thrown) == 0) return;
    const std::string class_name = thrown.class_name != nullptr ? thrown.class_name : "";
    const std::string text =
        thrown.text != nullptr ? thrown.text : "LibTorch failed without a word";
    std::free(thrown.class_name);
    std::free(thrown.text);
    throwAs(class_name, text.c_str(), thrown.code);
}

}  // namespace duelo::symbols
