// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatordigest.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

#include <memory>

namespace bubblescope::tst_operatordigest {

namespace {
/// One product of matrices.
Run pictured()
{
    ProfilerPicture picture;
    const uint32_t span = picture.host(0, "thread 1", "aten::mm", 10, 20);
    picture.builder().setDetail(span, picture.builder().intern("[2, 3] [3, 4]"));
    picture.builder().setInputs(span, picture.builder().intern("float|2,3|3,1;float|3,4|4,1"));
    picture.kernel(0, "stream 7", 12, 20, picture.launch(0, "thread 1", 11));
    Run run;
    run.trace = std::make_shared<const Trace>(picture.finish());
    return run;
}
} // namespace

class TstOperatorDigest : public QObject {
    Q_OBJECT
private slots:
    void whatIsKeptComesBack()
    {
        const auto operators = restoredOperators(operatorDigest(pictured()));
        QVERIFY(operators && operators->size() == 1);
        QCOMPARE(operators->front().name, std::string("aten::mm"));
        QCOMPARE(operators->front().shapes, std::string("[2, 3] [3, 4]"));
        QCOMPARE(operators->front().calls, 1.0);
        QCOMPARE(operators->front().deviceNs, 8'000.0);
        QCOMPARE(operators->front().dataTypes, std::string("fp32"));
        QCOMPARE(operators->front().flops, std::optional(48.0));
        QCOMPARE(operators->front().bytes, std::optional(104.0));
    }

    void whatIsCutIsRefused()
    {
        const std::string whole = operatorDigest(pictured());
        for (size_t size = 0; size < whole.size(); ++size)
            QVERIFY2(!restoredOperators(std::string_view(whole).substr(0, size)), std::to_string(size).c_str());
        QVERIFY(!restoredOperators(whole + "x"));
    }
};

BUBBLESCOPE_TEST(TstOperatorDigest, QCoreApplication)

} // namespace bubblescope::tst_operatordigest

#include "tst_operatordigest.moc"
