// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "timescale.h"
#include "trace.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace bubblescope {

/// Draws the counters of a trace (memory in use) as areas, each with its own scale from 0. A value holds until the
/// next sample, the last one until the recording ends. Keeps the extremes of blocks of samples, so that a pixel column
/// costs at most a few hundred samples.
class CounterPainter {
public:
    CounterPainter() = default;
    explicit CounterPainter(const Trace& trace);

    /// `scale` is in the painter's coordinates.
    void paint(QPainter& painter, uint32_t series, const QRectF& box, const TimeScale& scale, const Palette& palette);

    /// Greatest value of all samples: the end of the scale.
    double largest(uint32_t series) const { return series < m_largest.size() ? m_largest[series] : 0; }

private:
    struct Extremes {
        double least = 0;
        double most = 0;
    };
    static constexpr size_t blockSize = 256;

    /// Of samples [first, last) among all.
    Extremes extremes(size_t first, size_t last) const;

    const Trace* m_trace = nullptr;
    std::vector<Extremes> m_blocks; // of all samples
    std::vector<double> m_largest;  // by series
};

/// "Total Allocated", with the device if there is one.
QString counterName(const Trace& trace, const CounterSeries& series);
QString counterValueText(const CounterSeries& series, double value);
/// The value at a time; nullopt before the first sample.
std::optional<double> counterValueAt(const CounterTable& table, const CounterSeries& series, TimeNs time);

} // namespace bubblescope
