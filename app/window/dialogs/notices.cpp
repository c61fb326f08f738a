// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notices.h"

#include "clockalignment.h"
#include "countedtext.h"
#include "formatting.h"
#include "inspectreport.h"
#include "tabletexts.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {
QString tr(const char* text, int n = -1) { return QCoreApplication::translate("Notices", text, nullptr, n); }

/// "3, 5, 7 and 12 more"
QString rankList(const std::vector<int>& ranks)
{
    constexpr size_t shown = 8;
    QStringList numbers;
    for (size_t i = 0; i < std::min(shown, ranks.size()); ++i)
        numbers += formatCount(ranks[i]);
    QString text = numbers.join(QStringLiteral(", "));
    if (ranks.size() > shown)
        text += tr(" and %1 more").arg(formatCount(qint64(ranks.size() - shown)));
    return text;
}

QString rankCountText(qint64 count) { return countedText(count, tr("1 rank"), tr("%1 ranks")); }

/// One line per host, for the tooltip.
QString clockDetails(const Run& run)
{
    QStringList lines;
    for (size_t host = 0; host < run.clocks.size(); ++host) {
        const HostClock& clock = run.clocks[host];
        const QString name = toText(hostName(run, host));
        if (!clock.aligned)
            lines += tr("%1: no message or collective connects it with another host").arg(name);
        else if (host == 0)
            lines += tr("%1: the reference clock").arg(name);
        else
            lines
                += tr("%1: %2 added, ± %3, from %4")
                       .arg(name, formatDurationDifference(double(clock.shift)), formatDuration(double(clock.residual)),
                           countedText(clock.matches, tr("1 match"), tr("%1 matches")));
    }
    return lines.join(QLatin1Char('\n'));
}

Notice measuredNotice(const Run& run)
{
    const Trace& trace = *run.trace;
    Notice notice;
    notice.tone = MessageBar::Tone::Good;
    notice.details = clockDetails(run);
    std::vector<int> own;
    for (const RankInfo& rank : trace.ranks()) {
        if (rank.clock == ClockState::OwnStart)
            own.push_back(rank.rank);
    }
    if (run.rankCount() == 1 && own.empty())
        return {}; // nothing to align, and nothing to say
    const QString ranks = rankCountText(run.rankCount());
    const bool isUnnamed = run.rankCount() > 1 && run.clocks.size() == 1 && run.clocks.front().host.empty();
    if (isUnnamed && areContradicted(run.clocks.front())) {
        notice.tone = MessageBar::Tone::Warning;
        notice.text = tr("%1 placed by the times in their files, which collectives contradict by %2: the clocks of "
                         "several hosts differ")
                          .arg(ranks, formatDuration(double(run.clocks.front().residual)));
    } else if (isUnnamed && run.clocks.front().matches > 0) {
        const HostClock& clock = run.clocks.front();
        notice.text = tr("%1 placed by the times in their files: %2 matched collectives end within ± %3")
                          .arg(ranks, formatCount(clock.matches), formatDuration(double(clock.residual)));
    } else if (isUnnamed) {
        notice.tone = MessageBar::Tone::Notice;
        notice.text
            = tr("%1 placed by the times in their files: no collective confirms that their clocks agree").arg(ranks);
    } else if (run.clocks.size() < 2) {
        notice.text = run.rankCount() > 1 ? tr("%1 of one host share one clock").arg(ranks)
                                          : tr("One rank: its own clock, nothing to align");
    } else {
        const HostClock* worst = nullptr;
        for (size_t host = 1; host < run.clocks.size(); ++host) {
            const HostClock& clock = run.clocks[host];
            if (clock.aligned && (!worst || clock.residual > worst->residual))
                worst = &clock;
        }
        if (!worst) {
            notice.text
                = tr("%1 on %2 hosts: no clock could be aligned").arg(ranks, formatCount(qint64(run.clocks.size())));
        } else {
            notice.text
                = tr("%1 on %2 hosts, clocks aligned to ± %3")
                      .arg(ranks, formatCount(qint64(run.clocks.size())), formatDuration(double(worst->residual)));
        }
    }
    if (!own.empty()) {
        notice.tone = MessageBar::Tone::Warning;
        notice.text += (own.size() == 1 ? tr(" · not aligned, drawn from its own start: rank %1")
                                        : tr(" · not aligned, each drawn from its own start: ranks %1"))
                           .arg(rankList(own));
    }
    return notice;
}
} // namespace

Notice alignmentNotice(const Run& a, const Run& b)
{
    Notice notice = a.origin != Origin::Modelled ? alignmentNotice(a) : Notice {};
    const Notice below = alignmentNotice(b);
    QStringList texts;
    if (!notice.text.isEmpty())
        texts << tr("A: %1").arg(notice.text);
    if (!below.text.isEmpty())
        texts << tr("B: %1").arg(below.text);
    notice.text = texts.join(QStringLiteral(" · "));
    notice.tone = std::max(notice.tone, below.tone);
    if (!below.details.isEmpty())
        notice.details += (notice.details.isEmpty() ? QString() : QStringLiteral("\n")) + below.details;
    return notice;
}

Notice alignmentNotice(const Run& run)
{
    Notice notice;
    // For single-GPU recordings and plans, the timeline itself says that nothing in them is simultaneous.
    if (run.kind == Run::Kind::Measured)
        notice = measuredNotice(run);
    if (!run.missingRanks.empty()) {
        const QString missing = run.missingRanks.size() == 1 ? tr("missing: rank %1") : tr("missing: ranks %1");
        notice.text
            += (notice.text.isEmpty() ? QString() : QStringLiteral(" · ")) + missing.arg(rankList(run.missingRanks));
        if (run.kind == Run::Kind::Measured) {
            const QString advice = tableText(issueInfo(IssueKind::MissingRanks).advice);
            notice.details += (notice.details.isEmpty() ? QString() : QStringLiteral("\n")) + advice;
        }
        if (notice.tone == MessageBar::Tone::Good)
            notice.tone = MessageBar::Tone::Notice;
    }
    return notice;
}

Notice issueNotice(const ImportReport& report)
{
    uint64_t errors = 0;
    uint64_t warnings = 0;
    const Issue* worst = nullptr;
    for (const Issue& issue : report.issues()) {
        const Severity severity = issueInfo(issue.kind).severity;
        if (severity == Severity::Note || issue.kind == IssueKind::MissingRanks) // the line about the clocks names them
            continue;
        (severity == Severity::Error ? errors : warnings) += issue.count;
        if (!worst || severity > issueInfo(worst->kind).severity)
            worst = &issue;
    }
    Notice notice;
    if (!worst)
        return notice;
    notice.tone = MessageBar::Tone::Warning;
    QStringList counts;
    if (errors > 0)
        counts += countedText(qint64(errors), tr("1 error"), tr("%1 errors"));
    if (warnings > 0)
        counts += countedText(qint64(warnings), tr("1 warning"), tr("%1 warnings"));
    const IssueInfo& info = issueInfo(worst->kind);
    QString where = worst->file.empty() ? QString() : tr(" in %1").arg(elideMiddle(toText(worst->file), 48));
    const QString command = worst->first.empty() ? QString() : commandIn(worst->first.front().message);
    const QString count = counts.join(tr(" and "));
    const bool saysItself
        = !command.isEmpty() || (!worst->first.empty() && damagedRankIn(worst->first.front().message));
    notice.text = !saysItself
        ? tr("%1: %2%3. %4").arg(count, tableText(info.title), where, tableText(info.advice))
        : tr("%1: %2").arg(command.isEmpty() ? count + where : count, messageText(worst->first.front().message));
    if (!worst->first.empty())
        notice.details = messageText(worst->first.front().message);
    return notice;
}

namespace {

/// Of what cannot be read, in the words of who tried.
QString reasonOf(const Issue& issue)
{
    const QString title = tableText(issueInfo(issue.kind).title);
    const bool saysMore = issue.kind == IssueKind::UnreadableFile && !issue.first.empty();
    return saysMore ? tr("%1: %2").arg(title, messageText(issue.first.front().message)) : title;
}

/// The files of a folder without anything to show, and why: "notes.bin: unknown", a line each.
QString whatWasFound(const RunFolder& folder)
{
    constexpr int mostNamed = 6;
    QStringList lines;
    const auto add = [&lines](const std::string& file, const QString& reason) {
        if (lines.size() < mostNamed)
            lines += tr("%1: %2").arg(elideMiddle(toText(file), 60), reason);
    };
    std::set<std::string> named;
    for (const bool isNote : {false, true}) { // of several reasons, the graver one
        for (const Issue& issue : folder.report.issues()) {
            const IssueInfo& info = issueInfo(issue.kind);
            if (!issue.file.empty() && (info.severity == Severity::Note) == isNote && named.insert(issue.file).second)
                add(issue.file, reasonOf(issue));
        }
    }
    for (const std::string& file : folder.unrecognised) {
        if (named.insert(file).second)
            add(file, tr("no known format"));
    }
    if (qsizetype(named.size()) > lines.size())
        lines += tr("and %1 more").arg(formatCount(qint64(named.size()) - lines.size()));
    return lines.isEmpty() ? QString() : lines.join(QLatin1Char('\n')) + QStringLiteral("\n\n");
}

} // namespace

MissingTimeline missingTimeline(const RunFolder& folder)
{
    QStringList has;
    if (!folder.layerTables.empty())
        has += folder.layerTables.size() == 1 ? tr("a layer table")
                                              : tr("%1 layer tables").arg(folder.layerTables.size());
    if (!folder.workloads.empty())
        has += folder.workloads.size() == 1 ? tr("a workload") : tr("%1 workloads").arg(folder.workloads.size());
    if (!folder.runLogs.empty())
        has += folder.runLogs.size() == 1 ? tr("a run log") : tr("%1 run logs").arg(folder.runLogs.size());
    if (!folder.jobs.empty())
        has += folder.jobs.size() == 1 ? tr("a described job") : tr("%1 described jobs").arg(folder.jobs.size());
    if (!folder.memorySnapshots.empty())
        has += folder.memorySnapshots.size() == 1 ? tr("a memory snapshot")
                                                  : tr("%1 memory snapshots").arg(folder.memorySnapshots.size());
    if (has.isEmpty() && !folder.fabric.isEmpty()) {
        return {tr("Nothing to show by itself"),
            tr("This folder holds what communicators of a job measured (NCCL Inspector). The command summary says "
               "whether its network is slow anywhere.\nOpen it together with the run to see what that costs.")};
    }
    if (has.isEmpty() && !folder.bandwidthCurves.empty()) {
        return {tr("Nothing to show by itself"),
            tr("This folder holds measured bandwidth (nccl-tests), which prices communication where a run is "
               "simulated.\nOpen it together with the run.")};
    }
    if (has.isEmpty()) {
        const bool hasFiles = !folder.unrecognised.empty() || !folder.report.issues().empty();
        return {tr("Nothing to show"),
            hasFiles
                ? whatWasFound(folder)
                    + tr("Rank traces, profiler traces (PyTorch, Nsight Systems, JAX), layer tables, workloads and run "
                         "logs can be opened, plain or .gz.\n"
                         "The Issues tab says what each file needs; F1 tells how to record a trace.")
                : tr("There are no files in this folder.\nOpen one with rank traces, layer tables, workloads or run "
                     "logs, plain or .gz.")};
    }
    if (has.size() == 1 && !folder.jobs.empty()) {
        return {tr("A described job without a time"),
            tr("The Simulate pane says what its description lacks.\n"
               "Give the number of GPUs and the length of a sample in the tab Plan: Search tries all combinations.")};
    }
    const QString list = has.size() == 1
        ? has.front()
        : has.mid(0, has.size() - 1).join(QStringLiteral(", ")) + tr(" and ") + has.back();
    return {tr("No timeline in this folder"),
        tr("The tabs below show %1.\n"
           "A timeline needs rank traces: one file per rank with the time of every operation.\n"
           "Open the folder that holds them to see both.")
            .arg(list)};
}

QString folderName(const RunFolder& folder)
{
    const QString path = toText(folder.path);
    const QString name = QFileInfo(QFileInfo(path).absoluteFilePath()).fileName();
    return name.isEmpty() ? path : name;
}

} // namespace bubblescope
