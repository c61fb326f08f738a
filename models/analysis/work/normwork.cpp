// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "normwork.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace bubblescope {

namespace {

constexpr size_t absent = 99;

/// Where the parts of a normalization stand in a signature: native_functions.yaml of PyTorch.
struct NormForm {
    std::string_view name;
    size_t input;
    size_t shape; ///< of what is normalized together; absent: the second dimension of the input are its channels
    size_t weight;
    size_t bias;
    size_t training; ///< a flag; absent: it always uses the statistics of its input
    size_t mask;     ///< of the gradients that are asked for; absent: forward, or all of them
    bool isBackward;
};
constexpr std::array norms {NormForm {"aten::layer_norm", 0, 1, 2, 3, absent, absent, false},
    NormForm {"aten::native_layer_norm", 0, 1, 2, 3, absent, absent, false},
    NormForm {"aten::batch_norm", 0, absent, 1, 2, 5, absent, false},
    NormForm {"aten::native_batch_norm", 0, absent, 1, 2, 5, absent, false},
    NormForm {"aten::_native_batch_norm_legit", 0, absent, 1, 2, 5, absent, false},
    NormForm {"aten::_batch_norm_with_update", 0, absent, 1, 2, absent, absent, false},
    NormForm {"aten::cudnn_batch_norm", 0, absent, 1, 2, 5, absent, false},
    NormForm {"aten::miopen_batch_norm", 0, absent, 1, 2, 5, absent, false},
    NormForm {"aten::group_norm", 0, absent, 2, 3, absent, absent, false},
    NormForm {"aten::native_group_norm", 0, absent, 1, 2, absent, absent, false},
    NormForm {"aten::native_layer_norm_backward", 1, 2, 5, 6, absent, 7, true},
    NormForm {"aten::native_batch_norm_backward", 1, absent, 2, absent, 7, 9, true},
    NormForm {"aten::batch_norm_backward", 1, absent, 2, absent, 7, 9, true},
    NormForm {"aten::cudnn_batch_norm_backward", 0, absent, 2, absent, absent, absent, true},
    NormForm {"aten::miopen_batch_norm_backward", 0, absent, 2, absent, absent, absent, true},
    NormForm {"aten::native_group_norm_backward", 1, absent, 4, absent, absent, 9, true}};

/// What is normalized together, or has a weight of its own; nullopt if unknown. A weight is as large as a shape that
/// older profilers do not record.
std::optional<double> channelsOf(const OperatorInputs& inputs, const InputTensor& input, size_t shape, size_t weight)
{
    if (shape == absent)
        return input.sizes.size() > 1 ? std::optional(input.sizes[1]) : std::nullopt;
    const auto numbers = inputs.numbers(shape);
    const InputTensor* const scale = inputs.tensor(weight);
    const double count = numbers ? product(*numbers, numbers->size()) : scale ? scale->count() : 0;
    return count > 0 ? std::optional(count) : std::nullopt;
}

/// Counted as TraceLens does: of each element, three operations for the statistics and two to apply them; of each
/// channel, six. Mean and variance of each channel are read, and with statistics of its own written, too.
OperatorWork ofNorm(const OperatorInputs& inputs, const NormForm& form)
{
    const InputTensor* const input = inputs.tensor(form.input);
    const std::optional<double> channels = input ? channelsOf(inputs, *input, form.shape, form.weight) : std::nullopt;
    const std::optional<bool> trains = form.training == absent ? std::optional(true) : inputs.flag(form.training);
    if (!channels || !trains)
        return {};
    const bool hasWeight = inputs.tensor(form.weight);
    const bool hasBias = hasWeight && (form.bias == absent || inputs.tensor(form.bias));
    const double elements = input->count();
    OperatorWork work;
    double values = 0;
    if (!form.isBackward) {
        work.flops = (*trains ? 5 : 2) * elements + 6 * *channels;
        values = 2 * elements + *channels * (2 + (hasWeight ? 1 : 0) + (hasBias ? 1 : 0) + (*trains ? 2 : 0));
    } else {
        const auto mask
            = form.mask == absent ? std::optional(std::vector<bool> {true, true, true}) : inputs.flags(form.mask);
        if (!mask || mask->empty())
            return {};
        const bool ofInput = mask->front();
        work.flops = (*trains ? 0 : 3 * *channels) + 4 * elements + (!ofInput ? 2 : *trains ? 5 : 0) * elements;
        values = elements * (ofInput && *trains ? 3 : 2) + (*trains ? *channels : 0);
        values += hasWeight ? *channels * (1 + (*trains ? (hasBias ? 2 : 1) : 0)) : 0;
    }
    if (input->elementBytes > 0)
        work.bytes = values * input->elementBytes;
    return work;
}

/// aten::_fused_rms_norm(input, normalized_shape, weight, eps).
OperatorWork ofRootMeanSquare(const OperatorInputs& inputs)
{
    const InputTensor* const input = inputs.tensor(0);
    const std::optional<double> size = input ? channelsOf(inputs, *input, 1, 2) : std::nullopt;
    if (!size)
        return {};
    const bool hasWeight = inputs.tensor(2);
    const double elements = input->count();
    OperatorWork work;
    work.flops = elements / *size * (2 * *size + 2) + elements * (hasWeight ? 2 : 1);
    if (input->elementBytes > 0)
        work.bytes = (2 * elements + (hasWeight ? *size : 0)) * input->elementBytes;
    return work;
}

/// aten::_fused_rms_norm_backward(gradient, input, normalized_shape, rstd, weight, mask).
OperatorWork ofRootMeanSquareGradients(const OperatorInputs& inputs)
{
    const InputTensor* const input = inputs.tensor(1);
    const std::optional<double> size = input ? channelsOf(inputs, *input, 2, 4) : std::nullopt;
    const auto mask = inputs.flags(5);
    if (!size || !mask || mask->size() != 2)
        return {};
    const bool hasWeight = inputs.tensor(4);
    const double elements = input->count();
    const double ofWeight = (*mask)[1] && hasWeight ? (elements > *size ? 2 : 1) : 0;
    OperatorWork work;
    work.flops = elements * (1 + (hasWeight ? 1 : 0) + ((*mask)[0] ? 6 : 0) + ofWeight);
    if (input->elementBytes > 0)
        work.bytes = (3 * elements + (hasWeight ? 2 * *size : 0)) * input->elementBytes;
    return work;
}

} // namespace

std::optional<OperatorWork> normWork(std::string_view name, const OperatorInputs& inputs)
{
    if (name == "aten::_fused_rms_norm")
        return ofRootMeanSquare(inputs);
    if (name == "aten::_fused_rms_norm_backward")
        return ofRootMeanSquareGradients(inputs);
    const auto* const form
        = std::find_if(norms.begin(), norms.end(), [name](const NormForm& known) { return known.name == name; });
    return form != norms.end() ? std::optional(ofNorm(inputs, *form)) : std::nullopt;
}

} // namespace bubblescope
