// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglerdigest.h"

#include "folderarchive.h"
#include "packedtext.h"
#include "runcontext.h"
#include "traceexchange.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

template <typename Archive, Either<StragglerWhatIf::Step> Value> void exchange(Archive& archive, Value& value)
{
    auto& [number, base, noDelay, ideal] = value;
    archive(number, base, noDelay, ideal);
}

template <typename Archive, Either<StragglerWhatIf::Part> Value> void exchange(Archive& archive, Value& value)
{
    auto& [number, slowdown, pace] = value;
    archive(number, slowdown, pace);
}

template <typename Archive, Either<StragglerWhatIf::Type> Value> void exchange(Archive& archive, Value& value)
{
    auto& [key, slowdown] = value;
    archive(key, slowdown);
}

template <typename Archive, Either<StragglerWhatIf::Rank> Value> void exchange(Archive& archive, Value& value)
{
    auto& [rank, stage, dataRank, score, lostNs] = value;
    archive(rank, stage, dataRank, score, lostNs);
}

template <typename Archive, Either<StragglerWhatIf> Value> void exchange(Archive& archive, Value& value)
{
    auto& [slowdown, launchSlowdown, ofSlowestRanks, ofLastStage, lostTogetherNs, steps, dataRanks, stages, hosts,
        types, ranks, stepsLeftOut]
        = value;
    archive(slowdown, launchSlowdown, ofSlowestRanks, ofLastStage, lostTogetherNs, steps, dataRanks, stages, hosts,
        types, ranks, stepsLeftOut);
}

namespace {
/// Whether it can be of a run with these tables: hosts are shown by name, ratios sorted.
bool isSoundWhatIf(const StragglerWhatIf& whatIf, const Trace& tables)
{
    const auto isRatio = [](const auto& part) { return part.slowdown >= 0 && part.slowdown < 1e18; };
    const auto isType = [](const StragglerWhatIf::Type& type) {
        for (size_t kind = 0; kind < stepOperationCount; ++kind) {
            if (type.key == stepOperationKey(StepOperation(kind)))
                return true;
        }
        return false;
    };
    const auto isHost = [&](const StragglerWhatIf::Part& host) {
        return host.number >= 0 && size_t(host.number) < tables.hosts().size()
            && (!host.pace || (*host.pace >= 0 && *host.pace < 1e18));
    };
    const auto isTimed = [](const StragglerWhatIf::Step& step) {
        const double ratio = step.slowdown();
        return step.base >= 0 && step.base < 1e19 && step.noDelay >= 0 && step.noDelay < 1e19 && step.ideal >= 0
            && step.ideal < 1e19 && ratio < 1e18;
    };
    const auto isPriceOrNone
        = [](const std::optional<double>& value) { return !value || (*value >= 0 && *value < 1e19); };
    const auto isRank = [&](const StragglerWhatIf::Rank& rank) {
        return tables.findRank(rank.rank) && isPriceOrNone(rank.lostNs)
            && (!rank.score || isRatio(StragglerWhatIf::Part {0, *rank.score}));
    };
    const auto isFiniteOrNone = [](const std::optional<double>& value) { return !value || std::isfinite(*value); };
    return isRatio(whatIf) && whatIf.launchSlowdown >= 0 && whatIf.launchSlowdown < 1e18
        && isFiniteOrNone(whatIf.ofSlowestRanks) && isFiniteOrNone(whatIf.ofLastStage)
        && isPriceOrNone(whatIf.lostTogetherNs) && whatIf.ranks.size() <= tables.ranks().size()
        && std::all_of(whatIf.ranks.begin(), whatIf.ranks.end(), isRank)
        && std::all_of(whatIf.dataRanks.begin(), whatIf.dataRanks.end(), isRatio)
        && std::all_of(whatIf.stages.begin(), whatIf.stages.end(), isRatio)
        && std::all_of(whatIf.hosts.begin(), whatIf.hosts.end(), isRatio)
        && std::all_of(whatIf.hosts.begin(), whatIf.hosts.end(), isHost)
        && std::all_of(whatIf.types.begin(), whatIf.types.end(), isRatio)
        && std::all_of(whatIf.types.begin(), whatIf.types.end(), isType)
        && std::all_of(whatIf.steps.begin(), whatIf.steps.end(), isTimed);
}
} // namespace

std::string stragglerDigest(const Run& run)
{
    if (!run.hasCommonTime())
        return {};
    const Result<StragglerWhatIf> whatIf = findStragglerWhatIf(*contextOf(run));
    return archived([&whatIf](BinaryWriter& archive) {
        archive(whatIf.isOk());
        if (whatIf)
            archive(*whatIf);
        else
            archive(whatIf.error().message, whatIf.error().advice);
    });
}

std::optional<Result<StragglerWhatIf>> restoredStragglers(std::string_view text, const Trace& tables)
{
    bool isKnown = false;
    StragglerWhatIf whatIf;
    Error refusal;
    const bool isWhole = restored(text, [&](BinaryReader& archive) {
        archive(isKnown);
        if (isKnown)
            archive(whatIf);
        else
            archive(refusal.message, refusal.advice);
    });
    if (!isWhole || (isKnown && !isSoundWhatIf(whatIf, tables)))
        return std::nullopt;
    return isKnown ? Result(std::move(whatIf)) : Result<StragglerWhatIf>(std::move(refusal));
}

} // namespace bubblescope
