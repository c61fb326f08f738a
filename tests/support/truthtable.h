// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// Questions whose answers are known, by kind of question: how far off predictions are, how often their ranges hold the
/// truth, whether ranges are no wider than that takes, and whether the manual tells just that.
class TruthTable {
public:
    struct Limit {
        const char* kind;        ///< of question
        double mean;             ///< how far off its answers may be in the mean, %
        double most;             ///< and the worst of them
        bool isOpen = false;     ///< too little is known for an answer: ranges may be as wide as it takes
        const char* why = "";    ///< they are
        double halfWidth = 0;    ///< that ranges may have, %; 0: twice the mean
        const char* source = ""; ///< of the truth, in the manual's words; without it the kind has no row there
        double bias = std::numeric_limits<double>::infinity(); ///< in the mean to one side, %
        double widest() const { return halfWidth > 0 ? halfWidth : 2 * mean; }
        /// Where the truth is from shared data that may have more elsewhere, that file or folder and its size: of
        /// others the manual does not tell.
        const char* file = nullptr;
        qint64 fileBytes = 0;
    };
    using Range = std::pair<double, double>;

    /// `rangeNs`: as it was given with the answer. `openedNs`: the step before, where the sign of the gain matters.
    void ask(const char* kind, const QString& what, double predictedNs, double truthNs,
        std::optional<Range> rangeNs = {}, std::optional<double> openedNs = {});
    /// No answer, and said why.
    void refuse(const char* kind, const QString& what);
    int count(const char* kind) const;

    /// Prints each question (of many, those that are answered badly) and a line for each kind. Returns what is beyond
    /// the limits: errors; kinds of which fewer than 80 % of the truths lie in their ranges; ranges whose half-width is
    /// more than twice the error that the kind may have; gains of 2 % and more that are told the other way and called
    /// sure; and what the manual does not tell as it is. With BUBBLESCOPE_WRITE_MANUAL set, the manual is rewritten.
    QStringList judge(const std::vector<Limit>& limits) const;

    /// Those that the manual tells of.
    static QStringList kindsInManual();

private:
    struct Asked {
        const char* kind;
        QString what;
        double predictedNs;
        double truthNs;
        std::optional<Range> rangeNs;
        std::optional<double> openedNs;
        double error() const { return (predictedNs / truthNs - 1) * 100; }
        bool isHeld() const { return rangeNs->first <= truthNs && truthNs <= rangeNs->second; }
        bool isWrongAndSure() const;
        QString text() const;
    };
    struct Tally {
        double sum = 0; ///< of all, %
        double most = 0;
        double signedSum = 0;
        double halfWidths = 0;
        int count = 0;
        int ranges = 0;
        int within = 0;
        int wrongAndSure = 0;
        int refused = 0;
        double mean() const { return count > 0 ? sum / count : 0; }
        double halfWidth() const { return ranges > 0 ? halfWidths / ranges : 0; }
        void add(const Asked& asked);
        QString text(const Limit& limit) const;
        /// Of the manual's table.
        QStringList cells(const Limit& limit) const;
    };
    static QStringList beyond(const Limit& limit, const Tally& tally);
    static QString manualFault(const Limit& limit, const Tally& tally);

    std::vector<Asked> m_asked;
    std::vector<std::pair<const char*, QString>> m_refused; ///< by kind
};

} // namespace bubblescope
