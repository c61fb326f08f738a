// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <QString>

#include <string_view>

namespace bubblescope {

/// A text of a table of the plain libraries (issues, knobs, categories …), which have no Qt, in the window's language.
/// resources/translations/listtexts.cpp lists them for translators.
QString tableText(std::string_view english);
/// What a plain library says, in the window's language.
QString messageText(const Message& message);
/// What happened, and what to do about it.
QString messageText(const Error& error);

} // namespace bubblescope
