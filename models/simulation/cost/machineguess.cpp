// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "machineguess.h"

#include "busbandwidth.h"
#include "measuretext.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

constexpr double largeBytes = 16.0 * 1024 * 1024;
constexpr double closest = 0.93; // of what was seen, a machine reaches at least so much
constexpr double farthest = 2;   // and at most so many times as much

/// The fastest that was seen of something, which the machine can do at least.
struct Seen {
    double bytesPerSecond = 0;
    const RecordedTransfer* of = nullptr;
};

/// An all-reduce or its like inside a node or of whole nodes, without the copy of gradients.
Seen fastestCollective(std::span<const RecordedTransfer> recorded, double copyNsPerByte, bool acrossNodes)
{
    Seen seen;
    TransferFit copies;
    copies.copyNsPerByte = copyNsPerByte;
    for (const RecordedTransfer& t : recorded) {
        const double ns = t.ns - copies.copyNs(t.group, t.bytes);
        const bool isOfRing = t.operation == Operation::AllReduce || t.operation == Operation::AllGather
            || t.operation == Operation::ReduceScatter;
        const bool sharesCards = acrossNodes && t.placement.groupsSharingNics > 1;
        if (!isOfRing || t.placement.ranks < 2 || t.placement.spansNodes() != acrossNodes || sharesCards
            || t.bytes < largeBytes || ns <= 0)
            continue;
        const double speed = busBandwidth(t.operation, t.bytes, t.placement.ranks, ns);
        if (speed > seen.bytesPerSecond)
            seen = {speed, &t};
    }
    return seen;
}

/// What the preset's formula says of the same, the most that its links can. Across nodes NCCL seldom takes the switch,
/// even where it could.
double speedOf(const RecordedTransfer& transfer, Hardware hardware)
{
    hardware.collectives = {};
    const auto algorithm
        = transfer.placement.spansNodes() ? CollectiveAlgorithm::Ring : CollectiveAlgorithm::Automatic;
    const double ns = priceCollective(transfer.operation, transfer.bytes, transfer.placement, hardware, algorithm).ns;
    return busBandwidth(transfer.operation, transfer.bytes, transfer.placement.ranks, ns);
}

/// Machines seldom do better than their presets, and often a little worse.
double distance(double preset, double seen)
{
    const double ratio = preset / seen;
    if (ratio < closest || ratio > farthest)
        return std::numeric_limits<double>::infinity();
    constexpr double penaltyOfBetter = 4;
    return ratio < 1 ? penaltyOfBetter * (1 - ratio) : ratio - 1;
}

/// From what the preset's formula says of a transfer; of gradients that may have been scaled before, whether it does
/// with that or without. The plain one counts among equals.
double linkDistance(const Seen& seen, const Hardware& hardware, bool mayBeScaled)
{
    constexpr double ofAssuming = 0.02;
    const double formula = speedOf(*seen.of, hardware);
    const double plain = distance(formula, seen.bytesPerSecond);
    const double ns = seen.of->ns - usualCopyNsPerByte(hardware) * seen.of->bytes;
    const bool isGradient = seen.of->group == Category::DataComm || seen.of->group == Category::ExpertDataComm;
    if (!mayBeScaled || !isGradient || ns <= 0)
        return plain;
    return std::min(plain,
        ofAssuming + distance(formula, busBandwidth(seen.of->operation, seen.of->bytes, seen.of->placement.ranks, ns)));
}

double fastestMessage(std::span<const RecordedTransfer> recorded)
{
    double fastest = 0;
    for (const RecordedTransfer& t : recorded) {
        const bool crosses = isPointToPoint(t.operation) && t.placement.ranks == 2 && t.placement.spansNodes();
        if (crosses && t.bytes >= smallMessageBytes && t.ns > 0)
            fastest = std::max(fastest, t.bytes / t.ns * nsPerSecond);
    }
    return fastest;
}

/// The slowest network that reaches what was seen, where the machine's own does not.
void takeFasterNetwork(MachineGuess& guess, double seen, const HardwareCatalog& catalog)
{
    constexpr double tolerance = 1.05;
    if (seen <= guess.hardware.nicBandwidth * tolerance)
        return;
    const HardwareCatalog::Preset* network = nullptr;
    for (const HardwareCatalog::Preset& preset : catalog.presets()) {
        const bool reaches = preset.isNetwork() && preset.hardware.nicBandwidth * tolerance >= seen;
        if (reaches && (!network || preset.hardware.nicBandwidth < network->hardware.nicBandwidth))
            network = &preset;
    }
    const std::string gpu = guess.hardware.name.substr(0, guess.hardware.name.find(','));
    const Result<Hardware> faster = network ? catalog.find(gpu + "+" + network->key) : Error {};
    if (!faster)
        return;
    guess.hardware = *faster;
    guess.evidence.push_back(say("Its messages between nodes reach {}.", speedText(seen)));
}

} // namespace

std::string_view machineGuessKey(MachineGuess::By by)
{
    switch (by) {
    case MachineGuess::By::Assumed:
        break;
    case MachineGuess::By::Named:
        return "named";
    case MachineGuess::By::Measured:
        return "measured";
    case MachineGuess::By::Stated:
        return "told";
    }
    return "assumed";
}

Message machineText(const MachineGuess& guess)
{
    const std::string& name = guess.hardware.name;
    switch (guess.by) {
    case MachineGuess::By::Assumed:
        break;
    case MachineGuess::By::Named:
        return say("The input names {} as its hardware.", name);
    case MachineGuess::By::Measured:
        return say("The input seems to come from {}: measured-on tells better.", name);
    case MachineGuess::By::Stated:
        return say("The input comes from {}, as told.", name);
    }
    return say("No preset is known to be the hardware of the input: it is priced as {}.", name);
}

std::optional<Hardware> hardwareOfDevice(std::string_view name, const HardwareCatalog& catalog)
{
    for (const std::string_view maker : {"NVIDIA_", "NVIDIA-", "NVIDIA "}) {
        if (name.starts_with(maker))
            name.remove_prefix(maker.size());
    }
    if (name.empty())
        return std::nullopt;
    Result<Hardware> found = catalog.find(name);
    return found ? std::optional(std::move(found).value()) : std::nullopt;
}

namespace {

MachineGuess guessByNames(std::span<const std::string> deviceNames, const HardwareCatalog& catalog)
{
    MachineGuess guess;
    for (const std::string& name : std::set<std::string>(deviceNames.begin(), deviceNames.end())) {
        if (const std::optional<Hardware> hardware = hardwareOfDevice(name, catalog)) {
            guess.hardware = *hardware;
            guess.by = MachineGuess::By::Named;
            guess.evidence = {say("The input names {}.", name)};
            return guess;
        }
        guess.evidence.push_back(say("The input names {}, for which there is no preset.", name));
    }
    return guess;
}

/// Another GPU that explains what was seen almost as well. Links alone do not tell generations apart that compute
/// differently.
std::optional<Message> alternativeTo(
    const Hardware& guessed, double distance, const std::vector<std::pair<double, Hardware>>& fitting)
{
    constexpr double nearly = 0.12;
    const std::pair<double, Hardware>* nearest = nullptr;
    for (const auto& other : fitting) {
        const bool computesAlike = other.second.peakFlops == guessed.peakFlops;
        if (!computesAlike && other.first <= distance + nearly && (!nearest || other.first < nearest->first))
            nearest = &other;
    }
    if (!nearest)
        return std::nullopt;
    return say("{} fits almost as well.", nearest->second.name);
}

MachineGuess guessBySpeeds(std::span<const RecordedTransfer> recorded, const HardwareCatalog& catalog, const MachineNeeds& needs)
{
    MachineGuess guess;
    Pricing plain;
    plain.hardware.memoryBandwidth = 0; // only what was recorded
    const double copyNsPerByte = calibrated(recorded, plain).copyNsPerByte;
    Seen link = fastestCollective(recorded, copyNsPerByte, false);
    if (!link.of)
        link = fastestCollective(recorded, copyNsPerByte, true);
    // Read and written.
    const double memory = copyNsPerByte > 0 ? 2 * nsPerSecond / copyNsPerByte : 0;
    double best = std::numeric_limits<double>::infinity();
    const auto presets = catalog.presets();
    const bool isPossible = std::any_of(presets.begin(), presets.end(),
        [&needs](const HardwareCatalog::Preset& preset) { return preset.hardware.peakFlops >= needs.flops; });
    const auto isTooSmall = [&needs](const Hardware& hardware) {
        constexpr double gibibyte = 1.073741824; // GB, which is what a GB of a GPU's memory means
        return hardware.memoryBytes > 0 && hardware.memoryBytes * gibibyte < needs.memoryBytes;
    };
    bool wereTooSlow = false;
    bool wereTooSmall = false;
    std::vector<std::pair<double, Hardware>> fitting;
    const auto consider = [&](const Hardware& hardware) {
        if (isPossible && needs.flops > hardware.peakFlops) {
            wereTooSlow = true;
            return;
        }
        double sum = 0;
        if (link.of)
            sum += linkDistance(link, hardware, memory <= 0);
        if (memory > 0)
            sum += distance(hardware.memoryBandwidth, memory);
        if (!link.of && memory <= 0)
            return;
        if (isTooSmall(hardware)) {
            constexpr double ofMovingStates = 0.05;
            sum += ofMovingStates;
            wereTooSmall = true;
        }
        fitting.emplace_back(sum, hardware);
        if (sum < best) {
            best = sum;
            guess.hardware = hardware;
            guess.by = MachineGuess::By::Measured;
        }
    };
    consider(defaultHardware()); // among equals
    for (const HardwareCatalog::Preset& preset : catalog.presets()) {
        if (preset.isNetwork() || !preset.file.empty())
            continue;
        if (const Result<Hardware> hardware = catalog.find(preset.key))
            consider(*hardware);
    }
    const bool isFound = guess.by == MachineGuess::By::Measured;
    if (isFound)
        takeFasterNetwork(guess, fastestMessage(recorded), catalog);
    if (link.of) {
        const std::string seen = speedText(link.bytesPerSecond);
        const bool crosses = link.of->placement.spansNodes();
        if (isFound) {
            guess.evidence.push_back(say(crosses ? say("Its collectives across nodes reach {}; {} has {}.")
                                                 : say("Its collectives inside a node reach {}; {} has {}."),
                seen, guess.hardware.name, speedText(speedOf(*link.of, guess.hardware))));
        } else {
            guess.evidence.push_back(say(crosses ? say("Its collectives across nodes reach {}: no preset is near.")
                                                 : say("Its collectives inside a node reach {}: no preset is near."),
                seen));
        }
    }
    if (memory > 0) {
        guess.evidence.push_back(isFound ? say("It copies gradients at {}; {} has {}.", speedText(memory),
                                     guess.hardware.name, speedText(guess.hardware.memoryBandwidth))
                                         : say("It copies gradients at {}.", speedText(memory)));
    }
    if (isFound) {
        if (const std::optional<Message> other = alternativeTo(guess.hardware, best, fitting))
            guess.evidence.push_back(*other);
    }
    if (wereTooSlow && isFound) {
        guess.evidence.push_back(say("It computes at {} TFLOP/s; {} can {}.", fmt::format("{:.0f}", needs.flops / 1e12),
            guess.hardware.name, fmt::format("{:.0f}", guess.hardware.teraflops())));
    }
    if (wereTooSmall && isFound && !isTooSmall(guess.hardware)) {
        guess.evidence.push_back(say("Its weights, gradients and optimizer take {}; {} has {}.", bytesText(needs.memoryBytes),
            guess.hardware.name, bytesText(guess.hardware.memoryBytes)));
    }
    return guess;
}

} // namespace

MachineGuess guessMachine(
    const MachineHints& hints, std::span<const RecordedTransfer> recorded, const HardwareCatalog& catalog,
    const MachineNeeds& needs)
{
    MachineGuess guess = guessByNames(hints.devices, catalog);
    if (guess.evidence.empty())
        guess = guessBySpeeds(recorded, catalog, needs);
    if (!hints.network.empty())
        guess.evidence.push_back(say("NCCL says that it takes the network {} between nodes.", hints.network));
    return guess;
}

std::vector<RecordedTransfer> largestOf(std::span<const BandwidthCurve> curves)
{
    std::vector<RecordedTransfer> transfers;
    for (const BandwidthCurve& curve : curves) {
        if (curve.isOfJob)
            continue; // its largest size may not show what the links can do
        RecordedTransfer transfer;
        transfer.operation = curve.operation;
        transfer.bytes = curve.points.back().bytes;
        transfer.placement = {curve.ranks, std::max(curve.ranksPerNode, 1), 1};
        transfer.ns = curve.points.back().ns;
        transfer.count = 1;
        transfers.push_back(transfer);
    }
    return transfers;
}

} // namespace bubblescope
