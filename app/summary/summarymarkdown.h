// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "summaryinput.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// A page of at most 2,000 tokens for people and language models (see tokensOf()): each figure with the command that
/// prints it, and what is assumed or not known. `command`: how the folder was named, quoted for a shell.
Result<std::string> summaryMarkdown(
    const KnownFolder& folder, const SummaryOptions& options, const std::string& command);
/// Of what is known already.
std::string summaryMarkdown(std::span<const SummaryInput> inputs, const RunFolder& folder, const std::string& command);

/// Upper estimate of the tokens of a text, whatever model reads it: one for three bytes, and one for each sign that is
/// neither letter, digit nor space.
size_t tokensOf(std::string_view text);
inline constexpr size_t tokenLimit = 2000;

} // namespace bubblescope
