// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Faults over time that are planted in a sample are found under their names.
#include "findings.h"
#include "samplefolder.h"
#include "testprogram.h"

#include <QTest>

#include <functional>
#include <set>

namespace bubblescope::tst_samplefaults {

namespace {

/// Ids of the findings about steps and hosts in a run of 8 replicas on two hosts.
std::set<std::string> found(const std::function<void(SampleOptions&)>& plant)
{
    SampleOptions options;
    options.stages = 1;
    options.tensor = 1;
    options.data = 8;
    options.microbatches = 2;
    options.layers = 2;
    options.steps = 60;
    options.hosts = 2;
    plant(options);
    const Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    static const std::set<std::string> overTime {"drift", "level-shift", "transient-blips", "periodic-stalls",
        "slow-host", "always-slow-rank", "sometimes-slow-rank", "rotating-stragglers"};
    std::set<std::string> ids;
    for (const Finding& finding : findRunFindings(folder->runs.front()).list) {
        if (overTime.contains(finding.id))
            ids.insert(finding.id);
    }
    return ids;
}

using Ids = std::set<std::string>;

} // namespace

class TstSampleFaults : public QObject {
    Q_OBJECT
private slots:
    void healthyRunsHaveNone()
    {
        QVERIFY(found([](SampleOptions&) {}).empty());
    }
    void driftIsFound()
    {
        QCOMPARE(found([](SampleOptions& options) { options.drift = 0.1; }), Ids {"drift"});
    }
    void blipIsFound()
    {
        QCOMPARE(found([](SampleOptions& options) { options.blips = {{30, 3, 1.5}}; }), Ids {"transient-blips"});
    }
    void slowHostIsFound()
    {
        QCOMPARE(found([](SampleOptions& options) { options.slowHosts = {{1, 1.2}}; }), Ids {"slow-host"});
    }
    void rotationIsFound()
    {
        QCOMPARE(found([](SampleOptions& options) { options.rotation = 1.3; }), Ids {"rotating-stragglers"});
    }
    void slowRankThatCostsNothingIsNamed()
    {
        // Stage 3 has twice the work: a rank of stage 0 that is 15 % slower holds up nobody.
        SampleOptions options;
        options.stages = 4;
        options.tensor = 1;
        options.data = 4;
        options.microbatches = 16;
        options.layers = 8;
        options.steps = 3;
        options.hosts = 1;
        options.lastStageFactor = 2.5;
        options.stragglers = {{1, 1.15}};
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder.isOk());
        const Findings findings = findRunFindings(folder->runs.front());
        const auto slow = std::find_if(findings.list.begin(), findings.list.end(),
            [](const Finding& finding) { return finding.id == "straggling-rank"; });
        QVERIFY(slow != findings.list.end());
        QCOMPARE(slow->evidence.ranks, std::vector<int32_t> {1});
        QVERIFY(slow->costNs < 0.005 * findings.stepNs);
    }
};

BUBBLESCOPE_TEST(TstSampleFaults, QCoreApplication)

} // namespace bubblescope::tst_samplefaults

#include "tst_samplefaults.moc"
