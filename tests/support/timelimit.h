// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace bubblescope {

/// How many ms work may take that would take minutes if it were quadratic: with an address sanitizer ten times as many.
constexpr qint64 timeLimit(qint64 ms)
{
#if defined(__SANITIZE_ADDRESS__)
    return 10 * ms;
#else
    return ms;
#endif
}

} // namespace bubblescope
