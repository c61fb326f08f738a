// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ranksums.h"
#include "tracework.h"

#include <QObject>

#include <atomic>
#include <memory>

namespace bubblescope {

class Document;

/// The statistics of a range over all ranks, where not all are in memory: they are read one after another in the
/// background. What was summed stays while ranks come into memory and go. GUI thread only.
class SelectionSums : public QObject {
    Q_OBJECT
public:
    /// Both must outlive this object.
    SelectionSums(const Document& document, TraceWork& work, QObject* parent = nullptr);
    ~SelectionSums() override;

    /// Sums the shown run, which is read by rank; another sum is ended. Nothing happens if this is what was summed
    /// last, or stopped.
    void start(TimeRange range, SelectionSummary::GroupBy by);
    void stop();
    void clear();
    bool isRunning() const { return m_sum && m_sum->isRunning; }
    double share() const { return m_sum ? m_sum->share : 0; } ///< that is done
    RankSumsPtr sums() const
    {
        return m_sum ? m_sum->sums : nullptr;
    } ///< null before it is done, and if it was stopped
    TracePtr tables() const { return m_sum ? tablesOf(m_sum->blocks) : nullptr; } ///< of what is summed

signals:
    void changed();

private:
    /// Shared with the thread that sums.
    struct Sum {
        Sum(std::shared_ptr<const RankBlocks> of, TimeRange in, SelectionSummary::GroupBy grouped)
            : blocks(std::move(of)), range(in), by(grouped)
        {
        }
        std::shared_ptr<const RankBlocks> blocks;
        TimeRange range;
        SelectionSummary::GroupBy by;
        std::atomic<bool> isStopped {false};
        bool isRunning = true;
        double share = 0;
        RankSumsPtr sums {};
    };
    const Document& m_document;
    TraceWork& m_work;
    std::shared_ptr<Sum> m_sum;
};

} // namespace bubblescope
