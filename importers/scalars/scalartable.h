// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>

namespace bubblescope {

/// Scalars that TensorBoard and Weights & Biases export: TensorBoard's one curve as CSV (`Wall time,Step,Value`) or JSON
/// (`[[time, step, value], …]`), named by the file ("run-RUN-tag-TAG.csv"); the history of a Weights & Biases run
/// (`_step,train/loss,…`), its charts (`Step,RUN - train/loss,…`: a log for each run), and tables of the like with a
/// step and a figure that steps have; histories of JSON lines, and Hugging Face's trainer_state.json (scalarhistory.h).
std::unique_ptr<Importer> makeScalarTableImporter();

} // namespace bubblescope
