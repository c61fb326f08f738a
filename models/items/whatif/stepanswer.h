// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sensitivity.h"
#include "whatif.h"

#include <QString>
#include <QStringList>

namespace bubblescope {

/// The effect of the moved knobs, in words.
struct StepAnswer {
    QString step;        ///< "911.3 ms → 742.1 ms"
    QString verdict;     ///< "22.7 % more samples per second"
    QStringList details; ///< "step −18.5 %", "bubble 35.4 % → 21.1 %", "exposed comm. 6.7 %"; the weightiest first
    double gain = 0;     ///< in samples per second, or in speed of the step if samples are unknown
    QString range;       ///< "expected between 636 ms and 674 ms"; empty where there is none
    bool isSure = true;  ///< the gain is larger than its range
};
StepAnswer stepAnswer(const StepFigures& baseline, const StepFigures& simulated);
/// A warning if a stage needs more memory than its GPUs have; else empty.
QString memoryWarning(const SimulatedStep& step);
/// Of a gain whose range differs on both sides: in a sentence "+12.1 %, between +4.0 % and +13.5 %", beside a bar
/// "+12.1 % (+4.0 % to +13.5 %)", where there is little room "+4.0 % to +13.5 %".
enum class GainWords : uint8_t { Sentence, BesideBar, Narrow };
/// "+12.1 % ± 2.3 %", or both ends where its sides differ.
QString gainFigure(const KnobGain& gain, GainWords words = GainWords::Sentence);
/// "8 to 16 microbatches: +12.1 % samples/s, step 1 500 ms".
QString gainText(const KnobGain& gain);

} // namespace bubblescope
