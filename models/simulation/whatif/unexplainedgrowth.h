// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace bubblescope {

/// How what a model leaves out of stated steps grows with their microbatches. It lies beside passes (host, messages, a
/// backward pass that takes longer than assumed) or ends the step (optimizer, logging): several steps that are
/// alike in everything but their number of microbatches show which; where nothing does, all of it is taken to lie
/// beside passes.
class UnexplainedGrowth {
public:
    struct Seen {
        int tensor = 1;
        int data = 1;
        int expert = 1;
        int stages = 1;
        int microbatchSize = 1; ///< larger microbatches take longer passes, and more may lie beside them
        int microbatches = 1;
        double ns = 0; ///< of a step; all are of one model, sequence length and machine
    };
    explicit UnexplainedGrowth(const std::vector<Seen>& seen = {});

    bool isKnown() const { return m_isKnown; }
    /// What it takes under `to` microbatches as a share of what it took under `from`.
    double factor(int from, int to) const;
    /// The other end of what it may be: nothing grows where nothing shows it, else all of it.
    double otherFactor(int from, int to) const;

private:
    // Of a line a + b x microbatches: of one part of a and b, see factor().
    double m_fixed = 0;
    double m_ofEach = 1;
    bool m_isKnown = false;
};

} // namespace bubblescope
