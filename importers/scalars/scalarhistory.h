// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "runlog.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

class TableLines;

/// True for a line of a history: a JSON object that numbers its step and has a figure that steps have. Trackers
/// (Weights & Biases: `_step`, `_runtime`), trainers (LLaMA-Factory's trainer_log.jsonl: `current_steps`,
/// `elapsed_time`; mmengine's scalars.json, detectron2's metrics.json: `iter`, `time`, `data_time`) and TensorBoard's
/// events as lines (`step`, `tag`, `value`) write one a step.
bool isHistoryLine(std::string_view line);
/// True for the start of Hugging Face's trainer_state.json.
bool isTrainerState(std::string_view head);

/// The history that starts with the present line, as a log; adds nothing where no figure was found. Without a printed
/// time per step, that of the lines counts.
void readHistory(TableLines& lines, const std::string& file, std::vector<RunLog>& logs, ImportReport& report);
/// The records in `log_history` of a trainer_state.json.
void readTrainerState(std::string_view text, const std::string& file, std::vector<RunLog>& logs, ImportReport& report);

} // namespace bubblescope
