// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "convolutionwork.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bubblescope {

namespace {

constexpr size_t nowhere = 99;

/// Where the parts of a convolution stand in a signature: native_functions.yaml of PyTorch.
struct ConvolutionForm {
    std::string_view name;
    size_t bias;
    size_t stride;
    size_t padding;
    size_t dilation;
    size_t groups; ///< nowhere: as the weight has it, not transposed
    size_t outputPadding; ///< of a transposed one
    size_t isTransposed;  ///< a flag that says so
    bool transposes = false;
};
constexpr std::array convolutionForms {ConvolutionForm {"aten::convolution", 2, 3, 4, 5, 8, 7, 6},
    ConvolutionForm {"aten::_convolution", 2, 3, 4, 5, 8, 7, 6},
    ConvolutionForm {"aten::cudnn_convolution", nowhere, 3, 2, 4, 5, nowhere, nowhere},
    ConvolutionForm {"aten::cudnn_convolution_transpose", nowhere, 4, 2, 5, 6, 3, nowhere, true},
    ConvolutionForm {"aten::miopen_convolution", 2, 4, 3, 5, 6, nowhere, nowhere},
    ConvolutionForm {"aten::miopen_depthwise_convolution", 2, 4, 3, 5, 6, nowhere, nowhere},
    ConvolutionForm {"aten::cudnn_convolution_relu", 2, 3, 4, 5, 6, nowhere, nowhere},
    ConvolutionForm {"aten::_conv_depthwise2d", 3, 4, 5, 6, nowhere, nowhere, nowhere}};

/// One for each dimension of space; a single one counts for all.
std::optional<std::vector<double>> perDimension(
    const OperatorInputs& inputs, size_t place, size_t dimensions, double usual)
{
    std::optional<std::vector<double>> numbers = place == nowhere ? std::vector<double> {usual} : inputs.numbers(place);
    if (numbers && numbers->size() == 1)
        numbers->resize(dimensions, numbers->front());
    return numbers && numbers->size() == dimensions ? numbers : std::nullopt;
}

OperatorWork ofConvolution(const OperatorInputs& inputs, const ConvolutionForm& form)
{
    const InputTensor* const x = inputs.tensor(0);
    const InputTensor* const weight = inputs.tensor(1);
    const std::optional<bool> isTransposed
        = form.isTransposed == nowhere ? std::optional(form.transposes) : inputs.flag(form.isTransposed);
    if (!x || !weight || x->sizes.size() < 3 || weight->sizes.size() != x->sizes.size() || !isTransposed)
        return {};
    const size_t space = x->sizes.size() - 2;
    const auto stride = perDimension(inputs, form.stride, space, 1);
    const auto padding = perDimension(inputs, form.padding, space, 0);
    const auto dilation = perDimension(inputs, form.dilation, space, 1);
    const auto outputPadding = perDimension(inputs, *isTransposed ? form.outputPadding : nowhere, space, 0);
    const auto groups = form.groups == nowhere ? std::optional(TensorSizes {1}) : inputs.numbers(form.groups);
    if (!stride || !padding || !dilation || !outputPadding || !groups || groups->size() != 1)
        return {};
    InputTensor result {
        {x->sizes[0], *isTransposed ? weight->sizes[1] * groups->front() : weight->sizes[0]}, x->elementBytes, false};
    for (size_t i = 0; i < space; ++i) {
        const double size = x->sizes[i + 2];
        const double reach = (*dilation)[i] * (weight->sizes[i + 2] - 1);
        if ((*stride)[i] < 1)
            return {};
        result.sizes.push_back(*isTransposed
                ? (size - 1) * (*stride)[i] - 2 * (*padding)[i] + reach + (*outputPadding)[i] + 1
                : std::floor((size + 2 * (*padding)[i] - reach - 1) / (*stride)[i]) + 1);
        if (result.sizes.back() < 0)
            return {};
    }
    const InputTensor* const bias = form.bias == nowhere ? nullptr : inputs.tensor(form.bias);
    const double perElement = 2 * weight->count() / std::max(weight->sizes[0], 1.0);
    OperatorWork work;
    work.flops = (*isTransposed ? *x : result).count() * perElement + (bias ? result.count() : 0);
    const auto ofX = tensorBytes(*x);
    const auto ofWeight = tensorBytes(*weight);
    const auto ofResult = tensorBytes(result);
    const auto ofBias = bias ? tensorBytes(*bias) : std::optional(0.0);
    if (ofX && ofWeight && ofResult && ofBias)
        work.bytes = *ofX + *ofWeight + *ofResult + *ofBias;
    return work;
}

/// aten::convolution_backward: gradient of the result, input, weight, …; its mask tells which gradients are asked for.
OperatorWork ofConvolutionGradients(const OperatorInputs& inputs)
{
    const InputTensor* const gradient = inputs.tensor(0);
    const InputTensor* const x = inputs.tensor(1);
    const InputTensor* const weight = inputs.tensor(2);
    const std::optional<bool> isTransposed = inputs.flag(7);
    const auto mask = inputs.flags(10);
    if (!gradient || !x || !weight || weight->sizes.size() < 3 || !isTransposed || !mask || mask->size() != 3)
        return {};
    const double perElement = 2 * weight->count() / std::max(weight->sizes[0], 1.0);
    const double products = (*isTransposed ? *x : *gradient).count() * perElement;
    const double bias = gradient->sizes.size() > 1 ? gradient->sizes[1] : 0;
    OperatorWork work;
    work.flops = ((*mask)[0] ? products : 0) + ((*mask)[1] ? products : 0) + ((*mask)[2] ? gradient->count() : 0);
    const auto ofGradient = tensorBytes(*gradient);
    const auto ofX = tensorBytes(*x);
    const auto ofWeight = tensorBytes(*weight);
    if (ofGradient && ofX && ofWeight) {
        const double ofEach = *ofGradient + *ofX + *ofWeight; // two are read, and the third's gradient is written
        work.bytes = ((*mask)[0] ? ofEach : 0) + ((*mask)[1] ? ofEach : 0)
            + ((*mask)[2] ? *ofGradient + bias * gradient->elementBytes : 0);
    }
    return work;
}

} // namespace

std::optional<OperatorWork> convolutionWork(std::string_view name, const OperatorInputs& inputs)
{
    if (name == "aten::convolution_backward")
        return ofConvolutionGradients(inputs);
    for (const ConvolutionForm& form : convolutionForms) {
        if (form.name == name)
            return ofConvolution(inputs, form);
    }
    return {};
}

} // namespace bubblescope
