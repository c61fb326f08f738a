// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionsums.h"

#include "document.h"
#include "parallel.h"

#include <QPointer>

#include <chrono>
#include <utility>

namespace bubblescope {

namespace {
constexpr std::chrono::milliseconds betweenSums {100};
} // namespace

SelectionSums::SelectionSums(const Document& document, TraceWork& work, QObject* parent)
    : QObject(parent), m_document(document), m_work(work)
{
    connect(&document, &Document::runChanged, this, [this] {
        const std::shared_ptr<const RankBlocks> blocks = m_document.blocks();
        if (m_sum && !(blocks && blocks->identity() == m_sum->blocks->identity()))
            clear();
    });
    connect(&work, &TraceWork::givenUp, this, [this](TraceWork::Task task) {
        if (task == TraceWork::Task::RankSums)
            stop();
    });
}

SelectionSums::~SelectionSums() { clear(); }

void SelectionSums::start(TimeRange range, SelectionSummary::GroupBy by)
{
    const std::shared_ptr<const RankBlocks> blocks = m_document.blocks();
    if (!blocks
        || (m_sum && m_sum->range == range && m_sum->by == by && m_sum->blocks->identity() == blocks->identity()))
        return;
    clear();
    m_sum = std::make_shared<Sum>(blocks, range, by);
    const auto sum = [own = m_sum](const TraceWork::DeliverPart& deliver) -> TraceWork::Take {
        auto delivered = std::chrono::steady_clock::now();
        const RankSumsPtr sums = sumRanks(*own->blocks, own->range, own->by, threadCount(), [&](double share) {
            if (std::chrono::steady_clock::now() - delivered < betweenSums)
                return !own->isStopped;
            delivered = std::chrono::steady_clock::now();
            return deliver([own, share] {
                own->share = share;
                return own->isRunning;
            }) && !own->isStopped;
        });
        return [own, sums] {
            own->sums = own->isRunning ? sums : nullptr;
            return std::exchange(own->isRunning, false);
        };
    };
    m_work.performInParts(TraceWork::Task::RankSums, sum, [guard = QPointer<SelectionSums>(this)] {
        if (guard)
            emit guard->changed();
    });
}

void SelectionSums::clear()
{
    if (m_sum) {
        m_sum->isStopped = true;
        m_sum->isRunning = false;
    }
    m_sum = nullptr;
}

void SelectionSums::stop()
{
    if (!isRunning())
        return;
    m_sum->isStopped = true;
    m_sum->isRunning = false;
    emit changed();
}

} // namespace bubblescope
