// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace bubblescope {

// Fields are typed into as they read: with the decimal sign of the window's language.

/// "48,5" of "48.5" in a German window.
QString typedNumber(QString plain);
/// The other way; a point counts in any language.
QString withPoint(QString typed);

} // namespace bubblescope
