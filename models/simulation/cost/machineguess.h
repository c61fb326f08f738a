// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibration.h"
#include "machinehints.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Which machine an input was recorded on, and how one knows.
struct MachineGuess {
    enum class By : uint8_t {
        Assumed,  ///< unknown: the default
        Named,    ///< the input names it
        Measured, ///< its transfers are as fast as that machine's
        Stated,   ///< the user says so
    };
    Hardware hardware = defaultHardware();
    By by = By::Assumed;
    std::vector<Message> evidence; ///< sentences
};
/// "assumed", "named", "measured" or "told".
std::string_view machineGuessKey(MachineGuess::By by);
/// One sentence, without the evidence.
Message machineText(const MachineGuess& guess);

/// A GPU's name as drivers write it, "NVIDIA H100 80GB HBM3" or "A100-SXM4-40GB"; nothing where no preset is meant.
std::optional<Hardware> hardwareOfDevice(std::string_view deviceName, const HardwareCatalog& catalog);

/// What was seen of a job that its machine should be able to do. 0: unknown.
struct MachineNeeds {
    double flops = 0;       ///< a second, in its matrix work: what cannot is not meant, unless no preset can
    double memoryBytes = 0; ///< of a GPU: who has less would have to move states to the host, which few do
};

/// Names count before speeds. Speeds are those of large collectives inside a node, of gradients that a group of one
/// copies in its own memory, and of messages between nodes, which the network must reach at least.
MachineGuess guessMachine(const MachineHints& hints, std::span<const RecordedTransfer> recorded,
    const HardwareCatalog& catalog, const MachineNeeds& needs = {});
/// Curves as transfers of their largest sizes: who measured them beside a run did so on its machine.
std::vector<RecordedTransfer> largestOf(std::span<const BandwidthCurve> curves);

} // namespace bubblescope
