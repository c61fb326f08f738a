// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorwork.h"

#include "attentionwork.h"
#include "convolutionwork.h"
#include "matrixwork.h"
#include "normwork.h"
#include "operatorinputs.h"
#include "tensorwork.h"

#include <initializer_list>

namespace bubblescope {

OperatorWork operatorWork(std::string_view name, std::string_view shapes, std::string_view inputs)
{
    if (inputs.empty()) {
        const OperatorInputs known = OperatorInputs::ofShapes(shapes);
        return known.isSound() ? matrixWork(name, known).value_or(OperatorWork()) : OperatorWork();
    }
    const OperatorInputs recorded = OperatorInputs::recorded(inputs);
    if (!recorded.isSound())
        return {};
    for (const auto workOf : {matrixWork, attentionWork, convolutionWork, normWork, tensorWork}) {
        if (const std::optional<OperatorWork> work = workOf(name, recorded))
            return *work;
    }
    return {};
}

} // namespace bubblescope
