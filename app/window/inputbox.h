// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "elidingbox.h"
#include "run.h"
#include "simulationsource.h"

namespace bubblescope {

/// The inputs of the opened folder to choose from: runs, layer tables, workloads and logs, grouped by kind.
class InputBox : public ElidingBox {
    Q_OBJECT
public:
    explicit InputBox(QWidget* parent = nullptr);

    /// Null leaves it empty.
    void setFolder(const RunFolder* folder);
    /// Shows this one as chosen, without a signal.
    void setInput(const SimulationSource& input);
    int inputCount() const { return int(m_inputs.size()); }

signals:
    void inputChosen(const bubblescope::SimulationSource& input);

private:
    std::vector<SimulationSource> m_inputs; ///< by the data of an entry
};

} // namespace bubblescope
