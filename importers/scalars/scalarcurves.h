// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "runlog.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Where a tracker's scalar goes: a figure of LogStep, and what one of its unit is there.
struct ScalarMeaning {
    std::optional<double> LogStep::*figure = nullptr; ///< null for what no step has
    double factor = 1;
    int preference = 0; ///< of several scalars for one figure, that with the smallest is drawn
};
/// By the usual names: "lm loss", "train/loss", "optim/lr", "iteration-time", "mem-allocated-bytes".
ScalarMeaning meaningOfScalar(std::string_view name);

/// Scalars by step, from a file of whichever tracker; becomes a run log whose curves are drawn in Loss.
class ScalarCurves {
public:
    explicit ScalarCurves(ImportReport& report) : m_report(report) { }

    /// Number of a scalar, by its name.
    size_t curve(std::string_view name);
    /// A value that is not finite has no point; it is counted.
    void add(size_t curve, double step, double value, uint64_t offset);
    /// Nothing where no scalar is a figure that steps have; those left out are reported.
    std::optional<RunLog> finish(std::string name, const std::string& file);

private:
    struct Curve {
        std::string name;
        ScalarMeaning meaning;
        bool isDrawn = true;
    };
    struct Point {
        size_t curve = 0;
        int64_t step = 0;
        double value = 0;
        uint64_t offset = 0;
    };
    static constexpr size_t mostPoints = size_t(8) << 20;

    ImportReport& m_report;
    std::vector<Curve> m_curves;
    std::map<std::string, size_t, std::less<>> m_curveOfName;
    std::vector<Point> m_points;
    bool m_isFull = false;
};

} // namespace bubblescope
