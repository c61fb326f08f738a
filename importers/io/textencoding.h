// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// True if the first bytes of a file are UTF-16 of either byte order, with or without BOM. Such files are not read (an
/// UnsupportedEncoding issue advises): their importer recognises them with asciiOfUtf16().
bool looksLikeUtf16(std::string_view head);

/// The ASCII characters of UTF-16 text and '?' for all others: enough to recognise a format.
std::string asciiOfUtf16(std::string_view head);

/// `head` without its UTF-8 byte order mark, if it has one.
std::string_view withoutByteOrderMark(std::string_view head);

bool isUtf8(std::string_view text);
/// The text itself if it is valid UTF-8, else converted from Latin-1: the result can always be shown.
std::string toUtf8(std::string_view text);

/// At most `size` bytes, cut at a character boundary.
std::string_view clipped(std::string_view text, size_t size);
/// A short, printable excerpt of hostile text for a message.
std::string excerpt(std::string_view text, size_t length = 60);

} // namespace bubblescope
