// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <string_view>

namespace bubblescope {

/// Console output of training runs: opt_prime, Megatron-LM, Megatron-DeepSpeed, DeepSpeed, torchtitan, step lines per
/// rank, the progress bars and dictionaries of Hugging Face, Lightning and NeMo, and lines whose patterns are known or
/// taught.
///
/// One importer handles them all, because the kind of a log may show only far into the file, and a log may mix lines of
/// two kinds. Text that starts like a job's output but is no log adds neither contents nor issues: it counts as an
/// unrecognised file.
std::unique_ptr<Importer> makeRunLogImporter();

/// True if a head may be that of a log: text.
bool mayBeLog(std::string_view head);
/// True if a line of the head matches the pattern.
bool isTaughtLog(std::string_view head, const LogPattern& pattern);
/// The text as its program printed it, without what containers add to lines and without breaks at a width.
std::string printedLog(std::string_view text);

} // namespace bubblescope
