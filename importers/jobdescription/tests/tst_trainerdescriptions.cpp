// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedjobs.h"
#include "flagfields.h"
#include "jobreader.h"
#include "megatronpatterns.h"
#include "shareddata.h"
#include "testprogram.h"
#include "torchtitanflavors.h"

#include <QTest>

namespace bubblescope::tst_trainerdescriptions {

using namespace describedjobs;

class TstTrainerDescriptions : public QObject {
    Q_OBJECT
private slots:
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
};

BUBBLESCOPE_TEST(TstTrainerDescriptions, QCoreApplication)

} // namespace bubblescope::tst_trainerdescriptions

#include "tst_trainerdescriptions.moc"
