// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// True where the first bytes of a file are UTF-16 of either byte order, marked or not. Such a file is not read (an
/// UnsupportedEncoding issue says what to do): its importer claims it by looking at asciiOfUtf16().
bool looksLikeUtf16(std::string_view head);

/// The ASCII characters of UTF-16 text, '?' for all others: enough to recognise a format by sight.
std::string asciiOfUtf16(std::string_view head);

/// `head` behind a UTF-8 byte order mark, if there is one.
std::string_view withoutByteOrderMark(std::string_view head);

bool isUtf8(std::string_view text);
/// The text itself where it is UTF-8, else read as Latin-1: what comes out can always be shown.
std::string toUtf8(std::string_view text);

/// At most `size` bytes, cut between characters.
std::string_view clipped(std::string_view text, size_t size);
/// A few bytes of hostile text, printable, for a message.
std::string excerpt(std::string_view text, size_t length = 60);

} // namespace bubblescope
