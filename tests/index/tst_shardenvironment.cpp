// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which task this is, and what Slurm is asked to do.
#include "shardenvironment.h"
#include "slurmjob.h"
#include "testprogram.h"

#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <string>

namespace bubblescope::tst_shardenvironment {

namespace {
Result<IndexShard> shardIn(const std::map<std::string, const char*>& variables, std::optional<uint32_t> count = {})
{
    return shardFromEnvironment(
        [&](const char* name) {
            const auto found = variables.find(name);
            return found == variables.end() ? nullptr : found->second;
        },
        count);
}

unsigned coresIn(const std::map<std::string, const char*>& variables, unsigned cores)
{
    return coresOfTask(
        [&](const char* name) {
            const auto found = variables.find(name);
            return found == variables.end() ? nullptr : found->second;
        },
        cores);
}

SlurmJob job(uint32_t shards, uint32_t mostTasks)
{
    SlurmJob made;
    made.program = "/opt/it's here/bubblescope-cli";
    made.paths = {"/data/run"};
    made.index = "/data/run.bubbleindex";
    made.shards = shards;
    made.mostTasks = mostTasks;
    return made;
}
} // namespace

class TstShardEnvironment : public QObject {
    Q_OBJECT

private slots:
    void launchersAreUnderstood_data();
    void launchersAreUnderstood();
    void theLauncherOfTheTasksCounts();
    void kubernetesNeedsTheNumberOfTasks();
    void singleTaskRunAgainNeedsTheNumberOfAll();
    void nonsenseIsRefused();
    void shardIsParsed();
    void scriptRunsOneTaskEach();
    void moreTasksThanAllowedAreFolded();
    void optionsReachBothScripts();

    void aTaskHasItsShareOfTheCores();
    void aTaskReadsNoMoreFilesAtOnceThanFit();

    void tasksWithoutAMergeAreCancelled()
    {
        const QTemporaryDir folder;
        const auto script = [&](const char* name, const char* text) {
            QFile file(folder.filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(text) > 0
                && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        // Takes the array, and refuses what depends on it.
        QVERIFY(script("sbatch",
            "#!/bin/sh\ncase \"$*\" in *dependency*) echo 'no such partition' >&2; exit 1;; esac\necho '41;far'\n"));
        QVERIFY(script("scancel", "#!/bin/sh\necho \"$*\" > \"${0%/*}/cancelled\"\n"));
        const QByteArray path = qgetenv("PATH");
        const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
        qputenv("PATH", folder.path().toLocal8Bit() + ':' + path);
        const Result<SubmittedJob> submitted = submit(job(2, 1000));
        QVERIFY(!submitted);
        QFile cancelled(folder.filePath(QStringLiteral("cancelled")));
        QVERIFY(cancelled.open(QIODevice::ReadOnly));
        QCOMPARE(cancelled.readAll(), QByteArray("--clusters=far 41\n"));
        const std::string said = submitted.error().message.text();
        QVERIFY2(said.find("no such partition") != std::string::npos, said.c_str());
        QVERIFY2(said.ends_with("The tasks were cancelled."), said.c_str());

        QVERIFY(script("scancel", "#!/bin/sh\nexit 1\n"));
        const std::string orphaned = submit(job(2, 1000)).error().message.text();
        QVERIFY2(orphaned.ends_with("The tasks, job 41, still run: cancel them with scancel."), orphaned.c_str());
    }
};

void TstShardEnvironment::launchersAreUnderstood_data()
{
    QTest::addColumn<QByteArray>("index");
    QTest::addColumn<QByteArray>("count");
    QTest::newRow("Slurm array") << QByteArray("SLURM_ARRAY_TASK_ID") << QByteArray("SLURM_ARRAY_TASK_COUNT");
    QTest::newRow("Slurm step") << QByteArray("SLURM_PROCID") << QByteArray("SLURM_NTASKS");
    QTest::newRow("Open MPI") << QByteArray("OMPI_COMM_WORLD_RANK") << QByteArray("OMPI_COMM_WORLD_SIZE");
    QTest::newRow("PMI") << QByteArray("PMI_RANK") << QByteArray("PMI_SIZE");
    QTest::newRow("torchrun") << QByteArray("RANK") << QByteArray("WORLD_SIZE");
}

void TstShardEnvironment::launchersAreUnderstood()
{
    QFETCH(QByteArray, index);
    QFETCH(QByteArray, count);
    const Result<IndexShard> shard = shardIn({{index.toStdString(), "3"}, {count.toStdString(), "16"}});
    QVERIFY(shard.isOk());
    QCOMPARE(shard->index, 3u);
    QCOMPARE(shard->count, 16u);
}

void TstShardEnvironment::theLauncherOfTheTasksCounts()
{
    // mpirun, or torchrun, in a Slurm job: all of them see the job's own variables.
    const std::map<std::string, const char*> job {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "3"}};
    for (const auto& [index, count] : {std::pair {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}, {"RANK", "WORLD_SIZE"}}) {
        std::map<std::string, const char*> variables = job;
        variables[index] = "2";
        variables[count] = "3";
        QCOMPARE(shardIn(variables)->index, 2u);
        QCOMPARE(shardIn(variables)->count, 3u);
        // A single task of an inner launcher is one of the job's.
        variables = {{"SLURM_ARRAY_TASK_ID", "5"}, {"SLURM_ARRAY_TASK_COUNT", "8"}, {index, "0"}, {count, "1"}};
        QCOMPARE(shardIn(variables)->index, 5u);
        variables = {{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "3"}, {index, "0"}, {count, "1"}};
        QCOMPARE(shardIn(variables)->index, 1u);
        QCOMPARE(shardIn(variables)->count, 3u);
    }
}

void TstShardEnvironment::kubernetesNeedsTheNumberOfTasks()
{
    QVERIFY(!shardIn({{"JOB_COMPLETION_INDEX", "3"}}).isOk());
    QCOMPARE(shardIn({{"JOB_COMPLETION_INDEX", "3"}}, 8)->count, 8u);
}

void TstShardEnvironment::singleTaskRunAgainNeedsTheNumberOfAll()
{
    const std::map<std::string, const char*> again {{"SLURM_ARRAY_TASK_ID", "5"}, {"SLURM_ARRAY_TASK_COUNT", "1"}};
    QVERIFY(!shardIn(again).isOk());
    QCOMPARE(shardIn(again, 8)->index, 5u);
    // An array that does not begin at 0.
    QCOMPARE(shardIn({{"SLURM_ARRAY_TASK_ID", "5"}, {"SLURM_ARRAY_TASK_COUNT", "4"}, {"SLURM_ARRAY_TASK_MIN", "4"}})->index, 1u);
}

void TstShardEnvironment::nonsenseIsRefused()
{
    QVERIFY(!shardIn({}).isOk());
    QVERIFY(!shardIn({{"RANK", "x"}, {"WORLD_SIZE", "2"}}).isOk());
    QVERIFY(!shardIn({{"RANK", "2"}, {"WORLD_SIZE", "2"}}).isOk());
    QVERIFY(!shardIn({{"RANK", "-1"}, {"WORLD_SIZE", "2"}}).isOk());
}

void TstShardEnvironment::shardIsParsed()
{
    QCOMPARE(parseShard("3/16")->index, 3u);
    for (const char* text : {"", "3", "16/16", "/", "a/b", "-1/4", "1/0", "1/4x"})
        QVERIFY2(!parseShard(text).isOk(), text);
}

void TstShardEnvironment::scriptRunsOneTaskEach()
{
    const std::string script = shardScript(job(16, 1000));
    QVERIFY(script.find("#SBATCH --array=0-15\n") != std::string::npos);
    QVERIFY(script.find("--shard \"$SLURM_ARRAY_TASK_ID/16\"") != std::string::npos);
    QVERIFY(script.find("'/opt/it'\\''s here/bubblescope-cli' index /data/run") != std::string::npos);
}

void TstShardEnvironment::moreTasksThanAllowedAreFolded()
{
    const std::string script = shardScript(job(16, 4));
    QVERIFY(script.find("#SBATCH --array=0-3\n") != std::string::npos);
    QVERIFY(script.find("shard < 16; shard += 4") != std::string::npos);
    QVERIFY(script.find("--shard \"$shard/16\"") != std::string::npos);
}

void TstShardEnvironment::optionsReachBothScripts()
{
    SlurmJob made = job(2, 1000);
    made.partition = "gpu";
    made.account = "lab";
    made.time = "10:00";
    made.lines = {"--mem=8G"};
    QVERIFY(mergeScript(made).ends_with(" --merge\n"));
    made.threads = 8;
    made.memory = 4'000'000'000;
    QVERIFY(shardScript(made).find(" --threads 8 --shard ") != std::string::npos);
    QVERIFY(mergeScript(made).ends_with(" --merge --threads 8 --memory 4000000000\n"));
    made.scratch = "/local disk";
    QVERIFY(mergeScript(made).ends_with(" --memory 4000000000 --scratch '/local disk'\n"));
    for (const std::string& script : {shardScript(made), mergeScript(made)}) {
        for (const char* line : {"#SBATCH --partition=gpu\n", "#SBATCH --account=lab\n", "#SBATCH --time=10:00\n", "#SBATCH --mem=8G\n"})
            QVERIFY(script.find(line) != std::string::npos);
    }
}

void TstShardEnvironment::aTaskHasItsShareOfTheCores()
{
    QCOMPARE(coresIn({}, 64), 64u);
    QCOMPARE(coresIn({{"SLURM_CPUS_ON_NODE", "16"}}, 64), 16u);
    QCOMPARE(coresIn({{"SLURM_CPUS_ON_NODE", "16"}}, 8), 8u);
    QCOMPARE(coresIn({{"SLURM_CPUS_ON_NODE", "64"}, {"SLURM_CPUS_PER_TASK", "12"}}, 64), 12u);
    for (const char* tasks : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "LOCAL_WORLD_SIZE"}) {
        QCOMPARE(coresIn({{tasks, "8"}}, 64), 8u);
        QCOMPARE(coresIn({{tasks, "100"}}, 64), 1u);
        QCOMPARE(coresIn({{tasks, "many"}}, 64), 64u);
    }
    // Of nodes with several tasks each, the fullest ones come first.
    QCOMPARE(coresIn({{"SLURM_STEP_TASKS_PER_NODE", "4(x2),3"}, {"SLURM_CPUS_ON_NODE", "32"}}, 64), 8u);
    QCOMPARE(coresIn({{"SLURM_STEP_TASKS_PER_NODE", "1"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}}, 64), 32u);
    QCOMPARE(coresIn({{"SLURM_CPUS_ON_NODE", "0"}, {"SLURM_CPUS_PER_TASK", "-3"}}, 2), 2u);
}

void TstShardEnvironment::aTaskReadsNoMoreFilesAtOnceThanFit()
{
    const auto files = [](size_t count, const char* name, uint64_t size) {
        std::vector<WalkedFile> all(count);
        for (WalkedFile& file : all) {
            file.name = name;
            file.size = size;
        }
        return all;
    };
    constexpr uint64_t mb = 1'000'000;
    QCOMPARE(threadsFor(files(1000, "a.jsonl", 20 * mb), 100'000 * mb, 64), 64u);
    QCOMPARE(threadsFor(files(1000, "a.jsonl", 20 * mb), 1'200 * mb, 64), 10u);
    QCOMPARE(threadsFor(files(1000, "a.json.gz", 20 * mb), 6'000 * mb, 64), 10u);
    // One large file leaves less for the others.
    std::vector<WalkedFile> mixed = files(1000, "a.jsonl", 10 * mb);
    mixed[500].size = 100 * mb;
    QCOMPARE(threadsFor(mixed, 1'200 * mb, 64), 11u);
    // As many as usual, whatever there is; never more than cores, or than are of use.
    QCOMPARE(threadsFor(files(1000, "a.jsonl", UINT64_MAX), 1, 64), 4u);
    QCOMPARE(threadsFor(files(1000, "a.jsonl", 20 * mb), 1, 2), 2u);
    QCOMPARE(threadsFor({}, 1, 64), 4u);
}

BUBBLESCOPE_TEST(TstShardEnvironment, QCoreApplication)

} // namespace bubblescope::tst_shardenvironment

#include "tst_shardenvironment.moc"
