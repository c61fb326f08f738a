// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knownmodels.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_knownmodels {

class TstKnownModels : public QObject {
    Q_OBJECT
private slots:
    /// A size that is wrong shows in the sum. Norms and biases are left out.
    void sizesAddUpToThePublishedParameters()
    {
        QVERIFY(knownModels().size() > 60);
        for (const KnownModel& model : knownModels()) {
            const double off = model.matrixParameters() / model.publishedParameters - 1;
            QVERIFY2(std::abs(off) < 0.0015, qPrintable(QString::fromStdString(model.name) + QString::number(off)));
            QVERIFY2(!model.source.empty() && !model.match.empty(), model.name.c_str());
        }
    }

    void aModelIsKnownByItsNameAndParameters()
    {
        const KnownModel* llama = knownModel("LlamaForCausalLM", 1'235'814'400);
        QVERIFY(llama);
        QCOMPARE(llama->name, std::string("Llama 3.2 1B"));
        QCOMPARE(llama->passedMatrices(false), 60'817'408.0);
        QCOMPARE(llama->headParameters(), 262'668'288.0);
        QVERIFY(knownModel("meta-llama/Llama-3.2-1B", 1.24e9, 16) == llama);
        QVERIFY(!knownModel("LlamaForCausalLM", 1'235'814'400, 12));
        // 3 % more or fewer are another model, and so is another name.
        QVERIFY(knownModel("LlamaForCausalLM", 1.02 * 1'235'814'400));
        QVERIFY(!knownModel("LlamaForCausalLM", 1.04 * 1'235'814'400));
        QVERIFY(!knownModel("LlamaForCausalLM", 0.96 * 1'235'814'400));
        QVERIFY(!knownModel("GPT2LMHeadModel", 1'235'814'400));
        QVERIFY(!knownModel("", 1'235'814'400));
        QVERIFY(!knownModel("LlamaForCausalLM", 0));
    }

    void onlySomeExpertsServeAToken()
    {
        const KnownModel* mixtral = knownModel("MixtralForCausalLM", 46'702'792'704);
        QVERIFY(mixtral);
        const double attention = 2.0 * 4096 * 128 * (32 + 8);
        QCOMPARE(mixtral->passedMatrices(true), attention + 2 * 3.0 * 4096 * 14336 + 4096 * 8);
        QVERIFY(knownModel("DeepseekV3ForCausalLM", 671e9));
        QVERIFY(knownModel("Qwen3MoeForCausalLM", 30.5e9));
    }
};

BUBBLESCOPE_TEST(TstKnownModels, QCoreApplication)

} // namespace bubblescope::tst_knownmodels

#include "tst_knownmodels.moc"
