// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedjobs.h"
#include "jobreader.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_publishedmodels {

using namespace describedjobs;

class TstPublishedModels : public QObject {
    Q_OBJECT
private slots:
    /// Numbers of parameters that huggingface.co counts in the files of the weights; of DeepSeek V3 without its module
    /// for a further token; of GPT-NeoX by Black et al. 2022 (arXiv:2204.06745, table 1).
    void parametersAreThoseThatWerePublished_data()
    {
        QTest::addColumn<double>("published");
        QTest::newRow("llama31_8b") << 8'030'261'248.0;
        QTest::newRow("llama31_70b") << 70'553'706'496.0;
        QTest::newRow("llama31_405b") << 405'853'388'800.0;
        QTest::newRow("mistral_7b") << 7'241'732'096.0;
        QTest::newRow("mixtral_8x7b") << 46'702'792'704.0;
        QTest::newRow("qwen25_7b") << 7'615'616'512.0;
        QTest::newRow("qwen15_moe_a27b") << 14'315'784'192.0;
        QTest::newRow("qwen3_8b") << 8'190'735'360.0;
        QTest::newRow("qwen3_30b_a3b") << 30'532'122'624.0;
        QTest::newRow("qwen3_235b_a22b") << 235'093'634'560.0;
        QTest::newRow("deepseek_v2_lite") << 15'706'484'224.0;
        QTest::newRow("deepseek_v2") << 235'741'434'880.0;
        QTest::newRow("deepseek_v3") << 671'026'419'200.0;
        QTest::newRow("gpt_neox_20b") << 20'554'567'680.0;
        QTest::newRow("gemma2_9b") << 9'241'705'984.0;
        QTest::newRow("gemma2_27b") << 27'227'128'320.0;
        QTest::newRow("gpt_oss_120b") << 116'829'156'672.0;
        QTest::newRow("gpt2_xl") << 1'557'611'200.0;
        QTest::newRow("opt_1.3b") << 1'315'758'080.0;
        QTest::newRow("olmo2_7b") << 7'298'617'344.0;
    }

    void parametersAreThoseThatWerePublished()
    {
        QFETCH(double, published);
        const JobDescription job = sample(std::string(QTest::currentDataTag()).append(".json"));
        QCOMPARE(job.format, std::string("huggingface"));
        QCOMPARE(qint64(job.model.parameters()), qint64(published));
        for (const AssumedValue& assumed : job.assumed)
            QVERIFY2(assumed.field == "n_inner", assumed.field.c_str()); // nothing of a real file is unknown
    }

    /// The same of models with other arrangements, whose fields are those of their files; of BLOOM without the norm
    /// behind its embedding, which is told.
    void otherArchitecturesHaveThePublishedParameters_data()
    {
        QTest::addColumn<double>("published");
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("assumed");
        QTest::newRow("falcon 7B")
            << 6'921'720'704.0
            << QString(R"("falcon", "hidden_size": 4544, "num_attention_heads": 71, "num_hidden_layers": 32, )"
                       R"("vocab_size": 65024, "multi_query": true, "parallel_attn": true, "bias": false)")
            << QString("ffn_hidden_size");
        QTest::newRow("falcon 40B")
            << 41'303'293'952.0
            << QString(R"("falcon", "hidden_size": 8192, "num_attention_heads": 128, "num_hidden_layers": 60, )"
                       R"("vocab_size": 65024, "num_kv_heads": 8, "new_decoder_architecture": true, )"
                       R"("ffn_hidden_size": 32768)")
            << QString("");
        QTest::newRow("olmo 1B")
            << 1'176'764'416.0
            << QString(R"("olmo", "hidden_size": 2048, "intermediate_size": 8192, "num_attention_heads": 16, )"
                       R"("num_hidden_layers": 16, "vocab_size": 50304, "tie_word_embeddings": true, "clip_qkv": 8)")
            << QString("");
        QTest::newRow("olmo3 7B")
            << 7'298'011'136.0
            << QString(R"("olmo3", "hidden_size": 4096, "intermediate_size": 11008, "num_attention_heads": 32, )"
                       R"("num_hidden_layers": 32, "vocab_size": 100278, "sliding_window": 4096)")
            << QString("");
        QTest::newRow("olmoe 1B-7B")
            << 6'919'161'856.0
            << QString(R"("olmoe", "hidden_size": 2048, "intermediate_size": 1024, "num_attention_heads": 16, )"
                       R"("num_hidden_layers": 16, "vocab_size": 50304, "num_experts": 64, )"
                       R"("num_experts_per_tok": 8)")
            << QString("");
        QTest::newRow("starcoder 15B")
            << 15'517'456'384.0
            << QString(R"("gpt_bigcode", "n_embd": 6144, "n_head": 48, "n_inner": 24576, "n_layer": 40, )"
                       R"("n_positions": 8192, "vocab_size": 49152, "multi_query": true)")
            << QString("");
        QTest::newRow("starcoder2 3B")
            << 3'030'371'328.0
            << QString(R"("starcoder2", "hidden_size": 3072, "intermediate_size": 12288, "num_attention_heads": 24, )"
                       R"("num_hidden_layers": 30, "num_key_value_heads": 2, "use_bias": true, "vocab_size": 49152)")
            << QString("");
        QTest::newRow("gpt-j 6B") << 6'050'882'784.0
                                  << QString(R"("gptj", "n_embd": 4096, "n_head": 16, "n_layer": 28, "n_inner": null, )"
                                             R"("n_positions": 2048, "rotary_dim": 64, "vocab_size": 50400)")
                                  << QString("n_inner");
        QTest::newRow("bloom 176B")
            << 176'247'271'424.0 - 2 * 14336
            << QString(R"("bloom", "hidden_size": 14336, "n_layer": 70, "num_attention_heads": 112, )"
                       R"("vocab_size": 250880)")
            << QString("word_embeddings_layernorm n_inner");
        QTest::newRow("mpt 7B")
            << 6'649'286'656.0
            << QString(R"("mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "expansion_ratio": 4, )"
                       R"("no_bias": true, "attn_config": {"alibi": true}, "vocab_size": 50432)")
            << QString("");
        QTest::newRow("phi 2")
            << 2'779'683'840.0
            << QString(R"("phi", "hidden_size": 2560, "intermediate_size": 10240, "num_attention_heads": 32, )"
                       R"("num_hidden_layers": 32, "vocab_size": 51200)")
            << QString("");
        QTest::newRow("phi 3 mini")
            << 3'821'079'552.0
            << QString(R"("phi3", "hidden_size": 3072, "intermediate_size": 8192, "num_attention_heads": 32, )"
                       R"("num_hidden_layers": 32, "vocab_size": 32064, "sliding_window": 2047)")
            << QString("");
        QTest::newRow("phi 3.5 MoE")
            << 41'873'153'344.0
            << QString(R"("phimoe", "attention_bias": true, "hidden_size": 4096, "intermediate_size": 6400, )"
                       R"("lm_head_bias": true, "num_attention_heads": 32, "num_experts_per_tok": 2, )"
                       R"("num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 16, )"
                       R"("vocab_size": 32064)")
            << QString("");
        QTest::newRow("stablelm 1.6B")
            << 1'644'515'328.0
            << QString(R"("stablelm", "hidden_size": 2048, "intermediate_size": 5632, "num_attention_heads": 32, )"
                       R"("num_hidden_layers": 24, "num_key_value_heads": 32, "use_qkv_bias": true, )"
                       R"("vocab_size": 100352)")
            << QString("");
        QTest::newRow("command r")
            << 34'980'831'232.0
            << QString(R"("cohere", "hidden_size": 8192, "intermediate_size": 22528, "num_attention_heads": 64, )"
                       R"("num_hidden_layers": 40, "num_key_value_heads": 64, "vocab_size": 256000)")
            << QString("");
        QTest::newRow("command r+")
            << 103'810'674'688.0
            << QString(R"("cohere", "hidden_size": 12288, "intermediate_size": 33792, "num_attention_heads": 96, )"
                       R"("num_hidden_layers": 64, "num_key_value_heads": 8, "use_qk_norm": true, )"
                       R"("vocab_size": 256000)")
            << QString("");
        QTest::newRow("granite 8B")
            << 8'170'848'256.0
            << QString(R"("granite", "hidden_size": 4096, "intermediate_size": 12800, "num_attention_heads": 32, )"
                       R"("num_hidden_layers": 40, "num_key_value_heads": 8, "tie_word_embeddings": true, )"
                       R"("vocab_size": 49155)")
            << QString("");
        QTest::newRow("granite 1B-A400M")
            << 1'334'628'352.0
            << QString(R"("granitemoe", "hidden_size": 1024, "intermediate_size": 512, "num_attention_heads": 16, )"
                       R"("num_hidden_layers": 24, "num_key_value_heads": 8, "num_local_experts": 32, )"
                       R"("num_experts_per_tok": 8, "vocab_size": 49155)")
            << QString("");
        QTest::newRow("seed oss 36B")
            << 36'151'104'512.0
            << QString(R"("seed_oss", "attention_bias": true, "attention_out_bias": false, "head_dim": 128, )"
                       R"("hidden_size": 5120, "intermediate_size": 27648, "num_attention_heads": 80, )"
                       R"("num_hidden_layers": 64, "num_key_value_heads": 8, "vocab_size": 155136)")
            << QString("");
        QTest::newRow("glm 4 9B")
            << 9'400'279'040.0
            << QString(R"("glm4", "attention_bias": true, "head_dim": 128, "hidden_size": 4096, )"
                       R"("intermediate_size": 13696, "num_attention_heads": 32, "num_hidden_layers": 40, )"
                       R"("num_key_value_heads": 2, "vocab_size": 151552)")
            << QString("");
        QTest::newRow("mixtral 8x22B")
            << 140'630'071'296.0
            << QString(R"("mixtral", "hidden_size": 6144, "intermediate_size": 16384, "num_attention_heads": 48, )"
                       R"("num_experts_per_tok": 2, "num_hidden_layers": 56, "num_key_value_heads": 8, )"
                       R"("num_local_experts": 8, "vocab_size": 32768)")
            << QString("");
        QTest::newRow("gemma 3 1B")
            << 999'885'952.0
            << QString(R"("gemma3_text", "head_dim": 256, "hidden_size": 1152, "intermediate_size": 6912, )"
                       R"("num_attention_heads": 4, "num_hidden_layers": 26, "num_key_value_heads": 1, )"
                       R"("sliding_window": 512, "vocab_size": 262144)")
            << QString("");
        // Of models that also see: their text part, as huggingface.co counts the whole less 416,866,032 of the part
        // that sees and its projection.
        QTest::newRow("gemma 3 4B")
            << 4'300'079'472.0 - 416'866'032 - (1152.0 * 2560 + 1152)
            << QString(R"("gemma3", "text_config": {"hidden_size": 2560, "intermediate_size": 10240, )"
                       R"("model_type": "gemma3_text", "num_hidden_layers": 34, "sliding_window": 1024})")
            << QString("text_config.vocab_size text_config.num_attention_heads text_config.num_key_value_heads "
                       "text_config.head_dim");
        QTest::newRow("gemma 3 12B")
            << 12'187'325'040.0 - 416'866'032 - (1152.0 * 3840 + 1152)
            << QString(R"("gemma3", "text_config": {"hidden_size": 3840, "intermediate_size": 15360, )"
                       R"("model_type": "gemma3_text", "num_attention_heads": 16, "num_hidden_layers": 48, )"
                       R"("num_key_value_heads": 8, "sliding_window": 1024})")
            << QString("text_config.vocab_size text_config.head_dim");
        // Without the two numbers of each layer's activation.
        QTest::newRow("apertus 8B")
            << 8'053'338'176.0 - 2 * 32
            << QString(R"("apertus", "hidden_size": 4096, "intermediate_size": 21504, "num_attention_heads": 32, )"
                       R"("num_hidden_layers": 32, "num_key_value_heads": 8, "qk_norm": true, "vocab_size": 131072)")
            << QString("");
        QTest::newRow("exaone 4 32B")
            << 32'003'216'384.0
            << QString(R"("exaone4", "head_dim": 128, "hidden_size": 5120, "intermediate_size": 27392, )"
                       R"("num_attention_heads": 40, "num_hidden_layers": 64, "num_key_value_heads": 8, )"
                       R"("sliding_window": 4096, "sliding_window_pattern": "LLLG", "vocab_size": 102400)")
            << QString("");
        QTest::newRow("gpt-oss 20B")
            << 20'914'757'184.0
            << QString(R"("gpt_oss", "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880, )"
                       R"("num_attention_heads": 64, "num_hidden_layers": 24, "num_key_value_heads": 8, )"
                       R"("num_local_experts": 32, "num_experts_per_tok": 4, "vocab_size": 201088)")
            << QString("");
    }

    void otherArchitecturesHaveThePublishedParameters()
    {
        QFETCH(double, published);
        QFETCH(QString, fields);
        QFETCH(QString, assumed);
        const Result<JobDescription> job
            = readJobDescription(R"({"model_type": )" + fields.toStdString() + "}", "config.json");
        QVERIFY2(job, job ? "" : job.error().message.text().c_str());
        QCOMPARE(qint64(job->model.parameters()), qint64(published));
        QStringList names;
        for (const AssumedValue& value : job->assumed)
            names.append(QString::fromStdString(value.field));
        QCOMPARE(names.join(QLatin1Char(' ')), assumed);
    }

    /// GLM 4.5 (arXiv:2508.06471, table 1), Nemotron-4 340B (arXiv:2406.11704) and dots.llm1 (arXiv:2506.05767), as
    /// their makers round them.
    void roundedParametersAreThoseThatWerePublished()
    {
        const auto model = [](const char* fields) {
            return readJobDescription(std::string(R"({"model_type": )").append(fields).append("}"), "c.json")->model;
        };
        const ModelDescription glm
            = model(R"("glm4_moe", "attention_bias": true, "head_dim": 128, "hidden_size": 5120, "use_qk_norm": true,
                "intermediate_size": 12288, "moe_intermediate_size": 1536, "n_routed_experts": 160,
                "n_shared_experts": 1, "num_attention_heads": 96, "num_experts_per_tok": 8, "num_hidden_layers": 92,
                "num_key_value_heads": 8, "num_nextn_predict_layers": 1, "first_k_dense_replace": 3,
                "vocab_size": 151552)");
        // They count the module for a further token, too.
        QVERIFY(std::abs((glm.parameters() + glm.nextTokenParameters()) / 1e9 - 355) < 2);
        QVERIFY(std::abs(glm.activeParameters() / 1e9 - 32) < 2);
        QCOMPARE(glm.denseLayers, 3);
        const ModelDescription nemotron
            = model(R"("nemotron", "hidden_size": 18432, "intermediate_size": 73728, "num_attention_heads": 96,
                "num_hidden_layers": 96, "num_key_value_heads": 8, "vocab_size": 256000)");
        QVERIFY(std::abs(nemotron.parameters() / 1e9 - 341) < 1);
        const ModelDescription dots
            = model(R"("dots1", "first_k_dense_replace": 1, "hidden_size": 4096, "intermediate_size": 10944,
                "moe_intermediate_size": 1408, "n_routed_experts": 128, "n_shared_experts": 2,
                "num_attention_heads": 32, "num_experts_per_tok": 6, "num_hidden_layers": 62,
                "num_key_value_heads": 32, "vocab_size": 152064)");
        QVERIFY(std::abs(dots.parameters() / 1e9 - 142) < 1.5);
        QVERIFY(std::abs(dots.activeParameters() / 1e9 - 14) < 1.5);
        // MiniMax-M2: 229 billion by the files of its weights, 10 of them active, without the embedding. Its first
        // files had the model_type of a model with linear attention.
        const ModelDescription minimax
            = model(R"("minimax", "architectures": ["MiniMaxM2ForCausalLM"], "attn_type_list": [1, 1], "head_dim": 128,
                "hidden_size": 3072, "intermediate_size": 1536, "num_attention_heads": 48, "num_experts_per_tok": 8,
                "num_hidden_layers": 62, "num_key_value_heads": 8, "num_local_experts": 256, "use_qk_norm": true,
                "vocab_size": 200064)");
        QVERIFY(std::abs(minimax.parameters() / 1e9 - 229) < 0.5);
        QVERIFY(std::abs((minimax.activeParameters() - minimax.embeddingParameters()) / 1e9 - 10) < 0.5);
    }

    /// They are not told to be written as a *.bubblejob, which has no words for them either.
    void modelsWithOtherLayersThanAttentionAreRefused_data()
    {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("named");
        QTest::newRow("qwen3-next") << R"("qwen3_next", "full_attention_interval": 4, "linear_num_value_heads": 32)"
                                    << "full_attention_interval";
        QTest::newRow("minimax-text-01") << R"("minimax_text_01", "attn_type_list": [0, 0, 1])"
                                         << "attn_type_list.0";
        QTest::newRow("deepseek v3.2") << R"("deepseek_v32", "index_topk": 2048)"
                                       << "index_topk";
        QTest::newRow("kimi linear") << R"("kimi_linear", "linear_attn_config": {"head_dim": 128})"
                                     << "linear_attn_config";
        QTest::newRow("nemotron-h") << R"("nemotron_h", "hybrid_override_pattern": "M-M*-")"
                                    << "hybrid_override_pattern";
        QTest::newRow("granite 4") << R"("granitemoehybrid", "layer_types": ["mamba", "attention"])"
                                   << "layer_types.0";
        QTest::newRow("gemma 3n") << R"("gemma3n_text", "intermediate_size": [8192, 8192])"
                                  << "intermediate_size.0";
    }

    void modelsWithOtherLayersThanAttentionAreRefused()
    {
        QFETCH(QString, fields);
        QFETCH(QString, named);
        const std::string wrong
            = wrongWith(R"({"hidden_size": 64, "num_hidden_layers": 4, "model_type": )" + fields.toStdString() + "}",
                "config.json");
        QVERIFY2(wrong.find(named.toStdString() + " makes a model that is no plain transformer") != std::string::npos,
            wrong.c_str());
        QVERIFY2(wrong.find("bubblejob") == std::string::npos, wrong.c_str());
    }

    void layersWithAndWithoutExpertsThatTakeTurnsAreRefused()
    {
        const std::string maverick
            = R"({"model_type": "llama4", "text_config": {"model_type": "llama4_text", "hidden_size": 64,
                "intermediate_size": 64, "intermediate_size_mlp": 128, "interleave_moe_layer_step": 2,
                "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 4, "num_local_experts": 8,
                "num_experts_per_tok": 1, "vocab_size": 100}})";
        QVERIFY(wrongWith(maverick, "c.json").find("take turns") != std::string::npos);
        const Result<JobDescription> scout = readJobDescription(
            replaced(maverick, "\"interleave_moe_layer_step\": 2", "\"interleave_moe_layer_step\": 1"), "c.json");
        QVERIFY(scout && scout->model.experts == 8 && scout->model.sharedFeedForward == 64);
    }

    /// As their makers state them, rounded: with the embedding; OpenAI counts only the head (gpt-oss model card, table
    /// 1).
    void activeParametersAreThoseThatWerePublished()
    {
        const auto active = [](const char* name) { return sample(name).model.activeParameters() / 1e9; };
        QVERIFY(std::abs(active("mixtral_8x7b.json") - 12.9) < 0.05);
        QVERIFY(std::abs(active("qwen3_30b_a3b.json") - 3.3) < 0.1);
        QVERIFY(std::abs(active("qwen3_235b_a22b.json") - 22) < 0.3);
        QVERIFY(std::abs(active("deepseek_v2.json") - 21) < 0.5);
        QVERIFY(std::abs(active("deepseek_v3.json") - 37) < 0.6);
        const ModelDescription oss = sample("gpt_oss_120b.json").model;
        QVERIFY(std::abs((oss.activeParameters() - oss.embeddingParameters()) / 1e9 - 5.13) < 0.01);
        const ModelDescription dense = sample("llama31_8b.json").model;
        QCOMPARE(dense.activeParameters(), dense.parameters());
    }

    /// What huggingface.co counts of DeepSeek V3 with its module, which has the embedding and the head once more.
    void aModuleForAFurtherTokenIsAsLargeAsPublished()
    {
        const ModelDescription model = sample("deepseek_v3.json").model;
        QCOMPARE(model.nextTokenLayers, 1);
        const double all = model.parameters() + model.nextTokenParameters() + 2 * model.embeddingParameters();
        QVERIFY2(std::abs(all / 684'531'386'000.0 - 1) < 1e-4, qPrintable(QString::number(all, 'f', 0)));
    }

    void windowsAndExpertsAreThoseOfTheArchitecture()
    {
        const ModelDescription gemma = sample("gemma2_9b.json").model;
        QVERIFY(gemma.isWindowed(0) && !gemma.isWindowed(1) && gemma.isWindowed(40));
        const ModelDescription oss = sample("gpt_oss_120b.json").model;
        QCOMPARE(oss.slidingWindow, 128);
        QVERIFY(oss.isWindowed(0) && !oss.isWindowed(1));
        QVERIFY(sample("mistral_7b.json").model.isWindowed(31));
        QCOMPARE(sample("qwen25_7b.json").model.slidingWindow, 0);
        const ModelDescription deepSeek = sample("deepseek_v3.json").model;
        QCOMPARE(deepSeek.expertLayers(), 58);
        QVERIFY(deepSeek.isLatent && deepSeek.queryRank == 1536 && deepSeek.queryWidth() == 128 * 192);
    }
};

BUBBLESCOPE_TEST(TstPublishedModels, QCoreApplication)

} // namespace bubblescope::tst_publishedmodels

#include "tst_publishedmodels.moc"
