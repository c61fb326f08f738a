// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lookupwork.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

// Places in signatures: native_functions.yaml of PyTorch.

/// What is chosen is read and written, and the indices read.
OperatorWork ofLookUp(const InputTensor* table, const InputTensor* indices, double chosen)
{
    if (!table || !indices)
        return {};
    OperatorWork work;
    work.flops = 0.0;
    if (const auto ofIndices = tensorBytes(*indices); ofIndices && table->elementBytes > 0)
        work.bytes = *ofIndices + 2 * chosen * table->elementBytes;
    return work;
}

/// Elements for each index along a dimension, which older profilers record of a single one only by its being single.
std::optional<double> elementsOfIndex(const OperatorInputs& inputs, size_t place, const InputTensor& table)
{
    const auto stated = inputs.numbers(place);
    if (!stated && table.sizes.size() == 1)
        return 1.0;
    if (!stated || stated->size() != 1)
        return {};
    const double at = stated->front() < 0 ? stated->front() + double(table.sizes.size()) : stated->front();
    if (at < 0 || at >= double(table.sizes.size()) || at != std::floor(at) || table.sizes[size_t(at)] <= 0)
        return {};
    return table.count() / table.sizes[size_t(at)];
}

OperatorWork ofEmbedding(const OperatorInputs& inputs)
{
    const InputTensor* const table = inputs.tensor(0);
    const InputTensor* const indices = inputs.tensor(1);
    const bool isTable = table && table->sizes.size() == 2;
    return isTable && indices ? ofLookUp(table, indices, indices->count() * table->sizes[1]) : OperatorWork();
}

/// Of all of the table, most of it zeros.
OperatorWork ofEmbeddingGradient(const OperatorInputs& inputs)
{
    const InputTensor* const gradient = inputs.tensor(0);
    const InputTensor* const indices = inputs.tensor(1);
    const auto rows = inputs.numbers(2);
    if (!gradient || gradient->sizes.empty() || !indices || !rows || rows->size() != 1)
        return {};
    OperatorWork work;
    work.flops = gradient->count();
    const auto ofGradient = tensorBytes(*gradient);
    const auto ofIndices = tensorBytes(*indices);
    if (ofGradient && ofIndices)
        work.bytes = *ofGradient + *ofIndices + rows->front() * gradient->sizes.back() * gradient->elementBytes;
    return work;
}

OperatorWork ofIndexSelect(const OperatorInputs& inputs)
{
    const InputTensor* const table = inputs.tensor(0);
    const InputTensor* const indices = inputs.tensor(2);
    const auto each = table && indices ? elementsOfIndex(inputs, 1, *table) : std::nullopt;
    return each ? ofLookUp(table, indices, *each * indices->count()) : OperatorWork();
}

/// (self, dim, index, source): indices and their source are read, and what they choose written; where it is added to,
/// that is read, too.
OperatorWork ofScatter(const OperatorInputs& inputs, bool adds, bool ofRows)
{
    const InputTensor* const table = inputs.tensor(0);
    const InputTensor* const indices = inputs.tensor(2);
    const InputTensor* const source = inputs.tensor(3);
    if (!table || !indices || ((adds || ofRows) && !source))
        return {};
    const double chosen = ofRows ? source->count() : indices->count();
    OperatorWork work;
    work.flops = adds ? chosen : 0.0;
    const auto ofIndices = tensorBytes(*indices);
    const bool hasSource = source && !source->sizes.empty(); // or a single number
    if (ofIndices && table->elementBytes > 0 && (!hasSource || source->elementBytes > 0))
        work.bytes = *ofIndices + chosen * (table->elementBytes * (adds ? 2 : 1))
            + (hasSource ? chosen * source->elementBytes : 0);
    return work;
}

/// aten::nll_loss_forward(input, target, weight, reduction, …) reads the input of each target; its gradient
/// (…_backward(gradient, input, target, weight, reduction, …)) is written there, among zeros that are written before.
OperatorWork ofClassLoss(const OperatorInputs& inputs, bool isBackward)
{
    const size_t first = isBackward ? 1 : 0;
    const InputTensor* const input = inputs.tensor(first);
    const InputTensor* const target = inputs.tensor(first + 1);
    const InputTensor* const weight = inputs.tensor(first + 2);
    const auto reduction = inputs.numbers(first + 3); // 0 none, 1 mean, 2 sum
    if (!input || !target)
        return {};
    const double targets = target->count();
    OperatorWork work;
    work.flops = targets;
    if (!reduction || reduction->size() != 1)
        return work;
    // Reduced: the loss and the sum of weights.
    const double losses = reduction->front() == 0 ? targets : isBackward ? 1 : 2;
    const auto ofTarget = tensorBytes(*target);
    if (ofTarget && input->elementBytes > 0)
        work.bytes = *ofTarget + input->elementBytes * (targets * (weight ? 2 : 1) + losses);
    return work;
}

/// One number for each dimension of an image; a single one counts for both, none is `usual`.
std::optional<std::vector<double>> ofWindow(
    const OperatorInputs& inputs, size_t place, const std::vector<double>& usual)
{
    auto numbers = inputs.numbers(place);
    if (!numbers || numbers->empty())
        return inputs.value(place).starts_with('[') ? std::optional(usual) : std::nullopt;
    if (numbers->size() == 1)
        numbers->resize(2, numbers->front());
    return numbers->size() == 2 ? numbers : std::nullopt;
}

/// aten::max_pool2d_with_indices(input, kernel, stride, padding, dilation, ceil_mode): a comparison for each element of
/// each window.
OperatorWork ofMaxPool(const OperatorInputs& inputs)
{
    const InputTensor* const input = inputs.tensor(0);
    const auto kernel = ofWindow(inputs, 1, {});
    const auto stride = ofWindow(inputs, 2, kernel.value_or(std::vector<double>()));
    const auto padding = ofWindow(inputs, 3, {0, 0});
    const auto dilation = ofWindow(inputs, 4, {1, 1});
    const auto roundsUp = inputs.flag(5);
    if (!input || input->sizes.size() < 3 || !kernel || kernel->empty() || !stride || !padding || !dilation
        || !roundsUp)
        return {};
    InputTensor result = *input;
    for (size_t i = 0; i < 2; ++i) {
        double& size = result.sizes[result.sizes.size() - 2 + i];
        const double step = (*stride)[i];
        const double places = (size + 2 * (*padding)[i] - (*dilation)[i] * ((*kernel)[i] - 1) - 1) / step;
        if (step < 1 || (*kernel)[i] < 1 || !(places >= 0))
            return {};
        double count = (*roundsUp ? std::ceil(places) : std::floor(places)) + 1;
        if (*roundsUp && (count - 1) * step >= size + (*padding)[i]) // a window begins within the input
            --count;
        size = count;
    }
    OperatorWork work;
    work.flops = result.count() * (*kernel)[0] * (*kernel)[1];
    constexpr double indexBytes = 8;
    if (input->elementBytes > 0)
        work.bytes = input->count() * input->elementBytes + result.count() * (input->elementBytes + indexBytes);
    return work;
}

/// aten::max_pool2d_with_indices_backward(gradient, input, …, indices): a gradient is added where its largest was.
OperatorWork ofMaxPoolGradient(const OperatorInputs& inputs)
{
    const InputTensor* const gradient = inputs.tensor(0);
    const InputTensor* const input = inputs.tensor(1);
    const InputTensor* const indices = inputs.tensor(7);
    if (!gradient || !input || !indices || indices->count() != gradient->count())
        return {};
    OperatorWork work;
    work.flops = gradient->count();
    const auto ofGradient = tensorBytes(*gradient);
    const auto ofInput = tensorBytes(*input); // as large as its gradient
    const auto ofIndices = tensorBytes(*indices);
    if (ofGradient && ofInput && ofIndices)
        work.bytes = *ofGradient + *ofInput + *ofIndices;
    return work;
}

} // namespace

std::optional<OperatorWork> lookUpWork(std::string_view name, const OperatorInputs& inputs)
{
    constexpr std::string_view library = "aten::";
    if (!name.starts_with(library))
        return {};
    name.remove_prefix(library.size());
    if (name.ends_with('_')) // in place
        name.remove_suffix(1);
    if (name == "embedding"sv)
        return ofEmbedding(inputs);
    if (name == "embedding_dense_backward"sv)
        return ofEmbeddingGradient(inputs);
    if (name == "index_select"sv)
        return ofIndexSelect(inputs);
    if (name == "gather"sv) {
        const InputTensor* const indices = inputs.tensor(2);
        return indices ? ofLookUp(inputs.tensor(0), indices, indices->count()) : OperatorWork();
    }
    if (name == "scatter"sv)
        return ofScatter(inputs, false, false);
    if (name == "scatter_add"sv)
        return ofScatter(inputs, true, false);
    if (name == "index_copy"sv)
        return ofScatter(inputs, false, true);
    if (name == "index_add"sv)
        return ofScatter(inputs, true, true);
    if (name == "nll_loss_forward"sv || name == "nll_loss2d_forward"sv)
        return ofClassLoss(inputs, false);
    if (name == "nll_loss_backward"sv || name == "nll_loss2d_backward"sv)
        return ofClassLoss(inputs, true);
    if (name == "max_pool2d_with_indices"sv)
        return ofMaxPool(inputs);
    if (name == "max_pool2d_with_indices_backward"sv)
        return ofMaxPoolGradient(inputs);
    return {};
}

} // namespace bubblescope
