// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "truthtable.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope {

void TruthTable::ask(const char* kind, const QString& what, double predictedNs, double truthNs,
    std::optional<std::pair<double, double>> rangeNs)
{
    m_asked.push_back({kind, what, predictedNs, truthNs, rangeNs});
}

QStringList TruthTable::judge(const std::vector<Limit>& limits) const
{
    QStringList beyond;
    for (const Asked& asked : m_asked) {
        if (std::none_of(
                limits.begin(), limits.end(), [&](const Limit& l) { return !std::strcmp(l.kind, asked.kind); }))
            beyond += QStringLiteral("%1: no limit").arg(QLatin1String(asked.kind));
    }
    for (const Limit& limit : limits) {
        double sum = 0;
        double most = 0;
        double halfWidths = 0; // %
        int count = 0;
        int ranges = 0;
        int within = 0;
        for (const Asked& asked : m_asked) {
            if (std::strcmp(asked.kind, limit.kind) != 0)
                continue;
            const double error = (asked.predictedNs / asked.truthNs - 1) * 100;
            QString range;
            if (asked.rangeNs) {
                const auto [low, high] = *asked.rangeNs;
                const bool holds = low <= asked.truthNs && asked.truthNs <= high;
                range = QStringLiteral("  %1 … %2").arg(low / 1e6, 0, 'f', 1).arg(high / 1e6, 0, 'f', 1)
                    + (holds ? QString() : QStringLiteral("  outside"));
                ++ranges;
                within += holds;
                halfWidths += (high - low) / 2 / asked.predictedNs * 100;
            }
            qInfo("%-26s %-44s %9.1f ms, truth %9.1f ms %+7.2f %%%s", asked.kind, qUtf8Printable(asked.what),
                asked.predictedNs / 1e6, asked.truthNs / 1e6, error, qUtf8Printable(range));
            sum += std::abs(error);
            most = std::max(most, std::abs(error));
            ++count;
        }
        if (count == 0)
            continue;
        const double mean = sum / count;
        const QString kind = QString::fromUtf8(limit.kind);
        qInfo("%-26s mean %.2f %% (at most %g), worst %.2f %% (at most %g)%s", limit.kind, mean, limit.mean, most,
            limit.most,
            ranges == 0 ? ""
                        : qUtf8Printable(QStringLiteral("; %1 of %2 in range, ± %3 %")
                                             .arg(within)
                                             .arg(ranges)
                                             .arg(halfWidths / ranges, 0, 'f', 1)));
        if (mean > limit.mean || most > limit.most)
            beyond += QStringLiteral("%1: %2 % in the mean, %3 % at worst").arg(kind).arg(mean).arg(most);
        if (within * 5 < ranges * 4)
            beyond += QStringLiteral("%1: %2 of %3 in range").arg(kind).arg(within).arg(ranges);
        if (ranges > 0 && !limit.isOpen && halfWidths / ranges > 2 * limit.mean)
            beyond += QStringLiteral("%1: ranges of ± %2 %").arg(kind).arg(halfWidths / ranges);
    }
    return beyond;
}

} // namespace bubblescope
