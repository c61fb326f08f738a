// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "matrixwork.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace bubblescope {

namespace {

/// Of the result where a format of 8 bits is multiplied: half precision unless fp32 is asked for (6 in
/// c10/core/ScalarType.h).
double scaledResultBytes(const OperatorInputs& inputs, size_t typePlace)
{
    return inputs.value(typePlace) == "6" ? 4 : 2;
}

std::optional<double> movedBytes(
    const InputTensor& a, const InputTensor& b, const InputTensor* added, double results, double resultBytes)
{
    const std::optional<double> ofA = tensorBytes(a);
    const std::optional<double> ofB = tensorBytes(b);
    const std::optional<double> ofAdded = added ? tensorBytes(*added) : std::optional(0.0);
    if (!ofA || !ofB || !ofAdded || resultBytes <= 0)
        return {};
    return *ofA + *ofB + *ofAdded + results * resultBytes;
}

/// [M, K] × [K, N], or the same for each of a batch.
OperatorWork ofMatrices(
    const InputTensor& a, const InputTensor& b, size_t dimensions, const InputTensor* added, double resultBytes)
{
    const TensorSizes& left = a.sizes;
    const TensorSizes& right = b.sizes;
    if (left.size() != dimensions || right.size() != dimensions || left[dimensions - 1] != right[dimensions - 2]
        || !std::equal(left.begin(), left.end() - 2, right.begin()))
        return {};
    const double results = product(left, dimensions - 1) * right.back();
    return {results * (2 * left.back() + (added ? 1 : 0)), movedBytes(a, b, added, results, resultBytes)};
}

/// […, K] × [N, K], transposed.
OperatorWork ofLinear(const OperatorInputs& inputs)
{
    const InputTensor* const a = inputs.tensor(0);
    const InputTensor* const weight = inputs.tensor(1);
    if (!a || !weight || a->sizes.empty() || weight->sizes.size() != 2 || a->sizes.back() != weight->sizes[1])
        return {};
    const InputTensor* const bias = inputs.tensor(2);
    const double results = product(a->sizes, a->sizes.size() - 1) * weight->sizes[0];
    return {results * (2 * a->sizes.back() + (bias ? 1 : 0)), movedBytes(*a, *weight, bias, results, a->elementBytes)};
}

/// torch._grouped_mm: rows (or what is summed up) lie in groups one behind the other, each with a matrix of its own.
/// https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/cuda/GroupedBlas.cpp
OperatorWork ofGroups(const OperatorInputs& inputs, size_t offsetsPlace)
{
    const InputTensor* const a = inputs.tensor(0);
    const InputTensor* const b = inputs.tensor(1);
    const InputTensor* const offsets = inputs.tensor(offsetsPlace);
    if (!a || !b)
        return {};
    const TensorSizes& left = a->sizes;
    const TensorSizes& right = b->sizes;
    double results = 0;
    double flops = 0;
    if (left.size() == 3 && right.size() == 3) {
        return ofMatrices(*a, *b, 3, nullptr, 2);
    } else if (left.size() == 2 && right.size() == 3 && left[1] == right[1]) {
        results = left[0] * right[2];
        flops = 2 * results * left[1];
    } else if (left.size() == 3 && right.size() == 2 && left[2] == right[0]) {
        results = left[1] * right[1];
        flops = 2 * results * left[2];
    } else if (left.size() == 2 && right.size() == 2 && left[1] == right[0] && offsets && offsets->sizes.size() == 1) {
        results = offsets->sizes[0] * left[0] * right[1]; // each group sums up its part of K
        flops = 2 * left[0] * left[1] * right[1];
    } else {
        return {};
    }
    return {flops, movedBytes(*a, *b, nullptr, results, 2)};
}

struct MatrixForm {
    std::string_view name;
    size_t first;      ///< of its inputs is the left matrix; what comes before it is added
    size_t dimensions; ///< of both matrices
};
constexpr std::array matrixForms {MatrixForm {"aten::mm", 0, 2}, MatrixForm {"aten::_int_mm", 0, 2},
    MatrixForm {"aten::_scaled_mm", 0, 2}, MatrixForm {"aten::addmm", 1, 2},
    MatrixForm {"aten::_addmm_activation", 1, 2}, MatrixForm {"aten::bmm", 0, 3}, MatrixForm {"aten::baddbmm", 1, 3}};

const MatrixForm* matrixForm(std::string_view name)
{
    if (name.ends_with('_')) // in place: the result lies where it is added to
        name.remove_suffix(1);
    const auto* const form = std::find_if(
        matrixForms.begin(), matrixForms.end(), [name](const MatrixForm& known) { return known.name == name; });
    return form == matrixForms.end() ? nullptr : form;
}

} // namespace

std::optional<MatrixSizes> matrixSizes(std::string_view name, const OperatorInputs& inputs)
{
    const bool isLinear = name == "aten::linear";
    const MatrixForm* const form = matrixForm(name);
    const InputTensor* const a = isLinear || form ? inputs.tensor(isLinear ? 0 : form->first) : nullptr;
    const InputTensor* const b = isLinear || form ? inputs.tensor(isLinear ? 1 : form->first + 1) : nullptr;
    if (!a || !b || !matrixWork(name, inputs)->flops)
        return {};
    const TensorSizes& left = a->sizes;
    const TensorSizes& right = b->sizes;
    if (isLinear)
        return MatrixSizes {product(left, left.size() - 1), right[0], right[1]};
    return MatrixSizes {left[left.size() - 2], right.back(), left.back()};
}

std::optional<OperatorWork> matrixWork(std::string_view name, const OperatorInputs& inputs)
{
    if (name == "aten::linear")
        return ofLinear(inputs);
    if (name == "aten::_grouped_mm")
        return ofGroups(inputs, 2);
    if (name == "aten::_scaled_grouped_mm")
        return ofGroups(inputs, 4);
    const MatrixForm* const form = matrixForm(name);
    if (!form)
        return {};
    const InputTensor* const a = inputs.tensor(form->first);
    const InputTensor* const b = inputs.tensor(form->first + 1);
    const bool isScaled = name == "aten::_scaled_mm";
    const InputTensor* const bias = isScaled ? inputs.tensor(4) : nullptr; // of older PyTorch a scale stands there
    const bool hasBias = bias && b && bias->sizes.size() == 1 && !b->sizes.empty() && bias->sizes[0] == b->sizes.back();
    const InputTensor* const added = form->first > 0 ? inputs.tensor(0) : hasBias ? bias : nullptr;
    if (!a || !b || (form->first > 0 && !added))
        return OperatorWork();
    const double resultBytes = name == "aten::_int_mm" ? 4
        : isScaled                                     ? scaledResultBytes(inputs, 6)
                                                       : a->elementBytes;
    return ofMatrices(*a, *b, form->dimensions, added, resultBytes);
}

} // namespace bubblescope
