// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "messagebar.h"
#include "run.h"

#include <QString>

namespace bubblescope {

/// A line for a MessageBar.
struct Notice {
    MessageBar::Tone tone = MessageBar::Tone::Notice;
    QString text;    ///< empty if there is nothing to say
    QString details; ///< tooltip, may have several lines
};

/// How the clocks of a run's ranks were aligned, what was not, and which ranks are missing; may be empty.
Notice alignmentNotice(const Run& run);
/// The same of two runs that are compared, A and B.
Notice alignmentNotice(const Run& a, const Run& b);
/// Import issues on one line with a number and advice; empty if there are only notes.
Notice issueNotice(const ImportReport& report);
/// Shown instead of a timeline: why there is none, in a few words and in a sentence or two.
struct MissingTimeline {
    QString title;
    QString text;
};
MissingTimeline missingTimeline(const RunFolder& folder);

/// Name of what was opened, for titles: the last part of its path.
QString folderName(const RunFolder& folder);

} // namespace bubblescope
