// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layerblock.h"

#include "characters.h"

#include <array>
#include <string_view>

namespace bubblescope {

namespace {

// Names that precede a layer's number in a module path.
constexpr std::array<std::string_view, 6> layerLists {"h", "layer", "layers", "block", "blocks", "decoder_layers"};

struct NumberedLayer {
    std::string_view prefix; // up to and without the number: "bert_encoder_layer_"
    int number = -1;
};

std::string_view withoutGradient(std::string_view name)
{
    if (name.ends_with("_grad"))
        name.remove_suffix(5);
    return name;
}

bool isLayerList(std::string_view path)
{
    for (const std::string_view list : layerLists) {
        if (path.ends_with(list) && (path.size() == list.size() || path[path.size() - list.size() - 1] == '_'))
            return true;
    }
    return false;
}

/// The outermost "<list>_<number>" of a module path.
NumberedLayer numberedLayer(std::string_view name)
{
    for (size_t i = 0; i < name.size(); ++i) {
        if (!isDigit(name[i]) || i == 0 || name[i - 1] != '_')
            continue;
        size_t end = i;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        // "layer_norm_1" and the like end with their number; a layer contains further modules.
        if (end < name.size() && name[end] == '_' && end - i <= 4 && isLayerList(name.substr(0, i - 1))) {
            int number = 0;
            for (const char digit : name.substr(i, end - i))
                number = number * 10 + (digit - '0');
            return {name.substr(0, i), number};
        }
        i = end;
    }
    return {};
}

/// True for "add" or "add_15", a numbered call of the function.
bool isCallOf(std::string_view name, std::string_view function)
{
    if (!name.starts_with(function))
        return false;
    name.remove_prefix(function.size());
    if (name.empty())
        return true;
    return name.size() > 1 && name[0] == '_' && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

bool isModuleOutside(std::string_view name, std::string_view root)
{
    return name.starts_with(root) || name.starts_with("lm_head") || name == "classifier" || name == "output";
}

} // namespace

std::pair<size_t, size_t> findLayerBlock(std::span<const LayerRow> rows)
{
    std::string_view prefix;
    size_t first = 0;
    size_t last = 0;
    int number = -1;
    for (size_t i = 0; i < rows.size(); ++i) {
        const NumberedLayer layer = numberedLayer(withoutGradient(rows[i].name));
        if (layer.number < 0)
            continue;
        if (number < 0) {
            prefix = layer.prefix;
            number = layer.number;
            first = i;
        } else if (layer.number != number || layer.prefix != prefix) {
            return {0, 0};
        }
        last = i;
    }
    // A one-layer model calls its layer 0; a lone `layer_64_…` is some other numbering.
    if (number != 0)
        return {0, 0};

    const std::string_view root = prefix.substr(0, prefix.find('_') + 1);
    size_t end = last + 1;
    for (size_t i = last + 1; i < rows.size(); ++i) {
        const std::string_view name = withoutGradient(rows[i].name);
        if (isModuleOutside(name, root))
            break;
        if (isCallOf(name, "add"))
            end = i + 1;
    }
    if (end > last + 1 && end < rows.size() && isCallOf(rows[end].name, "view"))
        ++end;
    return {first, end};
}

} // namespace bubblescope
