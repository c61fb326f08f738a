// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// Console output of training runs: opt_prime, Megatron-LM, Megatron-DeepSpeed, DeepSpeed, torchtitan, step lines per
/// rank, the progress bars and dictionaries of Hugging Face, Lightning and NeMo, and lines whose patterns are known or
/// taught.
///
/// One importer handles them all, because the kind of a log may show only far into the file, and a log may mix lines of
/// two kinds. Text that starts like a job's output but has no step counts as an unrecognised file; of what NCCL printed
/// in it, of a collective that timed out and of losses without a known line, the report tells.
std::unique_ptr<Importer> makeRunLogImporter();

/// A line with a loss is one of a trainer, whichever it is; so many of them are no accident.
bool tellsLoss(std::string_view line);
inline constexpr uint64_t fewestLosses = 3;
/// True if a head may be that of a log: text.
bool mayBeLog(std::string_view head);
/// True if a line of the head matches the pattern.
bool isTaughtLog(std::string_view head, const LogPattern& pattern);
/// The text as its program printed it, without what containers add to lines and without breaks at a width.
std::string printedLog(std::string_view text);

} // namespace bubblescope
