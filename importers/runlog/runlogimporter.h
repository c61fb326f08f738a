// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Console output of training runs: opt_prime, Megatron-LM, Megatron-DeepSpeed, DeepSpeed, torchtitan, step lines per
/// rank, and the progress bars and dictionaries of Hugging Face, Lightning and NeMo.
///
/// One importer handles them all, because the kind of a log may show only far into the file, and a log may mix lines of
/// two kinds. Text that starts like a job's output but is no log adds neither contents nor issues: it counts as an
/// unrecognised file.
std::unique_ptr<Importer> makeRunLogImporter();

} // namespace bubblescope
