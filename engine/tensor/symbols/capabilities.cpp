// SPDX-License-Identifier: Apache-2.0
#include "tensor/symbols/capabilities.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <unordered_map>

#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/names.h"
#include "tensor/symbols/text.h"

namespace duelo::symbols {

namespace {

/// The bytes of a c10::IValue.
struct Value {
    [[nodiscard]] bool isTrue() const {
        constexpr std::uint32_t kBool = 10;
        return tag == kBool && (payload & 1) != 0;
    }
    std::uint64_t payload;
    std::uint32_t tag;
};

#ifdef _WIN32
/// The bytes of Microsoft's std::unordered_map<std::string, c10::IValue>, whose nodes form a ring
/// through its head.
struct Map {
    struct Node {
        Node *next, *previous;
        LibraryText name;
        Value value;
    };

    template <typename Visit>
    void forEach(const Visit& visit) const {
        for (const Node* node = head->next; node != head; node = node->next)
            visit(viewOf(node->name), node->value);
    }
    float load;
    Node* head;
    std::size_t size;
};
#else
struct Map {
    template <typename Visit>
    void forEach(const Visit& visit) const {
        for (const auto& [name, value] : all) visit(name, value);
    }
    std::unordered_map<std::string, Value> all;
};
#endif

}  // namespace

std::set<std::string, std::less<>> cpuCapabilities() {
    auto* const get = function<void*(void*)>(names::get_cpu_capabilities);
    // The map lies on LibTorch's heap and is never freed, so it is asked for only once.
    alignas(std::max_align_t) static std::array<std::byte, 128> room;
    guarded([&] { get(room.data()); });
    std::set<std::string, std::less<>> found;
    std::launder(reinterpret_cast<const Map*>(room.data()))
        ->forEach([&](std::string_view name, const Value& value) {
            if (value.isTrue()) found.emplace(name);
        });
    return found;
}

}  // namespace duelo::symbols
