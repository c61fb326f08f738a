// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

using TensorSizes = std::vector<double>;

/// Of the first `count` sizes, their product.
double product(const TensorSizes& sizes, size_t count);

/// A tensor that an operator gets.
struct InputTensor {
    TensorSizes sizes;       ///< none: a single number
    double elementBytes = 0; ///< 0 where its type is not known
    bool isInteger = false;  ///< or bool

    double count() const { return product(sizes, sizes.size()); }
};
/// nullopt where the type of one that has elements is not known.
std::optional<double> tensorBytes(const InputTensor& tensor);

/// What an operator works on, by the places of its signature.
class OperatorInputs {
public:
    /// As recorded, see inputtext.h. Damaged sizes make isSound() false.
    static OperatorInputs recorded(std::string_view text);
    /// Where only the shapes of tensors are known, "[8944, 1024] [1024, 2816]", one behind the other.
    static OperatorInputs ofShapes(std::string_view shapes);

    bool isSound() const { return m_isSound; }
    size_t size() const { return m_inputs.size(); }
    /// Null where there is none or a list of them.
    const InputTensor* tensor(size_t place) const;
    /// Empty where there is none.
    const std::vector<InputTensor>& list(size_t place) const;
    /// "0.125", "True", "[-1]"; empty where it was not recorded.
    std::string_view value(size_t place) const;
    std::optional<bool> flag(size_t place) const;
    /// Of "[True, False]"; nullopt where none is recorded.
    std::optional<std::vector<bool>> flags(size_t place) const;
    /// Of a list, or of one number; nullopt where none is recorded.
    std::optional<std::vector<double>> numbers(size_t place) const;
    /// Of its tensors with sizes, in order: "bf16 bf16", or of one name where all are the same. Empty where unknown.
    std::string dataTypes() const;

private:
    struct Input {
        std::vector<InputTensor> tensors;
        std::string_view type;
        std::string_view value;
        bool isList = false;
    };
    std::vector<Input> m_inputs;
    bool m_isSound = true;
};

/// "bf16" of "c10::BFloat16"; the name itself where it is not known.
std::string shortTypeName(std::string_view type);

} // namespace bubblescope
