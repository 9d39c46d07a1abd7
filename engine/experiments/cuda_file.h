// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiments/cuda_tokens.h"

namespace duelo {

/// A parameter as it is written: "const float* a" has the type "const float*".
struct CudaParameter {
    std::string type{}, name{};

    /// Returns the type without what does not change how it is passed; "float*" for the names that
    /// Duelo's own texts have for pointers.
    [[nodiscard]] std::string bareType() const;
    [[nodiscard]] bool isPointer() const { return bareType().ends_with('*'); }
    /// Tells whether the kernel only reads what it points to.
    [[nodiscard]] bool isReadOnly() const;
};

/// A function of the text that has a body: of a GPU or of the program around.
struct CudaFunction {
    std::string name{};
    std::string scope{};  ///< "mine::" of a namespace
    int line = 0;
    std::vector<CudaParameter> parameters{};
    std::vector<std::string> template_names{};
    bool kernel = false, device = false;
    bool external_c = false;         ///< its name is the same for every compiler
    std::size_t begin = 0, end = 0;  ///< of its tokens
    std::size_t body = 0;            ///< the token "{"
};

/// Returns "(float*, float*, int)".
[[nodiscard]] std::string parametersText(const CudaFunction& function);

/// Something that the GPU's part of a text does not have: a name of the program around it, or a
/// file that is not read.
struct CudaLeftOut {
    enum class What { Function, Variable, Header, DeviceHeader, OwnHeader };

    What what = What::Variable;
    std::string name{};
    int line = 0;
};

/// A .cu file as students have it: kernels, what they use, and the program that launches them. What
/// is for a GPU is told apart from the rest, line by line.
class CudaFile {
public:
    explicit CudaFile(std::string text);
    CudaFile(const CudaFile&) = delete;
    CudaFile& operator=(const CudaFile&) = delete;

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const std::vector<CudaToken>& tokens() const { return m_tokens; }
    [[nodiscard]] const std::vector<CudaFunction>& functions() const { return m_functions; }
    [[nodiscard]] std::vector<const CudaFunction*> kernels() const;
    [[nodiscard]] const CudaFunction* kernel(std::string_view name) const;
    [[nodiscard]] const std::vector<CudaLeftOut>& leftOut() const { return m_left_out; }
    /// Tells whether it has a part for the processor.
    [[nodiscard]] bool isProgram() const;

    /// Returns the text for CUDA's compiler as a library: kernels and what they use, at their
    /// lines; all else is blank.
    [[nodiscard]] std::string deviceText() const;

private:
    /// A piece of the outermost level: a function, a variable, a type, a line of the
    /// preprocessor.
    struct Item {
        std::size_t begin = 0, end = 0;  ///< tokens
        std::vector<std::string_view> names{};
        int function = -1;      ///< in m_functions
        bool marked = false;    ///< for a GPU
        bool for_both = false;  ///< for a GPU too, where that uses it
        bool constant = false, variable = false, macro = false;
        bool always = false;  ///< stays, whoever uses it
    };

    void readItems();
    /// Something outermost that has brackets around it.
    struct Around {
        bool external_c = false;
        std::string scope{};
    };
    [[nodiscard]] std::size_t readItem(std::size_t begin, const Around& around);
    void readDirective(std::size_t at);
    void readHead(Item& item, std::size_t head_end, std::size_t body, const Around& around);
    void nameVariables(Item& item, std::size_t first);
    void nameTypes(Item& item, std::size_t first);
    void readFunction(Item& item, std::size_t name, std::size_t body, const Around& around);
    void keepUsed();

    std::string m_text;
    std::vector<CudaToken> m_tokens;
    std::vector<CudaFunction> m_functions;
    std::vector<Item> m_items;
    std::vector<bool> m_kept;  ///< of m_items
    std::vector<CudaLeftOut> m_left_out;
};

/// Returns the names of its kernels.
[[nodiscard]] Json namesOfKernels(const CudaFile& file);

}  // namespace duelo
