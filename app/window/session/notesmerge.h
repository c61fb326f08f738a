// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "keptwhatifs.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace bubblescope {

/// The notes of two windows, united by id. `base`: what both began with; what one of them added, changed or deleted
/// since then is taken, a change rather than a deletion. Of a note that both changed the later edit wins. Notes that
/// each of them added under one number are two notes: that of this window gets a new number. By number.
std::vector<Annotation> mergedNotes(const std::vector<Annotation>& base, const std::vector<Annotation>& mine,
    const std::vector<Annotation>& theirs, const std::function<bool(uint32_t id)>& mineIsLater);

/// The same of what-ifs that are kept, where those of the same knobs of the same step are one. That of this window
/// stays where both were asked again; what is new of the other one comes last.
std::vector<KeptWhatIf> mergedWhatIfs(
    const std::vector<KeptWhatIf>& base, const std::vector<KeptWhatIf>& mine, const std::vector<KeptWhatIf>& theirs);

} // namespace bubblescope
