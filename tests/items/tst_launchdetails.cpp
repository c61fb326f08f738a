// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What launched a kernel, and what a call launched.
#include "details.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>

namespace bubblescope::tst_launchdetails {

namespace {

/// Three replays of a graph of two kernels, inside a step.
Run replays()
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "step", 0, 400);
    for (int i = 0; i < 3; ++i) {
        const TimeNs begin = 10 + i * 100;
        const uint32_t call = picture.host(0, "thread 1", "cudaGraphLaunch", begin, begin + 5);
        picture.kernel(0, "stream 7", begin + 20, begin + 40, call);
        picture.kernel(0, "stream 7", begin + 40, begin + 50, call);
    }
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(picture.finish());
    return run;
}

SpanId spanAt(const Trace& trace, std::string_view name, TimeNs begin)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)) == name && trace.begin(SpanId(i)) == begin)
            return SpanId(i);
    }
    return {};
}

const DetailField* fieldOf(const DetailFields& fields, const char* label)
{
    const auto found = std::find_if(
        fields.begin(), fields.end(), [label](const DetailField& f) { return f.label == QLatin1String(label); });
    return found == fields.end() ? nullptr : &*found;
}

} // namespace

class TstLaunchDetails : public QObject {
    Q_OBJECT
private slots:
    void replaysOfAGraphAreCounted()
    {
        const Run run = replays();
        const Trace& trace = *run.trace;
        const SpanId second = spanAt(trace, "cudaGraphLaunch", 110'000);
        const DetailFields ofKernel = spanDetails(run, spanAt(trace, "kernel", 150'000));
        const DetailField* replay = fieldOf(ofKernel, "graph replay");
        QVERIFY(replay);
        QCOMPARE(replay->value, QStringLiteral("2 of 3"));
        QCOMPARE(replay->target, second);
        const DetailFields ofCall = spanDetails(run, second);
        QVERIFY(fieldOf(ofCall, "graph replay"));
        QVERIFY(fieldOf(ofCall, "2 kernels launched"));
    }

    void whatLaunchesNoGraphIsNoReplay()
    {
        const Run run = replays();
        QVERIFY(!fieldOf(spanDetails(run, spanAt(*run.trace, "step", 0)), "graph replay"));
        QVERIFY(fieldOf(spanDetails(run, spanAt(*run.trace, "step", 0)), "6 kernels launched"));
    }
};

BUBBLESCOPE_TEST(TstLaunchDetails, QCoreApplication)

} // namespace bubblescope::tst_launchdetails

#include "tst_launchdetails.moc"
