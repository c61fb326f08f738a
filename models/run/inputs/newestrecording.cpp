// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "newestrecording.h"

namespace bubblescope {

size_t newestRecording(const RunFolder& folder, size_t run)
{
    const auto isProfile = [](const Run& one) { return one.kind == Run::Kind::Scaling; };
    const Run& first = folder.runs[run];
    if (!isProfile(first))
        return run;
    size_t newest = run;
    for (size_t i = run; i < folder.runs.size(); ++i) {
        const Run& other = folder.runs[i];
        if (isProfile(other) && other.layout == first.layout && other.rankCount() == first.rankCount()
            && other.name > folder.runs[newest].name)
            newest = i;
    }
    return newest;
}

} // namespace bubblescope
