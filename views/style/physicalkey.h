// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace bubblescope {

/// The Qt::Key at the pressed key's position on a US keyboard, for the letters, comma and period that the timeline
/// uses, so that W, A, S and D are adjacent on every keyboard. event.key() if the platform provides no scan codes.
int physicalKey(const QKeyEvent& event);
/// The same for a given platform ("xcb", "wayland", "windows"); separate for tests.
int physicalKey(const char* platform, unsigned scanCode, int key);

} // namespace bubblescope
