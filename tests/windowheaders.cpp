// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Nothing of its own: the precompiled headers of the test programs that have windows belong to it.
