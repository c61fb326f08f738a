// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// A small 1F1B pipeline with one rank a stage, played pass by pass. Times in ms; a backward pass takes twice as long
/// as a forward pass.
class NaiveBlame {
public:
    /// `forwards`: the time of a forward pass, by stage.
    NaiveBlame(std::vector<double> forwards, int microbatches);

    struct Pass {
        bool isForward = true;
        int microbatch = 0;
        int stage = 0;
        auto operator<=>(const Pass&) const = default;
    };
    /// Of the pass, for its message; 0 if that was there.
    double waitOf(const Pass& pass) const;
    /// Brute force: the stage that makes this wait shortest, if all its passes are as short as the shortest ones of all
    /// stages, and how much shorter that is.
    struct Culprit {
        int stage = -1;
        double gain = 0;
    };
    Culprit culpritOf(const Pass& pass) const;
    /// As traceFromText() reads it: passes, sends and receives.
    std::string text() const;

private:
    struct Played {
        double ready = 0; ///< when it began to receive
        double begin = 0;
        double end = 0;
        double arrival = 0; ///< of its message
    };
    std::vector<Pass> passesOf(int stage) const;
    void play();

    std::vector<double> m_forwards;
    int m_microbatches;
    std::map<Pass, Played> m_played;
};

} // namespace bubblescope
