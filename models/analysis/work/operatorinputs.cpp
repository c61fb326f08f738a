// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorinputs.h"

#include "inputtext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t mostDimensions = 16;
constexpr size_t mostTensors = 4096; // of a list
constexpr double largestSize = 1e15; // of a dimension: products of them stay numbers

struct ElementType {
    std::string_view name; ///< as C++ calls it
    std::string_view shortName;
    double bytes;
    bool isInteger = false;
};
/// What at::ScalarType's members are called in traces: typeMetaToScalarType() of c10/core/ScalarType.h.
constexpr std::array elementTypes {ElementType {"c10::BFloat16", "bf16", 2}, ElementType {"float", "fp32", 4},
    ElementType {"c10::Half", "fp16", 2}, ElementType {"double", "fp64", 8}, ElementType {"long int", "int64", 8, true},
    ElementType {"long", "int64", 8, true}, ElementType {"long long", "int64", 8, true},
    ElementType {"int", "int32", 4, true}, ElementType {"short int", "int16", 2, true},
    ElementType {"short", "int16", 2, true}, ElementType {"signed char", "int8", 1, true},
    ElementType {"unsigned char", "uint8", 1, true}, ElementType {"bool", "bool", 1, true},
    ElementType {"c10::Float8_e4m3fn", "fp8_e4m3", 1}, ElementType {"c10::Float8_e4m3fnuz", "fp8_e4m3", 1},
    ElementType {"c10::Float8_e5m2", "fp8_e5m2", 1}, ElementType {"c10::Float8_e5m2fnuz", "fp8_e5m2", 1},
    ElementType {"c10::complex<float>", "complex64", 8}, ElementType {"c10::complex<double>", "complex128", 16}};

const ElementType* elementType(std::string_view name)
{
    const auto* const found = std::find_if(
        elementTypes.begin(), elementTypes.end(), [name](const ElementType& type) { return type.name == name; });
    return found != elementTypes.end() ? found : nullptr;
}

InputTensor tensorOf(TensorSizes sizes, std::string_view type)
{
    const ElementType* const known = elementType(type);
    return {std::move(sizes), known ? known->bytes : 0, known && known->isInteger};
}

/// "16, 559"; nullopt if anything else stands there.
std::optional<TensorSizes> numbersIn(std::string_view text, bool mayBeNegative)
{
    TensorSizes numbers;
    const char* place = text.data();
    const char* const last = text.data() + text.size();
    while (place != last) {
        if (*place == ' ' || *place == ',') {
            ++place;
            continue;
        }
        double number = 0;
        const auto [next, error] = std::from_chars(place, last, number);
        const bool isSound = number <= largestSize && number >= (mayBeNegative ? -largestSize : 0);
        if (error != std::errc() || !isSound || numbers.size() == mostDimensions)
            return {};
        numbers.push_back(number);
        place = next;
    }
    return numbers;
}

/// "[2,3],[4]"; nullopt if it is no list of shapes.
std::optional<std::vector<InputTensor>> tensorsIn(std::string_view text)
{
    std::vector<InputTensor> tensors;
    for (size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at)) {
        const size_t end = text.find(']', at);
        if (end == std::string_view::npos || tensors.size() == mostTensors)
            return {};
        std::optional<TensorSizes> sizes = numbersIn(text.substr(at + 1, end - at - 1), false);
        if (!sizes)
            return {};
        tensors.push_back(tensorOf(std::move(*sizes), {}));
        at = end;
    }
    return tensors;
}

} // namespace

double product(const TensorSizes& sizes, size_t count)
{
    double result = 1;
    for (size_t i = 0; i < std::min(count, sizes.size()); ++i)
        result *= sizes[i];
    return result;
}

std::optional<double> tensorBytes(const InputTensor& tensor)
{
    const double count = tensor.count();
    return tensor.elementBytes > 0 || count == 0 ? std::optional(count * tensor.elementBytes) : std::nullopt;
}

OperatorInputs OperatorInputs::recorded(std::string_view text)
{
    OperatorInputs inputs;
    const std::vector<InputText> texts = inputsOfText(text);
    const bool hasTypes
        = std::any_of(texts.begin(), texts.end(), [](const InputText& input) { return !input.type.empty(); });
    for (const InputText& input : texts) {
        Input& made = inputs.m_inputs.emplace_back();
        made.type = input.type;
        made.value = input.value;
        made.isList = input.sizes.starts_with('[') || input.type.ends_with("List");
        if (made.isList) {
            std::optional<std::vector<InputTensor>> tensors = tensorsIn(input.sizes);
            inputs.m_isSound = inputs.m_isSound && tensors;
            made.tensors = std::move(tensors).value_or(std::vector<InputTensor>());
            // A list of types has one for each; "TensorList" tells none.
            std::string_view types = input.type;
            for (InputTensor& tensor : made.tensors) {
                const size_t size = std::min(types.find(','), types.size());
                tensor = tensorOf(std::move(tensor.sizes), types.substr(0, size));
                types.remove_prefix(std::min(size + 1, types.size()));
            }
            continue;
        }
        if (input.sizes.empty() && !elementType(input.type))
            continue; // a number, or nothing
        if (hasTypes && input.type.empty())
            continue;
        std::optional<TensorSizes> sizes = numbersIn(input.sizes, false);
        inputs.m_isSound = inputs.m_isSound && sizes;
        made.tensors.push_back(tensorOf(std::move(sizes).value_or(TensorSizes()), input.type));
    }
    return inputs;
}

OperatorInputs OperatorInputs::ofShapes(std::string_view shapes)
{
    OperatorInputs inputs;
    std::optional<std::vector<InputTensor>> tensors = tensorsIn(shapes);
    inputs.m_isSound = tensors.has_value();
    for (InputTensor& tensor : std::move(tensors).value_or(std::vector<InputTensor>()))
        inputs.m_inputs.emplace_back().tensors.push_back(std::move(tensor));
    return inputs;
}

const InputTensor* OperatorInputs::tensor(size_t place) const
{
    return place < m_inputs.size() && !m_inputs[place].isList && !m_inputs[place].tensors.empty()
        ? &m_inputs[place].tensors.front()
        : nullptr;
}

const std::vector<InputTensor>& OperatorInputs::list(size_t place) const
{
    static const std::vector<InputTensor> none;
    return place < m_inputs.size() && m_inputs[place].isList ? m_inputs[place].tensors : none;
}

std::string_view OperatorInputs::value(size_t place) const
{
    return place < m_inputs.size() ? m_inputs[place].value : std::string_view();
}

std::optional<bool> OperatorInputs::flag(size_t place) const
{
    const std::string_view text = value(place);
    return text == "True" || text == "1" ? std::optional(true)
        : text == "False" || text == "0" ? std::optional(false)
                                         : std::nullopt;
}

std::optional<std::vector<bool>> OperatorInputs::flags(size_t place) const
{
    std::string_view text = value(place);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return {};
    text = text.substr(1, text.size() - 2);
    std::vector<bool> flags;
    while (!text.empty()) {
        const size_t size = std::min(text.find(','), text.size());
        std::string_view word = text.substr(0, size);
        word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
        if ((word != "True" && word != "False") || flags.size() == mostDimensions)
            return {};
        flags.push_back(word == "True");
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return flags;
}

std::optional<std::vector<double>> OperatorInputs::numbers(size_t place) const
{
    std::string_view text = value(place);
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    else if (text.empty())
        return {};
    return numbersIn(text, true);
}

std::string OperatorInputs::dataTypes() const
{
    std::vector<std::string> names;
    for (const Input& input : m_inputs) {
        const bool hasSizes = std::any_of(input.tensors.begin(), input.tensors.end(),
            [](const InputTensor& tensor) { return !tensor.sizes.empty(); });
        if (hasSizes && !input.type.empty() && !input.type.ends_with("List"))
            names.push_back(shortTypeName(input.type));
    }
    if (names.empty() || std::all_of(names.begin(), names.end(), [&](const auto& name) { return name == names[0]; }))
        return names.empty() ? std::string() : names[0];
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text;
}

std::string shortTypeName(std::string_view type)
{
    const ElementType* const known = elementType(type);
    return std::string(known ? known->shortName : type);
}

} // namespace bubblescope
