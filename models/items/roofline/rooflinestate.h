// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "operatoruse.h"
#include "result.h"
#include "tracework.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

class Document;
class Selection;
class TimeWindow;

/// What operators took of devices, of which part of a run, and of which GPU.
struct RooflineOperators {
    enum class Of : uint8_t { Step, Recording, Range };
    Of of = Of::Step;
    int64_t step = 0;                   ///< number of that
    std::vector<OperatorUse> operators; ///< the mean of the ranks; most device time first
    std::optional<Hardware> hardware;   ///< where a preset describes it
    std::vector<OperatorUse> others;    ///< of the run that is compared, in its usual step
    std::optional<Error> refusal;       ///< why nothing is known of it
};
using RooflineOperatorsPtr = std::shared_ptr<const RooflineOperators>;

/// What operators of the shown run took: of the selected range, else of the chosen step, else of the usual one; of a
/// run that is not all in memory always of the usual one. Found when somebody asks, in the background if there is one.
/// GUI thread only.
class RooflineState : public QObject {
    Q_OBJECT
public:
    RooflineState(
        const Document& document, const Selection& selection, const TimeWindow& window, QObject* parent = nullptr);

    /// For TraceWork::setBackground().
    TraceWork& work() { return m_work; }
    /// Null until it is known, then changed() is emitted; also where no profiler's run is shown.
    RooflineOperatorsPtr found();
    /// A profiler recorded the shown run, which is no simulated one.
    bool applies() const;
    /// What is shown was simulated from a profiler's run, which has what is counted here.
    bool isSimulated() const;
    /// The name of the run that is compared; empty if there is none.
    QString otherName() const;

signals:
    void changed();

private:
    void startOver();
    void giveUp();

    const Document& m_document;
    const Selection& m_selection;
    const TimeWindow& m_window;
    TraceWork m_work;
    RooflineOperatorsPtr m_found;
    bool m_isAsked = false;
    unsigned m_generation = 0;
};

} // namespace bubblescope
