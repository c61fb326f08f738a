// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sameoperator.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope {

std::string_view operatorOfAnyLibrary(std::string_view name)
{
    // What dispatches to them is never among these: it launches nothing itself.
    using Pair = std::pair<std::string_view, std::string_view>;
    static constexpr std::array operators {
        Pair {"aten::cudnn_convolution", "aten::convolution"},
        Pair {"aten::miopen_convolution", "aten::convolution"},
        Pair {"aten::mkldnn_convolution", "aten::convolution"},
        Pair {"aten::_mps_convolution", "aten::convolution"},
        Pair {"aten::convolution_overrideable", "aten::convolution"},
        Pair {"aten::cudnn_convolution_backward", "aten::convolution_backward"},
        Pair {"aten::miopen_convolution_backward", "aten::convolution_backward"},
        Pair {"aten::mkldnn_convolution_backward", "aten::convolution_backward"},
        Pair {"aten::mps_convolution_backward", "aten::convolution_backward"},
        Pair {"aten::convolution_backward_overrideable", "aten::convolution_backward"},
        Pair {"aten::cudnn_convolution_transpose", "aten::conv_transpose"},
        Pair {"aten::miopen_convolution_transpose", "aten::conv_transpose"},
        Pair {"aten::_mps_convolution_transpose", "aten::conv_transpose"},
        Pair {"aten::cudnn_convolution_relu", "aten::convolution_relu"},
        Pair {"aten::miopen_convolution_relu", "aten::convolution_relu"},
        Pair {"aten::cudnn_convolution_add_relu", "aten::convolution_add_relu"},
        Pair {"aten::miopen_convolution_add_relu", "aten::convolution_add_relu"},
        Pair {"aten::miopen_depthwise_convolution", "aten::_conv_depthwise2d"},
        Pair {"aten::cudnn_batch_norm", "aten::native_batch_norm"},
        Pair {"aten::miopen_batch_norm", "aten::native_batch_norm"},
        Pair {"aten::cudnn_batch_norm_backward", "aten::native_batch_norm_backward"},
        Pair {"aten::miopen_batch_norm_backward", "aten::native_batch_norm_backward"},
        Pair {"aten::_cudnn_rnn", "aten::rnn"},
        Pair {"aten::miopen_rnn", "aten::rnn"},
        Pair {"aten::_cudnn_rnn_backward", "aten::rnn_backward"},
        Pair {"aten::miopen_rnn_backward", "aten::rnn_backward"},
        Pair {"aten::_cudnn_ctc_loss", "aten::_ctc_loss"},
    };
    const auto found = std::find_if(
        operators.begin(), operators.end(), [name](const Pair& pair) { return pair.first == name; });
    return found == operators.end() ? name : found->second;
}

} // namespace bubblescope
