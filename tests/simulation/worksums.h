// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

namespace bubblescope {

/// Compute of some pieces, ns, communication left out.
inline double computeOf(const Work& work)
{
    double sum = 0;
    for (const WorkPiece& piece : work) {
        if (!piece.isCommunication())
            sum += piece.ns;
    }
    return sum;
}

} // namespace bubblescope
