// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "layertable.h"
#include "result.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// How the job of a layer table is spread. What is absent is taken from the table's name, `<model>-train-<seq>-<batch>`
/// with -dp4, -tp4 or -pp4_1 (stages, microbatches), and its layer count, else assumed.
struct TableOptions {
    std::optional<int> layers = {};
    std::optional<int> data = {};
    std::optional<int> tensor = {};
    std::optional<int> stages = {};
    std::optional<int> microbatches = {};
};
/// The same with everything filled in.
struct TableLayout {
    int layers = 1;
    int data = 1;
    int tensor = 1;
    int stages = 1;
    int microbatches = 1;
    int batch = 1; ///< samples of a microbatch
    std::optional<int> sequenceLength;
    std::vector<GuessedSize::Of> guesses; ///< of the sizes above
};
TableLayout tableLayout(const LayerTable& table, const TableOptions& options = {});

/// One step of one microbatch by the table's own closed rule, ns. Prologue, layers and epilogue add up; gradient
/// all-reduces queue one behind the other, each from the end of its backward on; stages follow each other.
struct TableStep {
    double forwardNs = 0;
    double backwardNs = 0;        ///< input and weight gradients
    double sendNs = 0;            ///< of all messages between stages, both directions
    double gradientNs = 0;        ///< of the gradient communication
    double exposedGradientNs = 0; ///< what of it compute does not hide
    double stepNs() const { return forwardNs + backwardNs + sendNs + exposedGradientNs; }
};
TableStep tableStep(const LayerTable& table, const TableLayout& layout);

/// The table's prices by layer. Communication without a stated time is left to be priced from its bytes.
LayerWork layerWork(const LayerTable& table, int layers);

/// Refuses a table without any time, and layouts that do not fit it, with a sentence.
Result<JobProfile> profileOfTable(const LayerTable& table, const TableOptions& options = {});

} // namespace bubblescope
