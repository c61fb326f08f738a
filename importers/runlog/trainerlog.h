// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// Trainers whose lines have no format of their own: dictionaries of Hugging Face's Trainer (`{'loss': …}`), progress
/// bars of tqdm, `completed step: `.
std::unique_ptr<LogReader> makeTrainerLogReader();

} // namespace bubblescope
