// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// Whether a sanitizer watches, which makes a program three to twenty times as slow and as large: tests of chance try
/// less often then, and what lies in memory is not measured.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isSanitized = true;
#else
constexpr bool isSanitized = false;
#endif

/// The stride over seeds, pairs and places that differ in numbers alone: where a sanitizer watches, one of three tells
/// as much of memory.
constexpr int sparsely = isSanitized ? 3 : 1;

} // namespace bubblescope
