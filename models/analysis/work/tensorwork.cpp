// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensorwork.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr std::array unaries {"abs"sv, "acos"sv, "asin"sv, "atan"sv, "bitwise_not"sv, "ceil"sv, "clamp"sv,
    "clamp_max"sv, "clamp_min"sv, "cos"sv, "cosh"sv, "elu"sv, "erf"sv, "erfc"sv, "exp"sv, "exp2"sv, "expm1"sv,
    "floor"sv, "frac"sv, "gelu"sv, "hardsigmoid"sv, "hardswish"sv, "hardtanh"sv, "leaky_relu"sv, "log"sv, "log10"sv,
    "log1p"sv, "log2"sv, "logit"sv, "mish"sv, "nan_to_num"sv, "neg"sv, "reciprocal"sv, "relu"sv, "round"sv, "rsqrt"sv,
    "sigmoid"sv, "sign"sv, "silu"sv, "sin"sv, "sinh"sv, "softplus"sv, "sqrt"sv, "tan"sv, "tanh"sv, "threshold"sv,
    "tril"sv, "triu"sv, "trunc"sv};
constexpr std::array binaries {"add"sv, "atan2"sv, "bitwise_and"sv, "bitwise_or"sv, "bitwise_xor"sv, "div"sv, "fmax"sv,
    "fmin"sv, "floor_divide"sv, "fmod"sv, "gelu_backward"sv, "hardsigmoid_backward"sv, "hardswish_backward"sv,
    "hardtanh_backward"sv, "leaky_relu_backward"sv, "logit_backward"sv, "masked_fill"sv, "maximum"sv, "minimum"sv,
    "mish_backward"sv, "mul"sv, "native_dropout_backward"sv, "pow"sv, "remainder"sv, "rsub"sv, "sigmoid_backward"sv,
    "silu_backward"sv, "softplus_backward"sv, "sub"sv, "tanh_backward"sv, "threshold_backward"sv};
constexpr std::array ternaries {"addcdiv"sv, "addcmul"sv, "lerp"sv};
/// One byte for each result.
constexpr std::array comparisons {"eq"sv, "ge"sv, "gt"sv, "isfinite"sv, "isinf"sv, "isnan"sv, "le"sv, "logical_and"sv,
    "logical_not"sv, "logical_or"sv, "lt"sv, "ne"sv};

template <size_t count> bool isAmong(const std::array<std::string_view, count>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

double bytesOfScalarType(double number)
{
    constexpr std::array<double, 16> bytes {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 1, 1, 4, 2}; // c10/core/ScalarType.h
    return number >= 0 && number < double(bytes.size()) && number == std::floor(number) ? bytes[size_t(number)] : 0;
}

/// The larger of the sizes at each dimension from the last one on; nullopt where they do not fit.
std::optional<TensorSizes> broadcast(const TensorSizes& a, const TensorSizes& b)
{
    TensorSizes sizes = a.size() >= b.size() ? a : b;
    const TensorSizes& other = a.size() >= b.size() ? b : a;
    for (size_t i = 0; i < other.size(); ++i) {
        double& size = sizes[sizes.size() - 1 - i];
        const double otherSize = other[other.size() - 1 - i];
        if (size != otherSize && size != 1 && otherSize != 1)
            return {};
        size = size == 1 ? otherSize : size;
    }
    return sizes;
}

/// Of the tensors that a result is made of: those of floating-point numbers decide over integers, and those with sizes
/// over single numbers (torch.result_type()).
class ResultType {
public:
    void take(const InputTensor& tensor)
    {
        double& most = (tensor.sizes.empty() ? m_single : m_sized)[tensor.isInteger];
        most = std::max(most, tensor.elementBytes);
    }
    double bytes() const
    {
        constexpr double usualType = 4; // a number of Python does not make it double precision
        const bool isSized = m_sized[0] > 0 || m_sized[1] > 0;
        return m_sized[0] > 0 ? m_sized[0]
            : isSized         ? m_single[0] > 0 ? std::min(m_single[0], usualType) : m_sized[1]
            : m_single[0] > 0 ? m_single[0]
                              : m_single[1];
    }

private:
    std::array<double, 2> m_sized {}; ///< bytes of floating-point numbers, of integers
    std::array<double, 2> m_single {};
};

/// Of so many tensors, one result for each place; a tensor behind them takes the result. 0 bytes: as its inputs are.
OperatorWork ofElements(const OperatorInputs& inputs, size_t tensors, double resultBytes)
{
    InputTensor result {{}, 0, false};
    ResultType type;
    std::optional<double> read = 0.0;
    for (size_t i = 0; i < tensors; ++i) {
        const InputTensor* const tensor = inputs.tensor(i);
        if (!tensor && i == 0)
            return {};
        if (!tensor)
            continue;
        const auto sizes = broadcast(result.sizes, tensor->sizes);
        if (!sizes)
            return {};
        result.sizes = *sizes;
        type.take(*tensor);
        const auto bytes = tensorBytes(*tensor);
        read = read && bytes ? std::optional(*read + *bytes) : std::nullopt;
    }
    result.elementBytes = resultBytes > 0 ? resultBytes : type.bytes();
    const InputTensor* const taken = inputs.tensor(tensors);
    if (taken && taken->count() == result.count() && !taken->sizes.empty())
        result.elementBytes = taken->elementBytes;
    OperatorWork work;
    work.flops = result.count();
    if (const auto written = tensorBytes(result); read && written)
        work.bytes = *read + *written;
    return work;
}

/// aten::where(condition, one, other); of a condition alone it lists the places.
OperatorWork ofChoice(const OperatorInputs& inputs)
{
    return inputs.tensor(0) && (inputs.tensor(1) || inputs.tensor(2)) ? ofElements(inputs, 3, 0) : OperatorWork();
}

/// aten::native_dropout(input, p, train) writes what it kept, too; without training it only copies.
OperatorWork ofDropout(const OperatorInputs& inputs)
{
    if (inputs.flag(2) == false)
        return {};
    OperatorWork work = ofElements(inputs, 1, 0);
    if (work.bytes)
        *work.bytes += work.flops.value_or(0);
    return work;
}

/// aten::cat(tensors, dimension): the types of lists are mostly not recorded.
OperatorWork ofJoined(const OperatorInputs& inputs)
{
    std::optional<double> moved = 0.0;
    for (const InputTensor& tensor : inputs.list(0)) {
        const auto bytes = tensorBytes(tensor);
        moved = moved && bytes ? std::optional(*moved + 2 * *bytes) : std::nullopt;
    }
    return moved && !inputs.list(0).empty() ? OperatorWork {0.0, moved} : OperatorWork();
}

/// aten::copy_(to, from): one operation for each element, as TraceLens counts it.
OperatorWork ofCopy(const OperatorInputs& inputs)
{
    const InputTensor* const to = inputs.tensor(0);
    const InputTensor* const from = inputs.tensor(1);
    if (!to || !from)
        return {};
    OperatorWork work;
    work.flops = to->count();
    const auto written = tensorBytes(*to);
    const auto read = tensorBytes(*from);
    if (written && read)
        work.bytes = *written + *read;
    return work;
}

OperatorWork ofFill(const OperatorInputs& inputs)
{
    const InputTensor* const to = inputs.tensor(0);
    return to ? OperatorWork {0.0, tensorBytes(*to)} : OperatorWork();
}

// Reductions

enum class ReducedTo : uint8_t { Same, Sum, Flag, Index, ValueAndIndex };
struct ReductionForm {
    std::string_view name;
    size_t dimensions = 1; ///< where they stand: native_functions.yaml of PyTorch
    ReducedTo to = ReducedTo::Same;
    size_t type = 99; ///< where the type of the result stands
    bool keepsAll = false;
};
constexpr std::array reductions {ReductionForm {"sum", 1, ReducedTo::Sum, 3},
    ReductionForm {"mean", 1, ReducedTo::Same, 3}, ReductionForm {"prod", 1, ReducedTo::Sum, 3}, ReductionForm {"amax"},
    ReductionForm {"amin"}, ReductionForm {"max", 1, ReducedTo::ValueAndIndex},
    ReductionForm {"min", 1, ReducedTo::ValueAndIndex}, ReductionForm {"argmax", 1, ReducedTo::Index},
    ReductionForm {"argmin", 1, ReducedTo::Index}, ReductionForm {"any", 1, ReducedTo::Flag},
    ReductionForm {"all", 1, ReducedTo::Flag}, ReductionForm {"std"}, ReductionForm {"var"},
    ReductionForm {"logsumexp"}, ReductionForm {"norm", 2, ReducedTo::Same, 4},
    ReductionForm {"linalg_vector_norm", 2, ReducedTo::Same, 4}, ReductionForm {"cumsum", 1, ReducedTo::Sum, 2, true},
    ReductionForm {"cumprod", 1, ReducedTo::Sum, 2, true}};

/// How many results there are; nullopt if the dimensions do not fit, or older profilers did not record them. None
/// stated: all are reduced.
std::optional<double> resultsOf(const OperatorInputs& inputs, const InputTensor& input, size_t place)
{
    const bool isStated = inputs.value(place).starts_with('[') || inputs.flag(place + 1).has_value();
    if (!isStated && inputs.size() > place + 1 && input.sizes.size() > 1)
        return {};
    const auto stated = isStated ? inputs.numbers(place) : std::nullopt;
    if (isStated && !stated && !inputs.value(place).empty())
        return {};
    if (!stated || stated->empty())
        return 1.0;
    const auto rank = double(input.sizes.size());
    TensorSizes sizes = input.sizes;
    for (const double number : *stated) {
        const double dimension = number < 0 ? number + rank : number;
        if (dimension != std::floor(dimension) || dimension < 0 || dimension >= std::max(rank, 1.0))
            return {};
        if (!sizes.empty())
            sizes[size_t(dimension)] = 1;
    }
    return product(sizes, sizes.size());
}

OperatorWork ofReduction(const OperatorInputs& inputs, const ReductionForm& form)
{
    const InputTensor* const input = inputs.tensor(0);
    if (!input)
        return {};
    if (form.to == ReducedTo::ValueAndIndex && inputs.tensor(1))
        return ofElements(inputs, 2, 0); // the larger of two tensors
    const std::optional<double> results = form.keepsAll ? input->count() : resultsOf(inputs, *input, form.dimensions);
    OperatorWork work;
    work.flops = input->count();
    double resultBytes = input->elementBytes;
    switch (form.to) {
    case ReducedTo::Same:
        break;
    case ReducedTo::Sum:
        resultBytes = input->isInteger ? 8 : input->elementBytes;
        break;
    case ReducedTo::Flag:
        resultBytes = 1;
        break;
    case ReducedTo::Index:
        resultBytes = 8;
        break;
    case ReducedTo::ValueAndIndex:
        resultBytes = input->elementBytes + (inputs.flag(2) ? 8 : 0);
        break;
    }
    if (const auto type = inputs.numbers(form.type); type && type->size() == 1 && bytesOfScalarType(type->front()) > 0)
        resultBytes = bytesOfScalarType(type->front());
    if (const auto read = tensorBytes(*input); read && results && input->elementBytes > 0)
        work.bytes = *read + *results * resultBytes;
    return work;
}

// Softmax: exponent, sum and division of each element.

OperatorWork ofSoftmax(const OperatorInputs& inputs)
{
    const InputTensor* const input = inputs.tensor(0);
    if (!input)
        return {};
    OperatorWork work;
    work.flops = 3 * input->count();
    if (const auto read = tensorBytes(*input))
        work.bytes = *read + input->count() * (inputs.flag(2) == true ? 4 : input->elementBytes);
    return work;
}

OperatorWork ofSoftmaxGradient(const OperatorInputs& inputs)
{
    const InputTensor* const gradient = inputs.tensor(0);
    const InputTensor* const result = inputs.tensor(1);
    if (!gradient || !result)
        return {};
    OperatorWork work;
    work.flops = 4 * gradient->count(); // a product, its sum, a difference and a product
    const auto type = inputs.numbers(3);
    const double written = type && type->size() == 1 ? bytesOfScalarType(type->front()) : 0;
    const auto ofGradient = tensorBytes(*gradient);
    const auto ofResult = tensorBytes(*result);
    if (ofGradient && ofResult)
        work.bytes = *ofGradient + *ofResult + gradient->count() * (written > 0 ? written : gradient->elementBytes);
    return work;
}

/// Of optimizers: the same for each tensor of a list; the types of lists are mostly not recorded.
std::optional<OperatorWork> ofLists(std::string_view name, const OperatorInputs& inputs)
{
    struct Form {
        std::string_view name;
        double operations; ///< for each element
        size_t lists;
    };
    constexpr std::array forms {Form {"_foreach_add", 1, 2}, Form {"_foreach_sub", 1, 2}, Form {"_foreach_mul", 1, 2},
        Form {"_foreach_div", 1, 2}, Form {"_foreach_sqrt", 1, 1}, Form {"_foreach_neg", 1, 1},
        Form {"_foreach_addcmul", 3, 3}, Form {"_foreach_addcdiv", 3, 3}, Form {"_foreach_lerp", 3, 2},
        Form {"_foreach_norm", 1, 1}, Form {"_foreach_zero", 0, 0}, Form {"_foreach_copy", 1, 1}};
    const auto* const form
        = std::find_if(forms.begin(), forms.end(), [name](const Form& known) { return known.name == name; });
    if (form == forms.end())
        return {};
    const std::vector<InputTensor>& first = inputs.list(0);
    if (first.empty())
        return OperatorWork();
    double elements = 0;
    std::optional<double> moved = 0.0;
    for (size_t list = 0; list < std::max<size_t>(form->lists, 1); ++list) {
        for (const InputTensor& tensor : inputs.list(list)) {
            elements += list == 0 ? tensor.count() : 0;
            const auto bytes = tensorBytes(tensor);
            const double times = (list == 0 && name != "_foreach_norm"sv ? 1 : 0) + (form->lists > list ? 1 : 0);
            moved = moved && bytes ? std::optional(*moved + *bytes * times) : std::nullopt;
        }
    }
    return OperatorWork {elements * form->operations, moved};
}

} // namespace

std::optional<OperatorWork> tensorWork(std::string_view name, const OperatorInputs& inputs)
{
    constexpr std::string_view library = "aten::";
    if (!name.starts_with(library))
        return {};
    name.remove_prefix(library.size());
    if (name.ends_with('_')) // in place: the result lies where the first input was
        name.remove_suffix(1);
    if (name == "copy"sv)
        return ofCopy(inputs);
    if (name == "fill"sv || name == "zero"sv)
        return ofFill(inputs);
    if (name == "where"sv)
        return ofChoice(inputs);
    if (name == "native_dropout"sv)
        return ofDropout(inputs);
    if (name == "cat"sv || name == "stack"sv)
        return ofJoined(inputs);
    if (isAmong(unaries, name))
        return ofElements(inputs, 1, 0);
    if (isAmong(binaries, name))
        return ofElements(inputs, 2, 0);
    if (isAmong(ternaries, name))
        return ofElements(inputs, 3, 0);
    if (isAmong(comparisons, name))
        return ofElements(inputs, 2, 1);
    if (name == "_softmax"sv || name == "_log_softmax"sv)
        return ofSoftmax(inputs);
    if (name == "_softmax_backward_data"sv || name == "_log_softmax_backward_data"sv)
        return ofSoftmaxGradient(inputs);
    for (const ReductionForm& form : reductions) {
        if (form.name == name)
            return ofReduction(inputs, form);
    }
    return ofLists(name, inputs);
}

} // namespace bubblescope
