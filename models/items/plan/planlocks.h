// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"

#include <QString>

#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// A constraint that the user can put on a search: a knob and the ranges of values to choose from.
struct PlanLock {
    struct Choice {
        QString text;                    ///< "TP ≤ 8"
        std::vector<std::string> values; ///< as PlanSpace::allowed takes them; empty: all
    };
    std::string knob;
    QString help;                 ///< what it is about, a whole sentence
    std::vector<Choice> choices; ///< the first allows everything
    size_t chosen = 0;

    bool isSet() const { return chosen > 0; }
};

/// The locks that make sense for a job; what it states itself is among their values.
std::vector<PlanLock> planLocks(const JobDescription& job);
/// As PlanSpace::allowed takes them.
std::vector<std::pair<std::string, std::vector<std::string>>> allowedBy(const std::vector<PlanLock>& locks);

} // namespace bubblescope
