// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorwork.h"

#include "attentionwork.h"
#include "convolutionwork.h"
#include "lookupwork.h"
#include "matrixwork.h"
#include "normwork.h"
#include "operatorinputs.h"
#include "tensorwork.h"

#include <initializer_list>

namespace bubblescope {

namespace {
/// Of one call no GPU will ever do more: what a damaged file states.
OperatorWork believable(OperatorWork work)
{
    constexpr double most = 1e30;
    for (std::optional<double>* const amount : {&work.flops, &work.bytes}) {
        if (*amount && !(**amount >= 0 && **amount < most))
            amount->reset();
    }
    return work;
}
} // namespace

OperatorWork operatorWork(std::string_view name, std::string_view shapes, std::string_view inputs)
{
    if (inputs.empty()) {
        const OperatorInputs known = OperatorInputs::ofShapes(shapes);
        return known.isSound() ? believable(matrixWork(name, known).value_or(OperatorWork())) : OperatorWork();
    }
    const OperatorInputs recorded = OperatorInputs::recorded(inputs);
    if (!recorded.isSound())
        return {};
    for (const auto workOf : {matrixWork, attentionWork, convolutionWork, normWork, lookUpWork, tensorWork}) {
        if (const std::optional<OperatorWork> work = workOf(name, recorded))
            return believable(*work);
    }
    return {};
}

OperatorKind operatorKind(std::string_view name)
{
    // Each knows its operators whatever their inputs are.
    const OperatorInputs none;
    if (matrixWork(name, none))
        return OperatorKind::Matrix;
    if (attentionWork(name, none))
        return OperatorKind::Attention;
    if (convolutionWork(name, none))
        return OperatorKind::Convolution;
    return normWork(name, none) ? OperatorKind::Norm : OperatorKind::Elements;
}

} // namespace bubblescope
