// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// All-reduces inside training, left out of the fit and priced by the other transfers of their run.
#include "jobsource.h"
#include "machineguess.h"
#include "realfolder.h"
#include "recordedtransfers.h"
#include "stepreplay.h"
#include "testprogram.h"
#include "truthkinds.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace bubblescope::tst_transfers {

namespace {

std::vector<RecordedTransfer> recordedIn(const char* name)
{
    const RunFolder folder = realFolder(name);
    const Result<JobSource> source = openJobSource(folder, {});
    if (!source)
        qFatal("%s", source.error().message.text().c_str());
    const Result<StepGraph> replay = replayOf(source->step, *source->run, {}, false);
    if (!replay)
        qFatal("%s", replay.error().message.text().c_str());
    return recordedTransfers(*replay);
}

/// The same group with about the same bytes says what a transfer took: it must not help.
bool isTwin(const RecordedTransfer& a, const RecordedTransfer& b)
{
    return a.operation == b.operation && a.placement.ranks == b.placement.ranks
        && a.placement.spansNodes() == b.placement.spansNodes() && std::abs(a.bytes / b.bytes - 1) < 0.05;
}

double priceOf(const RecordedTransfer& transfer, const Pricing& pricing)
{
    PricedTransfer kind;
    kind.operation = transfer.operation;
    kind.group = transfer.group;
    kind.bytes = transfer.bytes;
    kind.placement = transfer.placement;
    return bubblescope::priceOf(kind, pricing).ns;
}

} // namespace

class TstTransfers : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void allReducesFollowFromTheOthers()
    {
        REQUIRE_SHARED_DATA();
        struct Asked {
            const char* folder;
            double mean; // of the errors, at most
        };
        TruthTable table;
        qInfo("%-44s %12s %6s %10s %9s %9s", "run", "bytes", "ranks", "recorded", "fitted", "formula");
        for (const Asked& asked :
            {Asked {"echo/measured_pp4_16ranks_2hosts", 0.06}, Asked {"echo/measured_tp2_pp4_8ranks", 0.06},
                Asked {"echo/measured_tp2_pp2_4ranks_known_step", 0.06}}) {
            const std::vector<RecordedTransfer> recorded = recordedIn(asked.folder);
            double sum = 0;
            int count = 0;
            for (const RecordedTransfer& t : recorded) {
                if (t.operation != Operation::AllReduce || t.bytes < smallMessageBytes || t.placement.ranks < 2)
                    continue;
                std::vector<RecordedTransfer> others = recorded;
                std::erase_if(others, [&](const RecordedTransfer& other) { return isTwin(t, other); });
                Pricing pricing;
                pricing.hardware = guessMachine({}, recorded, HardwareCatalog::builtin()).hardware;
                const double formula = priceOf(t, pricing) / t.ns - 1;
                pricing.fit = calibrated(others, pricing);
                const double error = priceOf(t, pricing) / t.ns - 1;
                qInfo("%-44s %12.0f %6d %7.3f ms %+8.1f%% %+8.1f%%", asked.folder, t.bytes, t.placement.ranks,
                    t.ns / 1e6, error * 100, formula * 100);
                table.ask(truthkind::leftOutReduces, named(asked.folder, t), (1 + error) * t.ns, t.ns);
                sum += std::abs(error);
                ++count;
            }
            QVERIFY(count > 0);
            QVERIFY2(sum / count <= asked.mean, qPrintable(QString::number(sum / count)));
        }
        holds(table);
    }

    /// Gradients as if no collective had been recorded: the formula and the copy that Megatron makes before.
    void gradientsTakeTheFormulaAndTheirCopy()
    {
        REQUIRE_SHARED_DATA();
        Pricing plain;
        plain.hardware = *HardwareCatalog::builtin().find("h800");
        Pricing copied = plain;
        copied.fit = calibrated({}, plain, true);
        copied.fit.assumeUsualLines();
        TruthTable table;
        double sumOfPlain = 0;
        qInfo("%-44s %12s %6s %10s %9s %9s", "run", "bytes", "ranks", "recorded", "copied", "formula");
        for (const char* folder : {"echo/measured_pp4_16ranks_2hosts", "echo/measured_tp2_pp4_8ranks",
                 "echo/measured_tp2_pp2_4ranks_known_step"}) {
            for (const RecordedTransfer& t : recordedIn(folder)) {
                const bool isGradient = t.group == Category::DataComm || t.group == Category::ExpertDataComm;
                if (!isGradient || t.operation != Operation::AllReduce || t.bytes < smallMessageBytes)
                    continue;
                const double error = priceOf(t, copied) / t.ns - 1;
                const double formula = priceOf(t, plain) / t.ns - 1;
                qInfo("%-44s %12.0f %6d %7.3f ms %+8.1f%% %+8.1f%%", folder, t.bytes, t.placement.ranks, t.ns / 1e6,
                    error * 100, formula * 100);
                if (t.placement.ranks < 2)
                    continue;
                table.ask(truthkind::gradients, named(folder, t), (1 + error) * t.ns, t.ns);
                sumOfPlain += formula;
            }
        }
        const int count = table.count(truthkind::gradients);
        QVERIFY(count > 0);
        qInfo("by formula alone %+.1f %% in the mean", sumOfPlain / count * 100);
        holds(table);
    }

private:
    static QString named(const char* folder, const RecordedTransfer& transfer)
    {
        return QStringLiteral("%1, %2 GPUs, %3 MB")
            .arg(QString::fromUtf8(folder).section(QLatin1Char('/'), -1))
            .arg(transfer.placement.ranks)
            .arg(transfer.bytes / 1e6, 0, 'f', 0);
    }
    static void holds(const TruthTable& table)
    {
        const QStringList beyond = table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }
};

BUBBLESCOPE_TEST(TstTransfers, QCoreApplication)

} // namespace bubblescope::tst_transfers

#include "tst_transfers.moc"
