// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "triedfinding.h"

#include "formatting.h"
#include "simulatepane.h"

namespace bubblescope {

QString triedSentence(const TriedFinding& tried, const StepFigures& opened, const StepFigures* answer)
{
    QString text = tried.costNs > 0 ? SimulatePane::tr("“%1” costs %2.").arg(tried.title, formatDuration(tried.costNs))
                                    : SimulatePane::tr("“%1”.").arg(tried.title);
    const auto add = [&text](const QString& sentence) { text += QLatin1Char(' ') + sentence; };
    if (answer && tried.costNs > 0) {
        const double gain = opened.wholeStepNs() - answer->wholeStepNs();
        constexpr double alike = 0.05;
        if (answer->samplesPerStep != opened.samplesPerStep)
            add(SimulatePane::tr("The batch changes: what counts is the time per sample."));
        else if (gain > tried.costNs * (1 + alike))
            add(SimulatePane::tr(
                "These knobs save more: they act on the whole step, the finding counts only what it names."));
        else if (gain < tried.costNs * (1 - alike))
            add(SimulatePane::tr("These knobs save less: without it, the step waits for something else."));
    }
    if (!tried.replaced.isEmpty())
        add(SimulatePane::tr("Replaces %1; Undo brings that back.").arg(tried.replaced));
    return text;
}

} // namespace bubblescope
