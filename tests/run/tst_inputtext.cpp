// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputtext.h"
#include "testprogram.h"

#include <QTest>

#include <string>
#include <vector>

namespace bubblescope::tst_inputtext {

class TstInputText : public QObject {
    Q_OBJECT
private slots:
    void whatIsJoinedComesApart()
    {
        const std::vector<InputText> inputs {{"c10::BFloat16", "16,559", "559,1", {}},
            {"TensorList", "[2,3],[4]", {}, {}}, {}, {"Scalar", {}, {}, "True"}};
        const std::string text = joinedInputs(inputs);
        QCOMPARE(text, std::string("c10::BFloat16|16,559|559,1;TensorList|[2,3],[4];;Scalar|||True"));
        QVERIFY(inputsOfText(text) == inputs);
        QVERIFY(inputsOfText({}).empty());
        QCOMPARE(inputsOfText(";").size(), size_t(2));
    }

    void whatSeparatesIsNotInPieces()
    {
        const std::string text = joinedInputs({{"a;b|c", {}, {}, "x;y"}, {"d", {}, {}, {}}});
        QCOMPARE(text, std::string("a b c|||x y;d"));
        QCOMPARE(inputsOfText(text).size(), size_t(2));
    }

    void moreThanItsPiecesIsPassedOver()
    {
        const std::vector<InputText> inputs = inputsOfText("a|1|2|3|4|5;b");
        QCOMPARE(inputs.size(), size_t(2));
        QCOMPARE(std::string(inputs[0].value), std::string("3"));
        QCOMPARE(std::string(inputs[1].type), std::string("b"));
    }
};

BUBBLESCOPE_TEST(TstInputText, QCoreApplication)

} // namespace bubblescope::tst_inputtext

#include "tst_inputtext.moc"
