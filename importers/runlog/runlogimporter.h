// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Console output of training runs: opt_prime, Megatron-LM, Megatron-DeepSpeed, DeepSpeed, torchtitan, step lines per
/// rank, and the bars and dictionaries of Hugging Face, Lightning and NeMo.
///
/// One importer for all, because the kind of a log may show only far behind its first bytes, and one log may hold lines
/// of two kinds. Text that begins like a job's output but turns out to be no log adds nothing to the contents, and no
/// issue: it is a file that was not recognised.
std::unique_ptr<Importer> makeRunLogImporter();

} // namespace bubblescope
