// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace bubblescope {

/// Follows the desktop's wish for dark or light as long as `parent` lives, as the portal of free desktops tells it. Where
/// there is no portal nothing happens. (Qt itself does so from 6.5 on.)
void followDesktopColours(QObject* parent);

} // namespace bubblescope
