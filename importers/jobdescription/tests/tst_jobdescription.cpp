// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubblejob.h"
#include "flagfields.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "jobreader.h"
#include "jsonfields.h"
#include "megatronpatterns.h"
#include "shareddata.h"
#include "testprogram.h"
#include "torchtitanflavors.h"
#include "yamlfields.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_jobdescription {

namespace {

JobDescription opened(const std::string& path)
{
    const Result<JobDescription> job = openJobDescription(path);
    if (!job) {
        qWarning("%s", job.error().message.text().c_str());
        return {};
    }
    return *job;
}

JobDescription sample(const std::string& name) { return opened(testData(("jobdescription/" + name).c_str())); }

std::string textOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QFile::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// What is wrong with it; empty if nothing is.
std::string wrongWith(const std::string& text, const char* name)
{
    const Result<JobDescription> job = readJobDescription(text, name);
    return job ? std::string() : job.error().message.text() + '|' + job.error().advice.text();
}

bool isAssumed(const JobDescription& job, std::string_view field, std::string_view value)
{
    return std::any_of(job.assumed.begin(), job.assumed.end(),
        [&](const AssumedValue& assumed) { return assumed.field == field && assumed.value == value; });
}

const std::string smallLlama = R"({
  "model_type": "llama",
  "hidden_size": 64,
  "intermediate_size": 128,
  "num_attention_heads": 4,
  "num_hidden_layers": 2,
  "vocab_size": 100
})";

std::string replaced(std::string text, const std::string& part, const std::string& other)
{
    const size_t at = text.find(part);
    return at == std::string::npos ? std::string() : text.replace(at, part.size(), other);
}

} // namespace

class TstJobDescription : public QObject {
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

    void unknownSizesAreListed()
    {
        const JobDescription job
            = *readJobDescription(replaced(smallLlama, "\"vocab_size\"",
                                      "\"memory_heads\": 3, \"rope_theta\": 5, \"n_extra_layers\": 0, \"vocab_size\""),
                "c");
        QVERIFY(isAssumed(job, "memory_heads", "3"));
        QCOMPARE(job.assumed.size(), size_t(1));
        const JobDescription gpt2 = sample("gpt2_xl.json");
        QVERIFY(isAssumed(gpt2, "n_inner", "6400"));
    }

    void aTextModelMayLieBesideOthers()
    {
        const std::string both
            = R"({"model_type": "llava", "text_config": )" + smallLlama + R"(, "vision_config": {"hidden_size": 9}})";
        const Result<JobDescription> job = readJobDescription(both, "config.json");
        QVERIFY(job);
        QCOMPARE(job->model.hidden, 64);
        QCOMPARE(job->assumed.size(), size_t(1));
        QVERIFY(isAssumed(*job, "vision_config", "-"));
    }

    void whatIsWrongIsSaidWithItsFieldAndLine_data()
    {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("other");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* part, const char* other, const char* said) {
            QTest::newRow(name) << QString(part) << QString(other) << QString(said);
        };
        row("missing", "\"num_hidden_layers\": 2,", "", "c.json: num_hidden_layers is missing");
        row("text", "\"num_hidden_layers\": 2", "\"num_hidden_layers\": \"many\"",
            "c.json, line 6: num_hidden_layers is \"many\"");
        row("null", "\"vocab_size\": 100", "\"vocab_size\": null", "vocab_size is missing");
        row("zero", "\"num_attention_heads\": 4", "\"num_attention_heads\": 0", "line 5: num_attention_heads is \"0\"");
        row("negative", "\"hidden_size\": 64", "\"hidden_size\": -64", "line 3: hidden_size is \"-64\"");
        row("fraction", "\"hidden_size\": 64", "\"hidden_size\": 64.5", "line 3: hidden_size is \"64.5\"");
        row("huge", "\"hidden_size\": 64", "\"hidden_size\": 99999999999", "must be a whole number from 1 to 1048576");
        row("infinite", "\"hidden_size\": 64", "\"hidden_size\": 1e400", "c.json, line 3:");
        row("no multiple", "\"hidden_size\": 64", "\"hidden_size\": 66", "66 is no multiple of 4 heads");
        row("groups", "\"vocab_size\"", "\"num_key_value_heads\": 3, \"vocab_size\"",
            "4 heads cannot share 3 key/value heads");
        row("unknown", "\"llama\"", "\"mamba2\"", "line 2: the architecture \"mamba2\" (model_type) is not known here");
        row("no type", "\"model_type\": \"llama\",", "", "model_type is missing: it must be one of llama");
        row("twice", "\"vocab_size\": 100", "\"hidden_size\": 65, \"vocab_size\": 100",
            "hidden_size is stated once more in line 7");
        row("cut", "\"vocab_size\": 100\n}", "\"vocab", "c.json, line 7: this is no whole JSON");
        row("list", "{", "[{", "no description of a job");
    }
    void whatIsWrongIsSaidWithItsFieldAndLine()
    {
        QFETCH(QString, part);
        QFETCH(QString, other);
        QFETCH(QString, said);
        const std::string text = replaced(smallLlama, part.toStdString(), other.toStdString());
        QVERIFY(!text.empty());
        const std::string wrong = wrongWith(text, "c.json");
        QVERIFY2(wrong.find(said.toStdString()) != std::string::npos, wrong.c_str());
    }

    void damagedJsonNamesItsByte()
    {
        const Result<DescribedFields> fields = readJsonFields("{\"a\": 1,\n \"b\": ]}", "c");
        QVERIFY(!fields);
        QCOMPARE(fields.error().offset.value_or(0), uint64_t(15));
    }

    void deepNestingAndManyValuesAreRefused()
    {
        const std::string deep(100'000, '[');
        QVERIFY(!readJsonFields("{\"a\":" + deep, "c"));
        QVERIFY(!readYamlFields(deep, "c"));
        std::string many = "{";
        for (int i = 0; i < 30'000; ++i)
            many += "\"k" + std::to_string(i) + "\": 1,";
        QVERIFY(wrongWith(many + "\"z\": 1}", "c").find("more than 20000 values") != std::string::npos);
        // Ten lines that stand for 10^9 values, or for as many empty lists.
        for (const std::string first : {"[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "[[], [], [], [], [], [], [], [], [], []]"}) {
            std::string laughs = "a0: &a0 " + first + '\n';
            for (int i = 1; i < 10; ++i) {
                const std::string one = "*a" + std::to_string(i - 1);
                laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + one;
                for (int j = 1; j < 10; ++j)
                    laughs += ", " + one;
                laughs += "]\n";
            }
            QVERIFY(wrongWith(laughs, "c.yaml").find("more than 20000 values") != std::string::npos);
        }
        std::string wide = "a: &a " + std::string(30'000, 'x') + "\nb: [*a";
        for (int i = 0; i < 200; ++i)
            wide += ", *a";
        QVERIFY(wrongWith(wide + "]\n", "c.yaml").find("line 2: aliases (*name) stand for more") != std::string::npos);
        QVERIFY(wrongWith("a: &a [1, *a]\nmodel: 2\n", "c.yaml").find("line 1: an alias") != std::string::npos);
        QVERIFY(wrongWith("a: &a {b: 1}\nc:\n  <<: *a\n", "c.yaml").find("line 3: merged") != std::string::npos);
    }

    void anAliasIsTheValueThatItStandsFor()
    {
        const Result<DescribedFields> fields
            = readYamlFields("a: &a {b: &b 1, c: [2, *b]}\nd: *a\ne: [&f text, *f]\n*f : 3\ng: &g\nh: *g\n", "c.yaml");
        QVERIFY2(fields, fields ? "" : fields.error().message.text().c_str());
        const auto value = [&fields](const char* name) {
            const DescribedField* field = fields->find(name);
            return field ? field->value : std::string("-");
        };
        QCOMPARE(value("d.b"), std::string("1"));
        QCOMPARE(value("d.c.1"), std::string("1"));
        QCOMPARE(value("e.1"), std::string("text"));
        QCOMPARE(value("text"), std::string("3"));
        QVERIFY(fields->find("h") && fields->find("h")->isNull);
        QCOMPARE(fields->find("d.c.0")->line, 1);
    }

    void megatronsYamlSaysModelAndLayout()
    {
        const JobDescription job = sample("megatron_config.yaml");
        const ModelDescription& model = job.model;
        QCOMPARE(job.format, std::string("megatron"));
        QCOMPARE(model.denseLayers, 3);
        QVERIFY(model.isLatent && model.isGated && !model.isTied && !model.normsHaveShift && !model.hasQueryBias);
        QCOMPARE(model.sharedFeedForward, 2048);
        QCOMPARE(model.positions, 0);
        QCOMPARE(model.vocabulary, 256000);
        QVERIFY(isAssumed(job, "vocab_size", "256000"));
        QCOMPARE(job.layout.layersOfPieces, (std::vector<int> {2, 1, 1, 2}));
        QCOMPARE(job.layout.chunks, std::optional(2));
        QCOMPARE(job.layout.schedule, std::string("interleaved"));
        QCOMPARE(job.layout.vocabularyMultiple, std::optional(3232));
        QVERIFY(job.layout.shard == StateSharding::Optimizer && job.layout.recompute == Recompute::None);
        QVERIFY(
            job.layout.precision == Precision::Bf16 && job.layout.gradientBytes == 4 && job.layout.fusesLoss == true);
        QVERIFY(job.layout.overlapGradients == true && job.layout.overlapParameters == false);
    }

    void megatronsScriptSaysModelAndLayout()
    {
        const JobDescription job = sample("pretrain_gpt.sh");
        QCOMPARE(job.layout.gpus, std::optional(16));
        QCOMPARE(job.layout.gpusPerNode, std::optional(8));
        QCOMPARE(job.layout.tensor, std::optional(2));
        QCOMPARE(job.layout.stages, std::optional(4));
        QCOMPARE(job.layout.recomputedLayers, std::optional(3));
        QVERIFY(job.layout.recompute == Recompute::Full);
        QVERIFY(isAssumed(job, "ffn_hidden_size", "4096"));
        // GPT-2 medium, as published.
        QCOMPARE(qint64(job.model.parameters()), qint64(354'823'168));
    }

    void aScriptsBranchesAreNotGuessed()
    {
        const std::string script = textOf(testData("jobdescription/pretrain_gpt.sh"));
        const std::string other = wrongWith(script + "\nfi\npython a.py --num-layers 48\n", "run.sh");
        QVERIFY2(other.find("run.sh, line 13: num_layers is stated once more in line 34") != std::string::npos,
            other.c_str());
        const std::string branches = "if [ $S = 1 ]; then\nL=24\nelse\nL=48\nfi\n";
        const std::string wrong
            = wrongWith(branches + replaced(script, "--num-layers 24", "--num-layers $L"), "run.sh");
        QVERIFY2(wrong.find("num_layers is \"$L\"") != std::string::npos
                && wrong.find("to several values") != std::string::npos,
            wrong.c_str());
    }

    void flagsAreReadAsAShellDoes()
    {
        const DescribedFields fields = *readFlagFields("A=3; B=\"${A}2\"\nrun --x=$A --y \"$B\" --on --z 'a b' \\\n  "
                                                       "--w ${C:-7} 8 # --v 1\n--u $(nproc) | tee --t\n",
            "f");
        const auto is = [&fields](const char* name) { return fields.find(name) ? fields.find(name)->value : "-"; };
        QCOMPARE(is("x"), std::string("3"));
        QCOMPARE(is("y"), std::string("32"));
        QCOMPARE(is("on"), std::string("true"));
        QCOMPARE(is("z"), std::string("a b"));
        QCOMPARE(is("w"), std::string("7 8"));
        QCOMPARE(is("v"), std::string("-"));
        QCOMPARE(is("u"), std::string("$(nproc"));
        QCOMPARE(fields.find("w")->line, 3);
        QCOMPARE(fields.find("u")->line, 4);
    }

    void wholeNumbersAreReckoned()
    {
        const auto value = [](const std::string& text) {
            const Result<DescribedFields> fields = readFlagFields(text, "f");
            const DescribedField* field = fields ? fields->find("x") : nullptr;
            return field ? field->value : std::string("-");
        };
        QCOMPARE(value("A=3\nB=$((8 * A))\nrun --x $B --y 1\n"), std::string("24"));
        QCOMPARE(value("A=3; run --x=$(( ($A + 5) * ${B:-2} - 1 )) --y\n"), std::string("15"));
        QCOMPARE(value("run --x \"$((17 / 4 % 3))\"\n"), std::string("1"));
        // What is no number, too large, not whole or divided by nothing stays as it is written.
        for (const char* other : {"$((A * 2))", "$((1 / 0))", "$((2147483647 * 2147483647))", "$((2 ** 3))", "$((1 +))",
                 "$((a = 3))", "$((0x10))", "$(())", "$(((((((((((((((((((((1)))))))))))))))))))))"})
            QCOMPARE(value(std::string("run --x ") + other + " --y\n"), std::string(other));
    }

    /// Behind a launcher's flags its program follows; a text of flags may grow; Slurm is asked for the machines.
    void launchersAreReadInTheStylesTheyAreWrittenIn()
    {
        const std::string model = " --num-layers 24 --hidden-size 1024 --num-attention-heads 16 --seq-length 1024 "
                                  "--max-position-embeddings 1024 --micro-batch-size 1 --global-batch-size 64 ";
        const auto read = [&model](const std::string& before, const std::string& after) {
            return readJobDescription(before + model + after, "run.sh");
        };
        for (const char* launcher : {"python -m torch.distributed.run --nnodes=2 --nproc_per_node=8 a/pretrain.py",
                 "torchrun --nproc_per_node 8 --nnodes 2 pretrain.py",
                 "torchrun --nnodes 2 --nproc-per-node 8 -m a.b"}) {
            const Result<JobDescription> job = read(launcher, "--vocab-size 50257\n");
            QVERIFY2(job, job ? "" : job.error().message.text().c_str());
            QCOMPARE(job->layout.gpus, std::optional(16));
            QCOMPARE(job->layout.gpusPerNode, std::optional(8));
        }
        const Result<JobDescription> grown = read("#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gres=gpu:h100:8\nH=$(srun "
                                                  "--nodes=1 hostname)\nA=\"",
            "--merge-file m.txt\"\nA+=\" --recompute-activations\"\nsrun python pretrain.py $A\n");
        QVERIFY2(grown, grown ? "" : grown.error().message.text().c_str());
        QCOMPARE(grown->layout.gpus, std::optional(32));
        QVERIFY(grown->layout.recompute == Recompute::Selective);
        QVERIFY(isAssumed(*grown, "vocab_size", "50257"));
        const Result<JobDescription> named
            = read("#SBATCH --nodes=2\n#SBATCH --gpus-per-node 4\nsrun pretrain.py --nnodes $SLURM_NNODES",
                "--tokenizer-model meta-llama/Meta-Llama-3-8B\n");
        QVERIFY2(named, named ? "" : named.error().message.text().c_str());
        QCOMPARE(named->layout.gpus, std::optional(8));
        QCOMPARE(named->model.vocabulary, 128256);
        for (const char* launcher : {"deepspeed --num_nodes 2 --num_gpus 8 pretrain.py",
                 "#SBATCH -N 2\n#SBATCH --ntasks-per-node=8\nsrun python pretrain.py",
                 "#SBATCH -N2 --exclusive\n#SBATCH --gres=gpu:8\nsrun torchrun --nproc_per_node=8 pretrain.py"}) {
            const Result<JobDescription> job = read(launcher, "--vocab-size 50257\n");
            QVERIFY2(job, job ? "" : job.error().message.text().c_str());
            QCOMPARE(job->layout.gpus, std::optional(16));
        }
        // One task a node is the launcher's, and several nodes are no number of them.
        QVERIFY(!read("#SBATCH -N 2\n#SBATCH --ntasks-per-node=1\nsrun a.py", "--vocab-size 50257\n")->layout.gpus);
        QVERIFY(!read("#SBATCH -N 2-4\n#SBATCH --gres=gpu:8\nsrun a.py", "--vocab-size 50257\n")->layout.gpus);
    }

    /// As Megatron-LM's own train_llama3_8b_h100_fp8.sh lists its flags.
    void aWordMayHoldAFlagAndItsValue()
    {
        const auto value = [](const char* text, const char* name) {
            const Result<DescribedFields> fields = readFlagFields(text, "f");
            const DescribedField* field = fields ? fields->find(name) : nullptr;
            return field ? field->value : std::string("-");
        };
        const char* list = "V=128256\nDATA=(\n  \"--mock-data\"\n  \"--vocab-size $V\"\n  \"--split '99,1,0'\"\n)\n"
                           "torchrun a.py ${DATA[@]} --bf16\n";
        QCOMPARE(value(list, "mock_data"), std::string("true"));
        QCOMPARE(value(list, "vocab_size"), std::string("128256"));
        QCOMPARE(value(list, "split"), std::string("99,1,0"));
        QCOMPARE(value(list, "bf16"), std::string("true"));
        QCOMPARE(
            value("srun bash -lc \"cd x && python a.py --num-layers 32 --bf16\"\n", "num_layers"), std::string("32"));
        QCOMPARE(value("a.py \"--name=a b\" --x 1\n", "name"), std::string("a b"));
        QCOMPARE(value("echo \"usage: --num-layers N\"\n", "num_layers"), std::string("-"));
    }

    /// Llama 2 7B, as huggingface.co counts it, in the words of NeMo's megatron_gpt_config.yaml.
    void nemosYamlSaysModelAndLayout()
    {
        const std::string text = "name: megatron_gpt\ntrainer:\n  devices: 8\n  num_nodes: 2\n  precision: bf16\n"
                                 "model:\n  micro_batch_size: 1\n  global_batch_size: 128\n"
                                 "  tensor_model_parallel_size: 4\n  pipeline_model_parallel_size: 2\n"
                                 "  virtual_pipeline_model_parallel_size: null\n  encoder_seq_length: 4096\n"
                                 "  max_position_embeddings: ${.encoder_seq_length}\n  num_layers: 32\n"
                                 "  hidden_size: 4096\n  ffn_hidden_size: 11008 # gated\n  num_attention_heads: 32\n"
                                 "  position_embedding_type: rope\n  bias: false\n  activation: fast-swiglu\n"
                                 "  normalization: rmsnorm\n  share_embeddings_and_output_weights: False\n"
                                 "  override_vocab_size: 32000\n  optim: {name: distributed_fused_adam}\n";
        const Result<JobDescription> job = readJobDescription(text, "megatron_gpt_config.yaml");
        QVERIFY2(job, job ? "" : job.error().message.text().c_str());
        QCOMPARE(qint64(job->model.parameters()), qint64(6'738'415'616));
        QCOMPARE(job->layout.gpus, std::optional(16));
        QCOMPARE(job->layout.tensor, std::optional(4));
        QCOMPARE(job->layout.stages, std::optional(2));
        QCOMPARE(job->layout.sequence, std::optional(4096));
        QVERIFY(job->layout.precision == Precision::Bf16 && job->layout.shard == StateSharding::Optimizer);
        const std::string named = "tokenizer: {library: megatron, type: GPT2BPETokenizer, merge_file: null}";
        const Result<JobDescription> known
            = readJobDescription(replaced(text, "override_vocab_size: 32000", named), "a.yaml");
        QVERIFY(known && isAssumed(*known, "vocab_size", "50257"));
        const std::string missing = wrongWith(replaced(text, "  override_vocab_size: 32000\n", ""), "a.yaml");
        QVERIFY2(missing.find("vocab_size is missing") != std::string::npos, missing.c_str());
        const std::string adapters = wrongWith(text + "  peft: {peft_scheme: lora}\n", "a.yaml");
        QVERIFY2(adapters.find("adapters are trained (lora)") != std::string::npos, adapters.c_str());
    }

    /// Llama 3 70B, as huggingface.co counts it, in the words of Megatron-Bridge's ConfigContainer: as a file, and as a
    /// process prints it into a log.
    void megatronBridgesConfigurationSaysModelAndLayout()
    {
        const std::string text
            = "_target_: megatron.bridge.training.config.ConfigContainer\ncomm_overlap: null\ndataset:\n"
              "  sequence_length: 8192\nddp:\n  grad_reduce_in_fp32: false\n  overlap_grad_reduce: true\n"
              "  use_distributed_optimizer: true\n  use_megatron_fsdp: false\nmixed_precision:\n  bf16: true\n"
              "  fp8: hybrid\n  grad_reduce_in_fp32: false\nmodel:\n"
              "  _target_: megatron.bridge.models.llama.llama_provider.Llama3ModelProvider\n"
              "  activation_func:\n    _call_: false\n    _target_: torch.nn.functional.silu\n"
              "  add_bias_linear: false\n  bf16: true\n  expert_tensor_parallel_size: null\n"
              "  ffn_hidden_size: 28672\n  gated_linear_unit: true\n  hidden_dropout: 0.0\n  hidden_size: 8192\n"
              "  kv_channels: null\n  moe_layer_freq: 1\n  moe_router_topk: 2\n  multi_latent_attention: false\n"
              "  normalization: RMSNorm\n  num_attention_heads: 64\n  num_layers: 80\n  num_moe_experts: null\n"
              "  num_query_groups: 8\n  pipeline_model_parallel_layout: null\n"
              "  pipeline_model_parallel_size: 4\n  position_embedding_type: rope\n  recompute_granularity: null\n"
              "  seq_length: 131072\n  sequence_parallel: true\n  share_embeddings_and_output_weights: false\n"
              "  tensor_model_parallel_size: 4\n  virtual_pipeline_model_parallel_size: 5\n  vocab_size: 128256\n"
              "optimizer:\n  exp_avg_dtype:\n    _call_: false\n    _target_: torch.bfloat16\n"
              "  exp_avg_sq_dtype:\n    _call_: false\n    _target_: torch.float32\n  optimizer: adam\n"
              "  use_precision_aware_optimizer: true\npeft: null\ntokenizer:\n  tokenizer_type: NullTokenizer\n"
              "train:\n  global_batch_size: 128\n  micro_batch_size: 1\n";
        std::string log = "0: > building\n0: ------- Task Configuration -------\n";
        for (size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
            log += "0: " + text.substr(begin, text.find('\n', begin) + 1 - begin) + "1: beside\n";
        log += "0: ----------------------------------\n0: iteration 1\n";
        for (const std::string& way : {text, log}) {
            const Result<JobDescription> job = readJobDescription(way, "ConfigContainer.yaml");
            QVERIFY2(job, job ? "" : job.error().message.text().c_str());
            QCOMPARE(qint64(job->model.parameters()), qint64(70'553'706'496));
            QCOMPARE(job->layout.tensor, std::optional(4));
            QCOMPARE(job->layout.stages, std::optional(4));
            QCOMPARE(job->layout.chunks, std::optional(5));
            QCOMPARE(job->layout.sequence, std::optional(8192));
            QCOMPARE(job->layout.globalBatch, std::optional(128));
            QCOMPARE(job->layout.gradientBytes, std::optional(2));
            QVERIFY(job->layout.precision == Precision::Fp8 && job->layout.shard == StateSharding::Optimizer);
            QVERIFY(job->layout.overlapGradients == true && job->layout.hasFlashAttention == true);
            QVERIFY(isAssumed(*job, "exp_avg_dtype", "bf16") && !isAssumed(*job, "exp_avg_sq_dtype", "fp32"));
        }
        const Result<JobDescription> named = readJobDescription(
            replaced(text, "mixed_precision:\n  bf16: true\n  fp8: hybrid\n  grad_reduce_in_fp32: false\n",
                "mixed_precision: bf16_with_mxfp8_mixed\n"),
            "a.yaml");
        QVERIFY(named && named->layout.precision == Precision::Fp8);
        const std::string layers = "[[embedding, decoder], [decoder], [decoder], [decoder, loss]]";
        const Result<JobDescription> uneven = readJobDescription(
            replaced(replaced(replaced(text, "parallel_layout: null", "parallel_layout: " + layers), "num_layers: 80",
                         "num_layers: 4"),
                "num_moe_experts: null\n", "num_moe_experts: 8\n  moe_ffn_hidden_size: 512\n"),
            "a.yaml");
        QVERIFY2(uneven, uneven ? "" : uneven.error().message.text().c_str());
        QCOMPARE(uneven->layout.layersOfPieces, (std::vector<int> {1, 1, 1, 1}));
        QCOMPARE(uneven->model.expertFeedForward, 512);
        const std::string mixed = wrongWith(replaced(replaced(text, "num_moe_experts: null", "num_moe_experts: 8"),
                                                "moe_layer_freq: 1", "moe_layer_freq: [0, 1]"),
            "a.yaml");
        QVERIFY2(mixed.find("must tell for each of the 80 layers") != std::string::npos, mixed.c_str());
        const std::string other = wrongWith(text + "  is_hybrid_model: true\n", "a.yaml"); // not of the model
        QVERIFY2(other.empty(), other.c_str());
        const std::string hybrid
            = wrongWith(replaced(text, "  kv_channels: null\n", "  linear_attention_freq: [0, 1]\n"), "a.yaml");
        QVERIFY2(hybrid.find("linear_attention_freq makes a model") != std::string::npos, hybrid.c_str());
        const std::string adapters
            = wrongWith(replaced(text, "peft: null", "peft:\n  _target_: megatron.bridge.peft.lora.LoRA"), "a.yaml");
        QVERIFY2(adapters.find("adapters are trained (LoRA)") != std::string::npos, adapters.c_str());
        const std::string overrides
            = wrongWith("model:\n  tensor_model_parallel_size: 2\ntrain:\n  micro_batch_size: 1\n", "a.yaml");
        QVERIFY2(overrides.find("only overrides a recipe") != std::string::npos, overrides.c_str());
    }

    /// A recipe of nemo_run names a class, which has the sizes of Llama 3 8B; what stands beside it counts.
    void nemos2RecipesSayModelAndLayout()
    {
        const std::string text
            = "_partial_: true\n_target_: nemo.collections.llm.api.pretrain\ndata: &data\n"
              "  global_batch_size: 512\n  micro_batch_size: 1\n  seq_length: 8192\nmodel:\n"
              "  _target_: nemo.collections.llm.gpt.model.llama.LlamaModel\n  config:\n"
              "    _target_: nemo.collections.llm.gpt.model.llama.Llama3Config8B\n"
              "optim:\n  config:\n    bf16: true\n    use_distributed_optimizer: true\ntrainer:\n  callbacks:\n"
              "  - _target_: nemo.utils.exp_manager.TimingCallback\n"
              "  - _target_: nemo.lightning.pytorch.callbacks.megatron_comm_overlap.MegatronCommOverlapCallback\n"
              "    data_config: *data\n    tp_comm_overlap: true\n"
              "  devices: 8\n  num_nodes: 2\n  plugins:\n    fp8: null\n    precision: bf16-mixed\n"
              "  strategy:\n    context_parallel_size: 2\n    ddp:\n      overlap_grad_reduce: true\n"
              "    pipeline_model_parallel_size: 1\n    sequence_parallel: true\n"
              "    tensor_model_parallel_size: 2\n    virtual_pipeline_model_parallel_size: null\n";
        const Result<JobDescription> job = readJobDescription(text, "recipe.yaml");
        QVERIFY2(job, job ? "" : job.error().message.text().c_str());
        QCOMPARE(qint64(job->model.parameters()), qint64(8'030'261'248));
        QCOMPARE(job->layout.gpus, std::optional(16));
        QCOMPARE(job->layout.gpusPerNode, std::optional(8));
        QCOMPARE(job->layout.tensor, std::optional(2));
        QCOMPARE(job->layout.context, std::optional(2));
        QCOMPARE(job->layout.sequence, std::optional(8192));
        QCOMPARE(job->layout.globalBatch, std::optional(512));
        QVERIFY(job->layout.precision == Precision::Bf16 && job->layout.shard == StateSharding::Optimizer);
        QVERIFY(job->layout.overlapTensor == true && job->layout.overlapGradients == true);
        QVERIFY(isAssumed(*job, "num_layers", "32"));
        const Result<JobDescription> half = readJobDescription(
            replaced(text, "Llama3Config8B\n", "Llama3Config8B\n    num_layers: 16\n"), "recipe.yaml");
        QVERIFY(half && half->model.layers == 16 && half->model.feedForward == 14336);
        QVERIFY(isAssumed(*half, "hidden_size", "4096") && !isAssumed(*half, "num_layers", "16"));
        const Result<JobDescription> narrow = readJobDescription(
            replaced(text, "Llama3Config8B\n", "Llama3Config8B\n    num_layers: 16\n    hidden_size: 2048\n"),
            "recipe.yaml");
        QVERIFY(narrow && narrow->model.isGated && !narrow->model.isTied && narrow->model.keyValueHeads == 8);
        QVERIFY(!isAssumed(*narrow, "hidden_size", "2048"));
        const std::string unknown = wrongWith(replaced(text, "Llama3Config8B", "OtherConfig8B"), "recipe.yaml");
        QVERIFY2(unknown.find("line 10: the sizes of OtherConfig8B") != std::string::npos, unknown.c_str());
        // context/model.yaml of a checkpoint states them.
        const Result<JobDescription> kept = readJobDescription(
            "_target_: nemo.collections.llm.gpt.model.llama.LlamaModel\nconfig:\n  num_layers: 16\n"
            "  hidden_size: 2048\n  ffn_hidden_size: 8192\n  num_attention_heads: 32\n  num_query_groups: 8\n"
            "  gated_linear_unit: true\n  add_bias_linear: false\n  normalization: RMSNorm\n"
            "  position_embedding_type: rope\n  share_embeddings_and_output_weights: true\n  vocab_size: 128256\n",
            "model.yaml");
        QVERIFY2(kept, kept ? "" : kept.error().message.text().c_str());
        QCOMPARE(qint64(kept->model.parameters()), qint64(1'235'814'400));
    }

    void aConfigurationOfDeepSpeedSaysWhatToSet()
    {
        const std::string said
            = wrongWith(R"({"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": "auto",
            "zero_optimization": {"stage": 3}})",
                "ds_config.json");
        QVERIFY2(said.find("--set microbatch-size=2 --set shard=parameters") != std::string::npos, said.c_str());
        QVERIFY(said.find("microbatches") == std::string::npos);
    }

    /// A plan is told apart from what its file asks for.
    void whatADescriptionCannotHoldIsListed()
    {
        const Result<JobDescription> titan
            = readJobDescription("[model]\nname = \"llama3\"\nflavor = \"8B\"\nconverters = [\"mx\", \"float8\"]\n"
                                 "[optimizer]\nname = \"AdamW\"\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n"
                                 "dtype = \"bfloat16\"\n[compile]\nenable = true\n",
                "a.toml");
        QVERIFY2(titan, titan ? "" : titan.error().message.text().c_str());
        QVERIFY(isAssumed(*titan, "compile.enable", "true") && isAssumed(*titan, "training.dtype", "bfloat16"));
        QVERIFY(isAssumed(*titan, "model.converters", "mx") && !isAssumed(*titan, "model.converters", "float8"));
        QVERIFY(!isAssumed(*titan, "optimizer.name", "AdamW"));
        QVERIFY(titan->layout.precision == Precision::Fp8);
        const std::string script = textOf(testData("jobdescription/pretrain_gpt.sh"));
        const std::string more = "a.py --use-precision-aware-optimizer --exp-avg-dtype bf16 --exp-avg-sq-dtype fp32 "
                                 "--optimizer sgd --fp8-param-gather\n";
        const Result<JobDescription> megatron = readJobDescription(script + '\n' + more, "run.sh");
        QVERIFY2(megatron, megatron ? "" : megatron.error().message.text().c_str());
        QVERIFY(isAssumed(*megatron, "exp_avg_dtype", "bf16") && !isAssumed(*megatron, "exp_avg_sq_dtype", "fp32"));
        QVERIFY(isAssumed(*megatron, "optimizer", "sgd") && isAssumed(*megatron, "fp8_param_gather", "true"));
    }

    /// As torchtitan called them in 2024.
    void earlierNamesOfTorchtitanAreRead()
    {
        const std::string text
            = "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nbatch_size = 8\nseq_len = 8192\n"
              "data_parallel_degree = 4\ntensor_parallel_degree = 2\n[experimental]\n"
              "pipeline_parallel_degree = 4\npipeline_parallel_microbatches = 4\n";
        const Result<JobDescription> job = readJobDescription(text, "a.toml");
        QVERIFY2(job, job ? "" : job.error().message.text().c_str());
        QCOMPARE(job->layout.gpus, std::optional(32));
        QCOMPARE(job->layout.microbatchSize, std::optional(2));
        QCOMPARE(job->layout.microbatches, std::optional(4));
        const std::string wrong = wrongWith(replaced(text, "batch_size = 8", "batch_size = 6"), "a.toml");
        QVERIFY2(wrong.find("6 samples cannot be split into 4 microbatches") != std::string::npos, wrong.c_str());
    }

    void megatronsLogSaysModelAndLayout()
    {
        const JobDescription job = sample("arguments.log");
        QCOMPARE(job.layout.gpus, std::optional(16));
        QCOMPARE(job.layout.data, std::optional(4));
        QCOMPARE(job.layout.chunks, std::optional(4));
        QCOMPARE(job.layout.paddedVocabulary, std::optional(128256));
        QCOMPARE(job.model.vocabulary, 128000);
        QVERIFY(job.layout.recompute == Recompute::Selective && job.layout.sequenceParallel == true);
        // Llama 3 8B but for 256 tokens, in embedding and head.
        QCOMPARE(qint64(job.model.parameters()), qint64(8'030'261'248 - 2 * 256 * 4096));
        QVERIFY(!isAssumed(job, "global_batch_size", "64"));
        // A step of a batch that grows may have fewer samples.
        const std::string line = "0:   global_batch_size ............................... 64\n";
        const std::string ramp = "0:   rampup_batch_size ............................... ";
        const std::string text = textOf(testData("jobdescription/arguments.log"));
        for (const bool grows : {true, false}) {
            const std::string added = line + ramp + (grows ? "['16', '16', '1000']\n" : "None\n");
            const Result<JobDescription> ramped = readJobDescription(replaced(text, line, added), "log");
            QVERIFY(ramped);
            QCOMPARE(ramped->layout.globalBatch, std::optional(64));
            QCOMPARE(isAssumed(*ramped, "global_batch_size", "64"), grows);
        }
    }

    /// Logs of others: the parameters that they print of a pipeline's first and other stages.
    void realLogsAreDescribed()
    {
        REQUIRE_SHARED_DATA();
        const JobDescription log = opened(sharedData("megatron_logs/meg_gpt2_perf_n16.out"));
        QCOMPARE(log.layout.gpus, std::optional(64));
        QCOMPARE(log.layout.stages, std::optional(16));
        QCOMPARE(log.layout.paddedVocabulary, std::optional(50688));
        QVERIFY(log.layout.recompute == Recompute::Full && log.layout.precision == Precision::Fp16);
        for (const char* name : {"megatron_logs/meg_ds_3d_gpt2_perf_n16-ds-on.out",
                 "megatron_logs/meg_gpt2_base_n4_dp1_tp4_pp4-1809579.out"})
            QVERIFY(opened(sharedData(name)).model.layers > 0);
    }

    void descriptionsOfMeasuredRunsAreRead()
    {
        REQUIRE_SHARED_DATA();
        const std::string folder = sharedData("plan/megatron/");
        const JobDescription mixtral = opened(folder + "mixtral_8x7b_alltoall_tp2pp4ep4_release_sm/model_config.yaml");
        const double vocabularies = 2.0 * 4096 * (256000 - 32000);
        QCOMPARE(qint64(mixtral.model.parameters()), qint64(46'702'792'704 + vocabularies));
        QCOMPARE(mixtral.layout.expertTensor, std::optional(2));
        const JobDescription proxy
            = opened(folder + "deepseekv3_proxy_flex_tp1pp4emp16etp1cp1_release_sm/model_config.yaml");
        QCOMPARE(proxy.layout.layersOfPieces, (std::vector<int> {2, 2, 2, 2, 2, 2, 1, 1}));
        QCOMPARE(proxy.model.nextTokenLayers, 1);
        const JobDescription seven = opened(folder + "gpt3_7b_tp1_pp4_memory_speed/model_config.yaml");
        QCOMPARE(seven.layout.chunks, std::optional(8));
        QVERIFY(!seven.model.isGated && seven.model.feedForward == 16384 && seven.model.keyValueHeads == 8);
        const JobDescription fifteen = opened(folder + "gpt3_15b_8t_release/model_config.yaml");
        QCOMPARE(fifteen.layout.globalBatch, std::optional(384));
        const JobDescription v3 = opened(sharedData("plan/models/deepseekv3.json"));
        // Without the 256 biases of each router.
        QCOMPARE(qint64(v3.model.parameters()), qint64(671'026'419'200 - 58 * 256));
        QCOMPARE(qint64(opened(sharedData("plan/models/llama3-70b.json")).model.parameters()), qint64(70'553'706'496));
        QCOMPARE(qint64(opened(sharedData("plan/models/deepseekv2.json")).model.parameters()), qint64(235'741'434'880));
    }

    void patternsOfMegatronAreRead()
    {
        using Layers = std::vector<bool>;
        QCOMPARE(*expertPattern("([0]*2+[1]*1)*2", 6), (Layers {false, false, true, false, false, true}));
        QCOMPARE(*expertPattern("[1, 0]", 2), (Layers {true, false}));
        QCOMPARE(*expertPattern("2", 3), (Layers {true, false, true}));
        for (const char* wrong : {"", "0", "[2]", "[0]*3", "([0]", "[0]*9999999999", "([0]*9999)*9999", "[0]*2+", "x"})
            QVERIFY2(!expertPattern(wrong, 2), wrong);
        QCOMPARE(*piecesOfLayout("Et*3|(tt|)*2mL"), (std::vector<int> {3, 2, 2, 0}));
        for (const char* wrong : {"", "Ex", "(t", "t)", "t*99999999", "((t*9999)*9999)"})
            QVERIFY2(!piecesOfLayout(wrong), wrong);
        const std::string deep(100'000, '(');
        QVERIFY(!piecesOfLayout(deep) && !expertPattern(deep, 2));
    }

    void megatronsModelsOfOtherKindsAreRefused_data()
    {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("said");
        QTest::newRow("hybrid") << "--hybrid-override-pattern M-M*"
                                << "hybrid_override_pattern makes a model";
        QTest::newRow("turns") << "--num-experts 8 --moe-layer-freq 2"
                               << "take turns";
        QTest::newRow("pattern") << "--num-experts 8 --moe-layer-freq ([0]*3+[1]*3)"
                                 << "must tell for each of the 24 layers";
        QTest::newRow("layout") << "--pipeline-model-parallel-layout 'Et|tL'"
                                << "must be pieces for 4 stages with 24 layers";
        QTest::newRow("chunks") << "--num-layers-per-virtual-pipeline-stage 5"
                                << "24 layers cannot be shared by 4 stages";
        QTest::newRow("topk") << "--num-experts 8 --moe-router-topk 9"
                              << "moe_router_topk is \"9\"";
    }
    void megatronsModelsOfOtherKindsAreRefused()
    {
        QFETCH(QString, more);
        QFETCH(QString, said);
        const std::string script = textOf(testData("jobdescription/pretrain_gpt.sh"));
        // In quotes, as a shell needs brackets.
        std::string flags = more.toStdString();
        if (flags.find('(') != std::string::npos)
            flags = replaced(flags, "(", "'(") + "'";
        const std::string wrong = wrongWith(script + "run " + flags + "\n", "run.sh");
        QVERIFY2(wrong.find(said.toStdString()) != std::string::npos, wrong.c_str());
    }

    void torchtitansTomlSaysModelAndLayout()
    {
        const JobDescription large = sample("torchtitan_llama3_405b.toml");
        QCOMPARE(qint64(large.model.parameters()), qint64(405'853'388'800));
        QVERIFY(!large.layout.data && !large.layout.gpus); // all that are left
        QVERIFY(large.layout.shard == StateSharding::Parameters && large.layout.recompute == Recompute::Full);
        QVERIFY(large.layout.precision == Precision::Fp8 && large.layout.overlapTensor == true);
        QCOMPARE(large.layout.microbatchSize, std::optional(2));
        const JobDescription small = sample("torchtitan_pipeline.toml");
        QCOMPARE(qint64(small.model.parameters()), qint64(15'706'484'224));
        QCOMPARE(small.layout.gpus, std::optional(32));
        QCOMPARE(small.layout.replicas, std::optional(2));
        QCOMPARE(small.layout.microbatchSize, std::optional(2));
        QCOMPARE(small.layout.schedule, std::string("interleaved"));
        QCOMPARE(small.layout.recomputedLayers, std::optional(6));
        const std::string text = textOf(testData("jobdescription/torchtitan_llama3_405b.toml"));
        QVERIFY(wrongWith(replaced(text, "= \"405B\"", "= \"406B\""), "t.toml")
                    .find("t.toml, line 7: the sizes of llama3 406B")
            != std::string::npos);
        QVERIFY(wrongWith(replaced(text, "seq_len = 8192", "seq_len = x"), "t.toml")
                    .find("t.toml, line 12: this is no whole TOML")
            != std::string::npos);
        QVERIFY(wrongWith("[+x]\nseq_len = 1\n[training]\n[parallelism]\n", "t.toml")
                    .find("t.toml, line 1: this is no whole TOML")
            != std::string::npos);
        QVERIFY(torchTitanModel("llama3", "8B_flex"));
    }

    void nanotronsYamlSaysModelAndLayout()
    {
        const JobDescription job = sample("nanotron_llama32_3b.yaml");
        QCOMPARE(job.format, std::string("nanotron"));
        QCOMPARE(qint64(job.model.parameters()), qint64(3'212'749'824));
        QCOMPARE(job.layout.gpus, std::optional(16));
        QVERIFY(job.layout.shard == StateSharding::Optimizer && job.layout.sequenceParallel == true);
        QCOMPARE(job.layout.microbatches, std::optional(4));
        QVERIFY2(job.assumed.empty(), job.assumed.empty() ? "" : job.assumed[0].field.c_str());
        const std::string text = textOf(testData("jobdescription/nanotron_llama32_3b.yaml"));
        QVERIFY(
            wrongWith(replaced(text, "tp: 4", "tp: four"), "n.yaml").find("n.yaml, line 37: parallelism.tp is \"four\"")
            != std::string::npos);
    }

    void simuMaxModelsAreRead()
    {
        const JobDescription job = sample("simumax_moe.json");
        QCOMPARE(job.format, std::string("simumax"));
        QCOMPARE(qint64(job.model.parameters()), qint64(671'026'419'200 - 58 * 256));
        QCOMPARE(job.assumed.size(), size_t(1));
    }

    void ourOwnTextIsReadAndWritten()
    {
        const JobDescription job = sample("deepseek_proxy.bubblejob");
        QCOMPARE(job.layout.layersOfPieces, (std::vector<int> {4, 4, 3, 3}));
        QVERIFY(job.model.isLatent && job.layout.precision == Precision::Bf16);
        // Whatever was read is written so that it is read alike.
        for (const char* name :
            {"deepseek_proxy.bubblejob", "gpt_oss_120b.json", "gpt2_xl.json", "qwen15_moe_a27b.json",
                "deepseek_v3.json", "megatron_config.yaml", "torchtitan_pipeline.toml", "pretrain_gpt.sh"}) {
            const JobDescription was = sample(name);
            const std::string text = bubbleJobText(was);
            const Result<JobDescription> is = readJobDescription(text, "x.bubblejob");
            QVERIFY2(is, is ? "" : is.error().message.text().c_str());
            QCOMPARE(bubbleJobText(*is), text);
            QCOMPARE(is->model.parameters(), was.model.parameters());
            QCOMPARE(is->model.activeParameters(), was.model.activeParameters());
            QVERIFY(is->layout.shard == was.layout.shard && is->layout.dropout == was.layout.dropout);
        }
    }

    void ourOwnTextIsRefusedWithTheKeyThatWasMeant()
    {
        const std::string text = textOf(testData("jobdescription/deepseek_proxy.bubblejob"));
        QVERIFY(wrongWith(replaced(text, "layers = 14", "layer = 14"), "a.bubblejob")
                    .find("a.bubblejob, line 3: layer is no key of a job|Did you mean layers?")
            != std::string::npos);
        QVERIFY(wrongWith(replaced(text, "shard = optimizer", "shard = all"), "a.bubblejob")
                    .find("shard is \"all\": it must be one of none, optimizer")
            != std::string::npos);
        QVERIFY(wrongWith(replaced(text, "layers = 14", "layers 14"), "a.bubblejob")
                    .find("line 3: \"layers 14\" is no line")
            != std::string::npos);
        QVERIFY(wrongWith(replaced(text, "4,4,3,3", "4,,3"), "a.bubblejob").find("partition is") != std::string::npos);
    }

    /// Only what nothing else is: runs have YAML, TOML and scripts beside them.
    void foldersShowModelsAndOurOwnText()
    {
        const auto importerOf = [](const std::string& text) {
            const Importer* importer = ImporterRegistry::builtin().find(text);
            return importer ? std::string(importer->id()) : std::string();
        };
        const std::string own = "job-description";
        for (const char* name :
            {"llama31_8b.json", "deepseek_v3.json", "gpt2_xl.json", "gpt_neox_20b.json", "deepseek_proxy.bubblejob"})
            QCOMPARE(importerOf(textOf(testData((std::string("jobdescription/") + name).c_str()))), own);
        for (const char* name :
            {"megatron_config.yaml", "pretrain_gpt.sh", "torchtitan_llama3_405b.toml", "arguments.log"})
            QVERIFY2(importerOf(textOf(testData((std::string("jobdescription/") + name).c_str()))) != own, name);
        QCOMPARE(importerOf("layers = 2\nhidden = 64\nname = none\nsomething = else\n"), std::string());
        QCOMPARE(importerOf("{\"model_type\": \"bert\", \"tokenizer_class\": \"x\"}"), std::string());
    }

    void everyDescriptionOpensByItself()
    {
        const auto importersOf = [](const std::vector<std::string>& paths) {
            ImportReport report;
            std::string ids;
            for (const ScannedFile& file : scanPaths(paths, ImporterRegistry::builtin(), report).files)
                ids += std::string(file.importer->id()) + " ";
            return ids;
        };
        const QTemporaryDir folder;
        for (const char* name : {"megatron_config.yaml", "pretrain_gpt.sh", "torchtitan_llama3_405b.toml",
                 "nanotron_llama32_3b.yaml", "simumax_moe.json", "llama31_8b.json"}) {
            const std::string path = testData((std::string("jobdescription/") + name).c_str());
            QVERIFY2(importersOf({path}) == "single-job-description ", name);
            QVERIFY(QFile::copy(QString::fromStdString(path), folder.filePath(QString::fromUtf8(name))));
        }
        QCOMPARE(importersOf({testData("jobdescription/deepseek_proxy.bubblejob")}), std::string("job-description "));
        // A model beside others may belong to a table of its layers; scripts belong to the run.
        QVERIFY(importersOf({folder.path().toStdString()}).find("single") == std::string::npos);
        QFile notes(folder.filePath(QStringLiteral("notes.txt")));
        QVERIFY(notes.open(QFile::WriteOnly) && notes.write("hello\n") == 6);
        notes.close();
        QCOMPARE(importersOf({notes.fileName().toStdString()}), std::string());
    }

    void otherFilesAreNoDescriptions()
    {
        QVERIFY(wrongWith("", "a").find("empty") != std::string::npos);
        QVERIFY(wrongWith("hello\nworld\n", "a").find("*.bubblejob") != std::string::npos);
        QVERIFY(wrongWith("{\"traceEvents\": []}", "a").find("no description") != std::string::npos);
        QVERIFY(wrongWith("version: 3\nservices: none\n", "a").find("no description") != std::string::npos);
        QVERIFY(!openJobDescription("/nowhere/config.json"));
    }
};

BUBBLESCOPE_TEST(TstJobDescription, QCoreApplication)

} // namespace bubblescope::tst_jobdescription

#include "tst_jobdescription.moc"
