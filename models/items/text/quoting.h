// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

// Names out of files are data in every text that is written: they can neither format it, nor link, nor call for
// somebody, nor end the cell or element they stand in. Control characters become visible codes (see visibletext.h).

/// For Markdown (CommonMark and GitHub's): a sentence, or a cell of a table. One line.
std::string markdownText(std::string_view text);
/// For Markdown, as code in a line: commands.
std::string markdownCode(std::string_view text);
/// For the text and the attributes of XML and HTML.
std::string xmlText(std::string_view text);

} // namespace bubblescope
