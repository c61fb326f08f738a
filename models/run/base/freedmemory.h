// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// Empties a container and gives up its memory, which `container = {}` and clear() would keep for more.
template <typename Container> void discard(Container& container) { container = Container(); }

} // namespace bubblescope
