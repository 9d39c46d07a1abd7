// SPDX-License-Identifier: Apache-2.0
#include "models/pickle_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/printable.h"

namespace duelo {

namespace {

constexpr std::array kCallables{kOrderedDictName,      kRebuildTensorName,
                                kRebuildTensorV2Name,  kRebuildTensorV3Name,
                                kRebuildParameterName, kRebuildParameterWithStateName};

struct TypeName {
    std::string_view qualified;
    ElementType type;
};

/// Storage classes of torch.save(); the torch.cuda ones stand in files that were saved from a GPU
/// by PyTorch before 1.6. An untyped storage counts bytes.
constexpr std::array kTypes{
    TypeName{"torch.FloatStorage", ElementType::F32},
    TypeName{"torch.DoubleStorage", ElementType::F64},
    TypeName{"torch.HalfStorage", ElementType::F16},
    TypeName{"torch.BFloat16Storage", ElementType::BF16},
    TypeName{"torch.LongStorage", ElementType::I64},
    TypeName{"torch.IntStorage", ElementType::I32},
    TypeName{"torch.ShortStorage", ElementType::I16},
    TypeName{"torch.CharStorage", ElementType::I8},
    TypeName{"torch.ByteStorage", ElementType::U8},
    TypeName{"torch.BoolStorage", ElementType::Bool},
    TypeName{"torch.storage.UntypedStorage", ElementType::U8},
    TypeName{"torch.cuda.FloatStorage", ElementType::F32},
    TypeName{"torch.cuda.DoubleStorage", ElementType::F64},
    TypeName{"torch.cuda.HalfStorage", ElementType::F16},
    TypeName{"torch.cuda.LongStorage", ElementType::I64},
    TypeName{"torch.cuda.BFloat16Storage", ElementType::BF16},
    TypeName{"torch.cuda.IntStorage", ElementType::I32},
    TypeName{"torch.cuda.ByteStorage", ElementType::U8},
    TypeName{"torch.cuda.BoolStorage", ElementType::Bool},
    TypeName{"torch.ComplexFloatStorage", ElementType::C64},
    TypeName{"torch.QInt8Storage", ElementType::I8},
    TypeName{"torch.QUInt8Storage", ElementType::U8},
    TypeName{"torch.QInt32Storage", ElementType::I32},
    TypeName{"torch.float32", ElementType::F32},
    TypeName{"torch.float64", ElementType::F64},
    TypeName{"torch.float16", ElementType::F16},
    TypeName{"torch.bfloat16", ElementType::BF16},
    TypeName{"torch.int64", ElementType::I64},
};

constexpr auto kTypeNames = [] {
    std::array<std::string_view, kTypes.size()> names;
    std::ranges::transform(kTypes, names.begin(), &TypeName::qualified);
    return names;
}();

/// ResNet152's state dict takes 45,000 opcodes.
constexpr PickleVocabulary kVocabulary{kCallables, kTypeNames, /*most_opcodes=*/400'000};

bool startsAny(std::string_view text, std::initializer_list<std::string_view> beginnings) {
    for (const std::string_view beginning : beginnings)
        if (text.starts_with(beginning)) return true;
    return false;
}

}  // namespace

Result<Pickle> readTorchPickle(std::span<const std::byte> bytes) {
    auto pickle = readPickle(bytes, kVocabulary);
    if (pickle) return *std::move(pickle);
    PickleFault& fault = pickle.error();
    if (fault.rule == kTruncatedPickle)
        return fail("weights_truncated_pickle", Json::object(), std::move(fault.detail));
    return fail("weights_pickle", {{"rule", fault.rule}, {"position", fault.position}},
                std::move(fault.detail));
}

std::optional<ElementType> elementOfPickleName(std::string_view qualified) {
    for (const TypeName& known : kTypes)
        if (known.qualified == qualified) return known.type;
    return std::nullopt;
}

std::optional<Reason> savedInstead(const std::set<std::string, std::less<>>& names) {
    const auto named = [&](const char* code, auto holds) -> std::optional<Reason> {
        const auto found = std::ranges::find_if(names, holds);
        if (found == names.end()) return std::nullopt;
        return Reason{code, {{"name", printable(*found)}}, {}};
    };
    // A loss is no network, and what a script defines may be anything.
    const auto isModule = [](std::string_view name) {
        return startsAny(name, {"torch.nn.modules.", "torchvision.models.", "timm.models."}) &&
               !startsAny(name, {"torch.nn.modules.loss."});
    };
    if (auto whole = named("weights_whole_module", isModule)) return whole;
    return named("weights_numpy_pickle", [](std::string_view name) {
        return startsAny(name, {"numpy."}) && name.ends_with("._reconstruct");
    });
}

Reason savedAlone(std::string_view name) {
    const bool whole = startsAny(name, {"torch.nn.", "torchvision.", "__main__", "timm."});
    const bool array = startsAny(name, {"numpy."}) && name.ends_with("._reconstruct");
    return {whole   ? "weights_whole_module"
            : array ? "weights_numpy_pickle"
                    : "weights_code",
            {{"name", printable(name)}},
            {}};
}

bool isQuantisedName(std::string_view qualified) {
    for (const std::string_view part :
         {"_rebuild_qtensor", "qint8", "qint32", "quint", "bitsandbytes"})
        if (qualified.find(part) != qualified.npos) return true;
    return false;
}

}  // namespace duelo
