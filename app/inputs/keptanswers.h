// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

class Document;
class RunSteps;

/// Gives the steps of a run from an index what the merge found out of them. The document must outlive them.
void useKeptAnswers(RunSteps& steps, const Document& document);

} // namespace bubblescope
