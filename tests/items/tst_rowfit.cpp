// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowfit.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

namespace bubblescope::tst_rowfit {

class TstRowFit : public QObject {
    Q_OBJECT
private slots:
    void aQuestionIsAnsweredOnce()
    {
        const Trace one = traceFromText("rank0: [F0 0-10]\n");
        const Trace three = traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]\nrank2: [F0 0-10]\n");
        RowFits fits;
        RowFits::Question question;
        question.height = 70;
        const double alone = fits.of(one, question).rowHeight;
        QCOMPARE(fits.of(three, question).rowHeight, alone); // not asked again
        fits.forget();
        QVERIFY(fits.of(three, question).rowHeight < alone);
    }

    void theLastFewAreKept()
    {
        const Trace one = traceFromText("rank0: [F0 0-10]\n");
        const Trace three = traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]\nrank2: [F0 0-10]\n");
        RowFits fits;
        const auto heightAt = [&fits](const Trace& trace, double height) {
            RowFits::Question question;
            question.height = height;
            return fits.of(trace, question).rowHeight;
        };
        const double alone = heightAt(one, 70);
        for (const double other : {71., 72., 73.})
            heightAt(one, other);
        QCOMPARE(heightAt(three, 70), alone); // the last used now
        for (const double other : {74., 75., 76., 77.})
            heightAt(one, other);
        QVERIFY(heightAt(three, 70) < alone);
    }
};

BUBBLESCOPE_TEST(TstRowFit, QCoreApplication)

} // namespace bubblescope::tst_rowfit

#include "tst_rowfit.moc"
