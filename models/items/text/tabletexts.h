// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "result.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

enum class TimePart : uint8_t;

/// Translates a table text of the plain libraries (issues, knobs, categories …), which do not use Qt.
/// resources/translations/listtexts.cpp lists these texts for translators.
QString tableText(std::string_view english);
/// "exposed communication": of a part, as everything on screen calls it.
QString timePartText(TimePart part);
/// Translates a message of a plain library.
QString messageText(const Message& message);
/// What happened, and what to do about it.
QString messageText(const Error& error);
/// The command that is to be run first, as a message of a plain library says; empty if it names none.
QString commandIn(const Message& message);
/// The rank of which what an index holds is damaged, as a message of a plain library says.
std::optional<int> damagedRankIn(const Message& message);
/// What to do about an issue: a command that it names says more than the advice of its kind.
QString adviceText(const Issue& issue);

} // namespace bubblescope
