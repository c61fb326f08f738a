// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace bubblescope {

// The text of a described job (*.bubblejob) while a form edits it: a line `key = value` each, # begins a comment. Only
// the line of a key changes; comments and everything that the form does not know stay.

/// The value of the last line with this key; empty if there is none.
QString jobField(const QString& text, std::string_view key);
/// The text with another value; an empty one takes the line away. A new line stands at the end.
QString withJobField(const QString& text, std::string_view key, const QString& value);

} // namespace bubblescope
