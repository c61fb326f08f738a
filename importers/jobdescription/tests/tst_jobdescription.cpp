// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubblejob.h"
#include "describedjobs.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "jobreader.h"
#include "jsonfields.h"
#include "shareddata.h"
#include "testprogram.h"
#include "yamlfields.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_jobdescription {

using namespace describedjobs;

namespace {
const std::string smallLlama = R"({
  "model_type": "llama",
  "hidden_size": 64,
  "intermediate_size": 128,
  "num_attention_heads": 4,
  "num_hidden_layers": 2,
  "vocab_size": 100
})";
} // namespace

class TstJobDescription : public QObject {
    Q_OBJECT
private slots:
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
