// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// Questions whose answers are known, by kind of question: how far off predictions are, how often their ranges hold the
/// truth, and whether ranges are no wider than that takes.
class TruthTable {
public:
    struct Limit {
        const char* kind;    ///< of question
        double mean;         ///< how far off its answers may be in the mean, %
        double most;         ///< and the worst of them
        bool isOpen = false; ///< too little is known for an answer: ranges may be as wide as it takes
    };

    /// `rangeNs`: as it was given with the answer.
    void ask(const char* kind, const QString& what, double predictedNs, double truthNs,
        std::optional<std::pair<double, double>> rangeNs = {});

    /// Prints each question and a line for each kind; returns what is beyond the limits: errors, kinds of which fewer
    /// than 80 % of the truths lie in their ranges, and ranges whose half-width is more than twice the error that the
    /// kind may have.
    QStringList judge(const std::vector<Limit>& limits) const;

private:
    struct Asked {
        const char* kind;
        QString what;
        double predictedNs;
        double truthNs;
        std::optional<std::pair<double, double>> rangeNs;
    };
    std::vector<Asked> m_asked;
};

} // namespace bubblescope
