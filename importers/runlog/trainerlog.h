// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// Trainers without a log format of their own: dictionaries of Hugging Face's Trainer (`{'loss': …}`), tqdm progress
/// bars, `completed step: `.
std::unique_ptr<LogReader> makeTrainerLogReader();

} // namespace bubblescope
