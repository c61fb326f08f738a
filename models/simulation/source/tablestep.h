// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "layertable.h"
#include "result.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Parallel layout for the job of a layer table. Absent values come from its name, `<model>-train-<seq>-<batch>` with
/// -dp4, -tp4 or -pp4_1 (stages, microbatches), and its layer count, else they are assumed.
struct TableOptions {
    std::optional<int> layers = {};
    std::optional<int> data = {};
    std::optional<int> tensor = {};
    std::optional<int> stages = {};
    std::optional<int> microbatches = {};
};
/// The same with every value filled in.
struct TableLayout {
    int layers = 1;
    int data = 1;
    int tensor = 1;
    int stages = 1;
    int microbatches = 1;
    int batch = 1; ///< samples per microbatch
    std::optional<int> sequenceLength;
    std::vector<GuessedSize::Of> guesses; ///< which of the sizes above are guesses
};
TableLayout tableLayout(const LayerTable& table, const TableOptions& options = {});

/// One step of one microbatch by the closed formula of the table, in ns. Prologue, layers and epilogue add up; gradient
/// all-reduces queue one after another, each starting when its backward has ended; stages run one after another.
struct TableStep {
    double forwardNs = 0;
    double backwardNs = 0;        ///< input and weight gradients
    double sendNs = 0;            ///< all messages between stages, in both directions
    double gradientNs = 0;        ///< gradient communication
    double exposedGradientNs = 0; ///< the part of it that compute does not hide
    double stepNs() const { return forwardNs + backwardNs + sendNs + exposedGradientNs; }
};
TableStep tableStep(const LayerTable& table, const TableLayout& layout);

/// An error if the table has no times, or if the layout does not fit it.
Result<JobProfile> profileOfTable(const LayerTable& table, const TableOptions& options = {});

} // namespace bubblescope
