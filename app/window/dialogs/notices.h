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
    QString text;    ///< empty for nothing to say
    QString details; ///< tool tip, may have several lines
};

/// How the clocks of a run's ranks were brought together, what was not, and which ranks are missing; may be empty.
Notice alignmentNotice(const Run& run);
/// What the import found wrong, in one line with a number and an advice; empty where there are only notes.
Notice issueNotice(const ImportReport& report);
/// Why there is no timeline, in place of it: a few words, and a sentence or two.
struct MissingTimeline {
    QString title;
    QString text;
};
MissingTimeline missingTimeline(const RunFolder& folder);

/// Name of what was opened, for titles: the last part of its path.
QString folderName(const RunFolder& folder);

} // namespace bubblescope
