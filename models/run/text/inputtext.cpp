// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputtext.h"

#include "launchtext.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace bubblescope {

namespace {
constexpr char betweenInputs = ';';
constexpr char betweenPieces = '|';

/// What separates pieces must not stand in one.
void appendPiece(std::string& text, std::string_view piece)
{
    for (const char c : piece)
        text += c == betweenInputs || c == betweenPieces ? ' ' : c;
}
} // namespace

std::string joinedInputs(const std::vector<InputText>& inputs)
{
    std::string text;
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (i > 0)
            text += betweenInputs;
        const std::array pieces {inputs[i].type, inputs[i].sizes, inputs[i].strides, inputs[i].value};
        size_t last = pieces.size();
        while (last > 0 && pieces[last - 1].empty())
            --last;
        for (size_t piece = 0; piece < last; ++piece) {
            if (piece > 0)
                text += betweenPieces;
            appendPiece(text, pieces[piece]);
        }
    }
    return text;
}

std::vector<InputText> inputsOfText(std::string_view text)
{
    std::vector<InputText> inputs;
    if (text.empty() || launchOfText(text))
        return inputs;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(betweenInputs, begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        const auto next = [&line] {
            const size_t size = std::min(line.find(betweenPieces), line.size());
            const std::string_view piece = line.substr(0, size);
            line.remove_prefix(std::min(size + 1, line.size()));
            return piece;
        };
        InputText& input = inputs.emplace_back();
        input.type = next();
        input.sizes = next();
        input.strides = next();
        input.value = next();
        begin = end + 1;
    }
    return inputs;
}

} // namespace bubblescope
