// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "tensor/tensor.h"

namespace duelo {

std::string_view typeName(ScalarType type) {
    switch (type) {
        case ScalarType::Byte:
            return "unsigned char";
        case ScalarType::Char:
            return "signed char";
        case ScalarType::Short:
            return "short int";
        case ScalarType::Int:
            return "int";
        case ScalarType::Long:
            return "long int";
        case ScalarType::Half:
            return "c10::Half";
        case ScalarType::Float:
            return "float";
        case ScalarType::Double:
            return "double";
        case ScalarType::Bool:
            return "bool";
        case ScalarType::BFloat16:
            return "c10::BFloat16";
    }
    return "?";
}

void Tensor::checkType(ScalarType wanted) const {
    if (scalar_type() != wanted)
        throw TensorError(TensorError::Kind::Other,
                          "expected elements of type " + std::string(typeName(wanted)) +
                              ", but they are " + std::string(typeName(scalar_type())));
}

}  // namespace duelo
