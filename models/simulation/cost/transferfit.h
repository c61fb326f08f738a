// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"

#include <array>
#include <optional>

namespace bubblescope {

/// How the formulas' times become those of one machine, by what a run recorded on it:
/// overhead + copy + factor × formula. Empty, the formulas count as they are.
struct TransferFit {
    /// Operations that use links alike.
    enum class Use : uint8_t {
        Message,
        Ring,     ///< or tree, or switch
        Exchange, ///< all-to-all
    };
    struct Line {
        double overheadNs = 0; ///< of a call: launch and host, whatever its size
        double factor = 1;     ///< on the formula
        double spread = 0;     ///< usual share by which a recorded transfer lies off the line
        bool isUsual = false;  ///< of other runs, as this one recorded none
    };
    /// By use, inside a node and across nodes; absent where neither recorded nor assumed.
    std::array<std::array<std::optional<Line>, 2>, 3> lines;
    /// A gradient is scaled before it is shared, by a group of one as well.
    double copyNsPerByte = 0;

    /// Transfers of links that nothing like them was recorded of take what they usually do.
    void assumeUsualLines();
    /// On links that nothing was recorded of. Of messages what they took in recorded runs of Megatron: 8.4 and 33.5 MB
    /// 0.375 and 1.11 ms inside a node, 8.4 MB 0.53 ms across nodes. Of collectives the formula and 45 µs a call: those
    /// of three clusters come nearest to that.
    static Line usualLine(Use use, bool acrossNodes);

    static Use useOf(Operation operation);
    const std::optional<Line>& recorded(Operation operation, bool acrossNodes) const
    {
        return lines[size_t(useOf(operation))][acrossNodes];
    }
    /// Of collectives that were not recorded, the line of others on the same links. Where only the other links were
    /// used, the usual one: what a call took there says little of it here.
    Line lineOf(Operation operation, bool acrossNodes) const;
    double copyNs(Category group, double bytes) const;
};

} // namespace bubblescope
