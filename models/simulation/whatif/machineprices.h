// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "machineguess.h"
#include "steporders.h"

#include <vector>

namespace bubblescope {

/// By what transfers are priced: the machine that an input was recorded on, and the one that knobs ask about.
class MachinePrices {
public:
    MachinePrices(const JobSource& source, std::vector<BandwidthCurve> curves);

    /// Finds the machine by what was recorded. A replay has no prices of its own: it may be timed before it is known
    /// what they are.
    void learn(const JobSource& source, const StepGraph& replay);
    void setCatalog(HardwareCatalog catalog) { m_catalog = std::move(catalog); }

    const MachineGuess& machine() const { return m_machine; }
    /// Of the machine as it was guessed.
    const Pricing& own() const { return m_own; }
    /// `isNamed`: knobs name it, though it may be the one that was guessed.
    MachineGuess machineOf(const Pricing& pricing, bool isNamed) const;
    /// Of each machine that the input may come from, where nothing states which: of all GPUs that are known and compute
    /// as fast as it does.
    const std::vector<Pricing>& possible() const { return m_possible; }
    /// What was recorded is priced by: the guessed machine, or the one that the knobs name.
    Result<Pricing> ownUnder(const Knobs& knobs) const;
    Result<Hardware> hardwareUnder(const Knobs& knobs, const Hardware& measuredOn) const;
    /// Transfers of other sizes or groups than the run recorded are modelled, also where they follow from what it did.
    void markModelled(StepGraph& order) const;
    /// Small transfers whose price neither a curve nor a recording states.
    static void markSmall(StepGraph& order, const Pricing& pricing);

private:
    TransferFit fitOn(const Pricing& pricing) const;
    void findPossible(double flops);

    bool m_isPlanned;      ///< nothing was measured: it is priced where it is asked about
    bool m_isRecorded;     ///< a trace, whose ranks ran together or alone
    bool m_isOfOperations; ///< of whole operations; a profiler records copies apart
    MachineGuess m_machine;
    std::vector<RecordedTransfer> m_recorded;
    Pricing m_own;
    std::vector<Pricing> m_possible;
    HardwareCatalog m_catalog = HardwareCatalog::builtin();
};

/// Prices of links before and after.
struct LinkPrices {
    Pricing asMeasured; ///< with the input's own links
    Pricing oldLinks;   ///< by formula only
    Pricing newLinks;
    bool changesLinks = false;

    static LinkPrices under(const Knobs& knobs, const Pricing& pricing, const Hardware& hardware);
};

/// Whether what is priced and computed takes as long on both.
bool isSameMachine(const Hardware& one, const Hardware& other);

/// What the cost knobs do to an order priced by `pricing`. An Error if there is no such rank or stage.
Result<CostFactors> costFactors(
    const Knobs& knobs, const Pricing& pricing, const Hardware& hardware, const StepOrder& order);

} // namespace bubblescope
