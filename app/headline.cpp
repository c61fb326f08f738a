// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline.h"

#include "formatting.h"

#include <QPromise>
#include <QThread>

namespace bubblescope {

namespace {
/// Below this the sums take less than a frame.
constexpr uint32_t spansOfOneFrame = 100'000;

RunSummary summarise(const Run& run) { return summarizeRun(*run.trace, run.trace->timing(), run.layout); }
} // namespace

Headline::Headline(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setAccessibleName(tr("Headline"));
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        const auto future = m_watcher.future();
        if (!future.isCanceled() && future.resultCount() > 0 && future.result())
            show(*future.result());
    });
}

Headline::~Headline()
{
    for (const std::unique_ptr<QThread>& thread : m_threads)
        thread->wait();
}

void Headline::setRun(const OpenedFolderPtr& opened, int run)
{
    const bool isKnown = opened && run >= 0;
    if (opened == m_opened && run == m_run)
        return;
    // A sum that is still being made for another run ends by itself; its result has no watcher any more.
    m_watcher.setFuture({});
    std::erase_if(m_threads, [](const std::unique_ptr<QThread>& thread) { return thread->isFinished(); });
    m_opened = opened;
    m_run = run;
    clear();
    setVisible(isKnown);
    if (!isKnown)
        return;
    const Run& shown = opened->folder.runs[size_t(run)];
    if (shown.kind == Run::Kind::Plan)
        return;
    if (shown.trace->spanCount() <= spansOfOneFrame) {
        show(summarise(shown));
        return;
    }
    using Shared = std::shared_ptr<const RunSummary>;
    QPromise<Shared> promise;
    m_watcher.setFuture(promise.future());
    m_threads.emplace_back(QThread::create(
        [opened, run](QPromise<Shared> result) {
            result.start();
            result.addResult(std::make_shared<RunSummary>(summarise(opened->folder.runs[size_t(run)])));
            result.finish();
        },
        std::move(promise)));
    m_threads.back()->start();
}

void Headline::show(const RunSummary& summary)
{
    setText(summaryText(m_opened->folder.runs[size_t(m_run)], summary));
    setToolTip(tr("Shares of the time of all ranks: computing; idle or waiting; communication that no compute hides"));
    emit summaryReady();
}

QString Headline::summaryText(const Run& run, const RunSummary& summary)
{
    const QString bold = QStringLiteral("<b>%1</b>");
    const QString time = bold.arg(formatDuration(double(summary.stepTime)));
    const QString busy = bold.arg(formatShare(summary.busyShare()));
    const QString exposed = bold.arg(formatShare(summary.exposedCommunicationShare()));
    if (run.kind == Run::Kind::Scaling) // one rank after another: there is no step and no bubble between ranks
        return tr("busy %1 · communication %2").arg(busy, exposed);
    return tr("step %1 · busy %2 · bubble %3 · exposed comm %4")
        .arg(time, busy, bold.arg(formatShare(summary.bubbleShare())), exposed);
}

QSize Headline::minimumSizeHint() const { return {40, QLabel::minimumSizeHint().height()}; }

} // namespace bubblescope
