// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "attentionwork.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace bubblescope {

namespace {

constexpr size_t notPacked = 99;

/// Where the parts of an attention stand in a signature: native_functions.yaml of PyTorch, flash_attn_interface.py.
struct AttentionForm {
    std::string_view name;
    size_t query; ///< keys and values follow
    size_t causal;
    bool isHeadFirst; ///< [batch, heads, tokens, size] or [batch, tokens, heads, size]
    bool isBackward;
    size_t packed = notPacked; ///< where the begins of packed sequences stand, if there are any
};
constexpr std::array attentionForms {AttentionForm {"aten::scaled_dot_product_attention", 0, 5, true, false},
    AttentionForm {"aten::_scaled_dot_product_flash_attention", 0, 4, true, false},
    AttentionForm {"aten::_scaled_dot_product_efficient_attention", 0, 6, true, false},
    AttentionForm {"aten::_scaled_dot_product_cudnn_attention", 0, 6, true, false},
    AttentionForm {"aten::_flash_attention_forward", 0, 8, false, false, 3},
    AttentionForm {"aten::_efficient_attention_forward", 0, 9, false, false, 4},
    AttentionForm {"aten::_cudnn_attention_forward", 0, 10, true, false, 4},
    AttentionForm {"flash_attn::_flash_attn_forward", 0, 5, false, false},
    AttentionForm {"flash_attn::_flash_attn_varlen_forward", 0, 9, false, false, 3},
    AttentionForm {"FlashAttnFunc", 0, 5, false, false},
    AttentionForm {"aten::_scaled_dot_product_flash_attention_backward", 1, 11, true, true, 6},
    AttentionForm {"aten::_scaled_dot_product_efficient_attention_backward", 1, 11, true, true},
    AttentionForm {"aten::_scaled_dot_product_cudnn_attention_backward", 1, 14, true, true, 9},
    AttentionForm {"aten::_flash_attention_backward", 1, 11, false, true, 6},
    AttentionForm {"aten::_efficient_attention_backward", 1, 14, false, true, 6},
    AttentionForm {"flash_attn::_flash_attn_backward", 1, 11, false, true},
    AttentionForm {"flash_attn::_flash_attn_varlen_backward", 1, 15, false, true, 9}};

/// Query, key, value and the result, and backward gradients of the former, which are as large.
std::optional<double> attentionBytes(
    const InputTensor& query, const InputTensor& key, const InputTensor& value, bool isBackward)
{
    const auto ofQuery = tensorBytes(query);
    const auto ofKey = tensorBytes(key);
    const auto ofValue = tensorBytes(value);
    if (!ofQuery || !ofKey || !ofValue)
        return {};
    const double result = product(query.sizes, query.sizes.size() - 1) * value.sizes.back() * query.elementBytes;
    const double read = *ofQuery + *ofKey + *ofValue;
    return read + result + (isBackward ? read : 0);
}

/// Of packed sequences only what is moved is known: their lengths are not recorded.
OperatorWork ofPackedAttention(
    const InputTensor& query, const InputTensor& key, const InputTensor& value, bool isBackward)
{
    const size_t dimensions = query.sizes.size();
    if (dimensions < 3 || key.sizes.size() != dimensions || value.sizes.size() != dimensions
        || key.sizes.back() != query.sizes.back()
        || !std::equal(key.sizes.begin(), key.sizes.end() - 1, value.sizes.begin()))
        return {};
    return {std::nullopt, attentionBytes(query, key, value, isBackward)};
}

OperatorWork ofAttention(const OperatorInputs& inputs, const AttentionForm& form)
{
    const InputTensor* const query = inputs.tensor(form.query);
    const InputTensor* const key = inputs.tensor(form.query + 1);
    const InputTensor* const value = inputs.tensor(form.query + 2);
    if (!query || !key || !value)
        return {};
    if (form.packed != notPacked && inputs.tensor(form.packed))
        return ofPackedAttention(*query, *key, *value, form.isBackward);
    if (query->sizes.size() != 4 || key->sizes.size() != 4 || value->sizes.size() != 4)
        return {};
    const size_t heads = form.isHeadFirst ? 1 : 2;
    const size_t tokens = 3 - heads;
    const double batch = query->sizes[0];
    const double queries = query->sizes[tokens];
    const double keys = key->sizes[tokens];
    const double queryHeads = query->sizes[heads];
    const double keyHeads = key->sizes[heads];
    const double size = query->sizes[3];
    const double valueSize = value->sizes[3];
    if (key->sizes[0] != batch || value->sizes[0] != batch || value->sizes[tokens] != keys
        || value->sizes[heads] != keyHeads || key->sizes[3] != size || keyHeads <= 0)
        return {};
    OperatorWork work;
    const double scores = batch * queryHeads * queries * keys;
    // Backward: scores again, and gradients of value, scores, query and key; what queries share is summed up.
    const double shared = batch * keys * (size + valueSize) * (queryHeads / keyHeads - 1);
    const double whole
        = form.isBackward ? scores * 2 * (3 * size + 2 * valueSize) + shared : scores * 2 * (size + valueSize);
    // Kinds of masks of the memory-efficient one: 0 none, 1 and 2 causal (sdp::CustomMaskType).
    const std::optional<bool> isCausal
        = inputs.value(form.causal) == "2" ? std::optional(true) : inputs.flag(form.causal);
    if (isCausal && (!*isCausal || queries == keys))
        work.flops = *isCausal ? whole / 2 : whole;
    work.bytes = attentionBytes(*query, *key, *value, form.isBackward);
    return work;
}

} // namespace

std::optional<OperatorWork> attentionWork(std::string_view name, const OperatorInputs& inputs)
{
    for (const AttentionForm& form : attentionForms) {
        if (form.name == name)
            return ofAttention(inputs, form);
    }
    return {};
}

} // namespace bubblescope
