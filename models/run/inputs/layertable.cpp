// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layertable.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

// Tables mix 100 ms and 5e-9 ms, folding multiplies rounding errors by the number of layers, and sums are compared with
// stated totals to the last digit: hence Neumaier's compensated sum.
class ExactSum {
public:
    void add(double value)
    {
        const double sum = m_sum + value;
        m_lost += std::abs(m_sum) >= std::abs(value) ? (m_sum - sum) + value : (value - sum) + m_sum;
        m_sum = sum;
    }
    double value() const { return m_sum + m_lost; }

private:
    double m_sum = 0;
    double m_lost = 0;
};

double folded(double prologue, double layer, double epilogue, int layers)
{
    ExactSum sum;
    sum.add(prologue);
    sum.add(layer * layers);
    sum.add(epilogue);
    return sum.value();
}

} // namespace

LayerTable::Totals LayerTable::sum(size_t first, size_t last) const
{
    ExactSum forward;
    ExactSum backward;
    ExactSum weightGradient;
    ExactSum total;
    ExactSum elements;
    last = std::min(last, rows.size());
    for (size_t i = first; i < last; ++i) {
        const LayerRow& row = rows[i];
        forward.add(row.forwardNs);
        backward.add(row.backwardNs);
        weightGradient.add(row.weightGradientNs);
        total.add(row.totalNs());
        elements.add(row.forwardComm.elements);
        elements.add(row.backwardComm.elements);
        elements.add(row.weightComm.elements);
    }
    return {forward.value(), backward.value(), weightGradient.value(), total.value(), elements.value()};
}

LayerTable::Totals LayerTable::folded(int layers) const
{
    const Totals p = prologue();
    const Totals l = layer();
    const Totals e = epilogue();
    const int n = std::max(layers, 0);
    return {
        bubblescope::folded(p.forwardNs, l.forwardNs, e.forwardNs, n),
        bubblescope::folded(p.backwardNs, l.backwardNs, e.backwardNs, n),
        bubblescope::folded(p.weightGradientNs, l.weightGradientNs, e.weightGradientNs, n),
        bubblescope::folded(p.totalNs, l.totalNs, e.totalNs, n),
        bubblescope::folded(p.commElements, l.commElements, e.commElements, n),
    };
}

const char* layerTableKindName(LayerTable::Kind kind)
{
    switch (kind) {
    case LayerTable::Kind::WorkItems:
        return "work-items";
    case LayerTable::Kind::NeuSight:
        return "neusight";
    case LayerTable::Kind::SimAIResult:
        return "simai-result";
    }
    return "";
}

} // namespace bubblescope
