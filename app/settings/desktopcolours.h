// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace bubblescope {

/// Follows the desktop's dark or light preference while `parent` lives, using the XDG desktop portal. Does nothing
/// without a portal. (Qt does this itself from 6.5 on.)
void followDesktopColours(QObject* parent);

} // namespace bubblescope
