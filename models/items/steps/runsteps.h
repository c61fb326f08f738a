// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "steptable.h"
#include "stragglerwhatif.h"
#include "tracework.h"

#include <QObject>

#include <memory>

namespace bubblescope {

class Document;
class InputChoice;

/// Every step of every rank of what is open: of the shown run, else of the chosen log, which also comes before a step
/// that is modelled where no run was opened; and what its steps lose to inequality. Each is computed when somebody asks
/// for it, in the background if there is one. GUI thread only.
class RunSteps : public QObject {
    Q_OBJECT
public:
    RunSteps(const Document& document, const InputChoice& inputs, QObject* parent = nullptr);

    /// For TraceWork::setBackground().
    TraceWork& work() { return m_work; }
    /// Null until it is known, then changed() is emitted; empty if there are no steps.
    StepTablePtr table();
    /// An error ended what table() asked for.
    bool isGivenUp() const { return m_isGivenUp; }
    /// A table that comes ready; until the run or log changes.
    void setTable(StepTablePtr table);
    bool isOfRun() const; ///< else of a log
    bool isModelled() const; ///< of a run whose steps were not measured
    /// Something with steps is shown, even where table() is of a log: whatIf() is of it.
    bool hasRun() const;
    /// Null until it is known, then changed() is emitted.
    std::shared_ptr<const Result<StragglerWhatIf>> whatIf();

signals:
    void changed();

private:
    void startOver(bool keepsTable = false);
    void giveUp(TraceWork::Task task);
    /// Gives `member` what `ask` knows of the opened run, or `make` finds in a simulated one, unless something else was
    /// opened meanwhile.
    template <typename Found, typename Ask, typename Make>
    void find(TraceWork::Task task, std::shared_ptr<const Found> RunSteps::*member, const Ask& ask, const Make& make);

    const Document& m_document;
    const InputChoice& m_inputs;
    TraceWork m_work;
    const RunLog* m_log = nullptr; ///< that m_table is made of
    StepTablePtr m_table;
    std::shared_ptr<const Result<StragglerWhatIf>> m_whatIf;
    bool m_isTableAsked = false;
    bool m_isGivenUp = false;
    bool m_isWhatIfAsked = false;
    unsigned m_generation = 0;
};

} // namespace bubblescope
