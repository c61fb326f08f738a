// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace bubblescope {

/// The Qt::Key that the pressed key has on a US keyboard, for the letters, comma and period that the timeline uses;
/// so W, A, S and D lie together on every keyboard. event.key() where the platform names no scan codes.
int physicalKey(const QKeyEvent& event);
/// The same, for a named platform ("xcb", "wayland", "windows"); apart for tests.
int physicalKey(const char* platform, unsigned scanCode, int key);

} // namespace bubblescope
