// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One input of an operator as a profiler records it. What was not recorded, or does not exist, is empty.
struct InputText {
    std::string_view type {};    ///< of its elements, "c10::BFloat16"; "Scalar", "ScalarList", "TensorList"
    std::string_view sizes {};   ///< "16,559"; of a list of tensors "[2,3],[4]"; empty for a single number, too
    std::string_view strides {}; ///< likewise, in elements
    std::string_view value {};   ///< of a number, a flag or a list of numbers: "0.125", "True", "[-1]"
    bool operator==(const InputText&) const = default;
};

/// The inputs of an operator as one text, so that those of a million calls are kept once:
/// "c10::BFloat16|16,559|559,1;Scalar|||True".
std::string joinedInputs(const std::vector<InputText>& inputs);
/// The other way round; the pieces lie in the text.
std::vector<InputText> inputsOfText(std::string_view text);

} // namespace bubblescope
