// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slurmjob.h"

#include "visibletext.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace bubblescope {

namespace {
constexpr uint32_t usualArrayLimit = 1001; // Slurm's own
constexpr int patienceMs = 60'000;         // a busy controller answers late

/// "#SBATCH" options that both jobs share.
std::string commonLines(const SlurmJob& job)
{
    std::string text;
    const auto add = [&text](std::string_view option, const std::string& value) {
        if (!value.empty())
            text += fmt::format("#SBATCH {}{}\n", option, value);
    };
    add("--partition=", job.partition);
    add("--account=", job.account);
    add("--time=", job.time);
    for (const std::string& line : job.lines)
        add({}, line);
    return text;
}

std::string jobCall(const SlurmJob& job)
{
    std::string call = shellWord(job.program);
    call += " index";
    for (const std::string& path : job.paths) {
        call += ' ';
        call += shellWord(path);
    }
    call += " -o ";
    call += shellWord(job.index);
    if (!job.kernels.empty())
        call += " --kernels " + shellWord(job.kernels);
    return call;
}

/// Standard output of a command; an error with what it said otherwise.
Result<std::string> outputOf(const QString& program, const QStringList& arguments, const std::string& input)
{
    // Commands run without an application; processes want one.
    int argc = 1;
    char name[] = "bubblescope";
    char* argv[] = {name, nullptr};
    const std::unique_ptr<QCoreApplication> application(
        QCoreApplication::instance() ? nullptr : new QCoreApplication(argc, argv));
    QProcess process;
    process.start(program, arguments);
    process.write(QByteArray::fromStdString(input));
    process.closeWriteChannel();
    const bool isDone = process.waitForFinished(patienceMs);
    if (!isDone || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        const std::string said = process.readAllStandardError().trimmed().replace('\n', "; ").toStdString();
        return Error {say("{} failed: {}.", program.toStdString(),
                          said.empty() ? process.errorString().toStdString() : said),
            say("Run it where Slurm's commands are, or print the scripts with --print."), {}};
    }
    return process.readAllStandardOutput().trimmed().toStdString();
}

/// The number in "1234" or "1234;cluster".
std::string jobId(const std::string& answer) { return answer.substr(0, answer.find(';')); }
/// Tasks without a merge would run for nothing, and again when it is tried again.
Error withdrawn(const std::string& answer, Error why)
{
    QStringList arguments;
    if (const size_t cluster = answer.find(';'); cluster != std::string::npos)
        arguments << QStringLiteral("--clusters=%1").arg(QString::fromStdString(answer.substr(cluster + 1)));
    arguments << QString::fromStdString(jobId(answer));
    const Result<std::string> cancelled = outputOf(QStringLiteral("scancel"), arguments, {});
    why.message += " ";
    why.message += cancelled ? say("The tasks were cancelled.")
                             : say("The tasks, job {}, still run: cancel them with scancel.", jobId(answer));
    return why;
}
} // namespace

std::string shardScript(const SlurmJob& job)
{
    const uint32_t tasks = std::max(1u, std::min(job.shards, job.mostTasks));
    std::string text
        = fmt::format("#!/bin/bash\n#SBATCH --job-name=bubblescope-index\n#SBATCH --array=0-{}\n", tasks - 1);
    text += commonLines(job);
    const std::string threads = job.threads > 0 ? std::to_string(job.threads) : "\"${SLURM_CPUS_PER_TASK:-1}\"";
    const std::string call = fmt::format("{} --threads {} --shard", jobCall(job), threads);
    if (tasks == job.shards)
        return text += fmt::format("exec {} \"$SLURM_ARRAY_TASK_ID/{}\"\n", call, job.shards);
    return text += fmt::format("for ((shard = SLURM_ARRAY_TASK_ID; shard < {0}; shard += {1})); do\n"
                               "    {2} \"$shard/{0}\" || exit\ndone\n",
               job.shards, tasks, call);
}

std::string mergeScript(const SlurmJob& job)
{
    std::string text = "#!/bin/bash\n#SBATCH --job-name=bubblescope-merge\n";
    text += commonLines(job);
    text += fmt::format("exec {} --merge", jobCall(job));
    if (job.threads > 0)
        text += fmt::format(" --threads {}", job.threads);
    if (job.memory > 0)
        text += fmt::format(" --memory {}", job.memory);
    if (!job.scratch.empty())
        text += " --scratch " + shellWord(job.scratch);
    return text += '\n';
}

uint32_t slurmArrayLimit()
{
    const Result<std::string> config
        = outputOf(QStringLiteral("scontrol"), {QStringLiteral("show"), QStringLiteral("config")}, {});
    if (!config)
        return usualArrayLimit;
    static const QRegularExpression pattern(QStringLiteral("MaxArraySize\\s*=\\s*(\\d+)"));
    const QRegularExpressionMatch found = pattern.match(QString::fromStdString(*config));
    const uint32_t limit = found.hasMatch() ? found.captured(1).toUInt() : 0;
    return limit > 0 ? limit : usualArrayLimit;
}

Result<SubmittedJob> submit(const SlurmJob& job)
{
    const QString sbatch = QStringLiteral("sbatch");
    const Result<std::string> shards = outputOf(sbatch, {QStringLiteral("--parsable")}, shardScript(job));
    if (!shards)
        return shards.error();
    const std::string id = jobId(*shards);
    const Result<std::string> merge = outputOf(sbatch,
        {QStringLiteral("--parsable"), QStringLiteral("--dependency=afterany:%1").arg(QString::fromStdString(id))},
        mergeScript(job));
    if (!merge)
        return withdrawn(*shards, merge.error());
    return SubmittedJob {id, jobId(*merge)};
}

} // namespace bubblescope
