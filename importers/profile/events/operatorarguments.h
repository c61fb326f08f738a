// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// What PyTorch's profiler records of the inputs of an operator (`record_shapes`): lists in JSON with an entry for each
/// input. Empty where they are not there.
struct OperatorArguments {
    std::string_view dimensions; ///< "Input Dims"
    std::string_view types;      ///< "Input type"
    std::string_view strides;    ///< "Input Strides"
    std::string_view values;     ///< "Concrete Inputs": of numbers, flags and lists of numbers
};
/// The part of an event's arguments that has its lists, from the key of the first one on: all of OperatorArguments. Equal
/// for calls with the same inputs, as their numbers stand before and behind it. Empty where there is none.
std::string_view listsIn(std::string_view object);
/// All empty where there are no dimensions.
OperatorArguments operatorArguments(std::string_view object);

inline constexpr size_t longestInputs = 65'536; ///< bytes
/// The inputs one by one, see inputtext.h. Empty where they are longer than that, or their lists damaged: half of them
/// would tell a wrong work.
std::string inputsOfOperator(const OperatorArguments& arguments);

} // namespace bubblescope
