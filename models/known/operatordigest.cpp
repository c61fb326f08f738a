// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatordigest.h"

#include "folderarchive.h"
#include "packedtext.h"
#include "traceexchange.h"
#include "typicalstep.h"

#include <algorithm>

namespace bubblescope {

template <typename Archive, Either<OperatorUse> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, shapes, dataTypes, calls, deviceNs, flops, bytes] = value;
    archive(name, shapes, dataTypes, calls, deviceNs, flops, bytes);
}

std::string operatorDigest(const Run& run)
{
    const std::vector<OperatorUse> operators = operatorsOf(*run.trace, typicalStep(*run.trace));
    return archived([&operators](BinaryWriter& archive) { archive(operators); });
}

std::optional<std::vector<OperatorUse>> restoredOperators(std::string_view text)
{
    std::vector<OperatorUse> operators;
    const bool isWhole = restored(text, [&operators](BinaryReader& archive) { archive(operators); });
    const auto isAmount = [](double value) { return value >= 0 && value < 1e18; };
    const auto isWork = [](double value) { return value >= 0 && value < 1e60; }; // of a call below 1e30
    const auto isSoundUse = [&](const OperatorUse& use) {
        return isAmount(use.calls) && isAmount(use.deviceNs) && isWork(use.flops.value_or(0))
            && isWork(use.bytes.value_or(0));
    };
    if (!isWhole || !std::all_of(operators.begin(), operators.end(), isSoundUse))
        return std::nullopt;
    return operators;
}

} // namespace bubblescope
