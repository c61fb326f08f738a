// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A real Slurm on this machine makes an index: controller, node and key server as processes of this test.
#include "indexing.h"
#include "samplecommand.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <memory>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bubblescope::tst_slurm {

namespace {
constexpr int patienceMs = 60'000;

QString slurmProgram(const QString& name)
{
    return QStandardPaths::findExecutable(
        name, {QStringLiteral("/usr/sbin"), QStringLiteral("/sbin"), QStringLiteral("/usr/bin"), QStringLiteral("/bin")});
}

/// The answer of one of Slurm's commands; empty where it fails.
QByteArray answerOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(slurmProgram(program), arguments);
    return process.waitForFinished(patienceMs) && process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray();
}

/// A port that nobody uses now.
int freePort()
{
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool isBound = bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0
        && getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    close(listener);
    return isBound ? ntohs(address.sin_port) : 0;
}
} // namespace

class TstSlurm : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void arrayAndMergeMakeTheIndex();
    void killedTaskIsNamedAndMadeUpFor();

private:
    QString whyNot();
    bool isWritten(const QString& name, const QByteArray& text);
    std::unique_ptr<QProcess> started(const QString& program, const QStringList& arguments);
    bool haveEnded();

    QTemporaryDir m_folder;
    QString m_run;
    std::string m_whole;
    std::vector<std::unique_ptr<QProcess>> m_daemons; ///< in the order in which they were started
};

/// A reason to skip; empty if there is none.
QString TstSlurm::whyNot()
{
    if (geteuid() != 0)
        return QStringLiteral("Slurm's daemons need root here");
    for (const char* program : {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "setpriv"}) {
        if (slurmProgram(QLatin1String(program)).isEmpty())
            return QStringLiteral("%1 is not installed (packages slurm-wlm and munge)").arg(QLatin1String(program));
    }
    return getpwnam("munge") ? QString() : QStringLiteral("there is no user munge");
}

bool TstSlurm::isWritten(const QString& name, const QByteArray& text)
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

std::unique_ptr<QProcess> TstSlurm::started(const QString& program, const QStringList& arguments)
{
    auto process = std::make_unique<QProcess>();
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardErrorFile(QProcess::nullDevice());
    process->start(slurmProgram(program), arguments);
    process->waitForStarted();
    return process;
}

void TstSlurm::initTestCase()
{
    if (const QString reason = whyNot(); !reason.isEmpty())
        QSKIP(qPrintable(reason));
    QVERIFY(chmod(qPrintable(m_folder.path()), 0755) == 0);
    const passwd* const munge = getpwnam("munge");
    for (const char* name : {"munge", "state", "spool"})
        QVERIFY(QDir(m_folder.path()).mkdir(QLatin1String(name)));
    QByteArray key(1024, '\0');
    for (char& byte : key)
        byte = char(QRandomGenerator::system()->bounded(256));
    QVERIFY(isWritten(QStringLiteral("munge/key"), key));
    for (const char* name : {"munge", "munge/key"}) {
        const QByteArray path = m_folder.filePath(QLatin1String(name)).toLocal8Bit();
        QVERIFY(chown(path.constData(), munge->pw_uid, munge->pw_gid) == 0);
        QVERIFY(chmod(path.constData(), QByteArray(name) == "munge" ? 0755 : 0400) == 0);
    }
    const QString host = QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0);
    const QString configuration = QStringLiteral(
        "ClusterName=index\nSlurmctldHost=%1(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n"
        "AuthType=auth/munge\nAuthInfo=socket=%2/munge/socket\nCredType=cred/munge\n"
        "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n"
        "SelectTypeParameters=CR_CPU\nMpiDefault=none\nReturnToService=2\nKillWait=2\nMaxArraySize=4\n"
        "SlurmctldPort=%3\nSlurmdPort=%4\nStateSaveLocation=%2/state\nSlurmdSpoolDir=%2/spool\n"
        "SlurmctldPidFile=%2/slurmctld.pid\nSlurmdPidFile=%2/slurmd.pid\n"
        "SlurmctldLogFile=%2/slurmctld.log\nSlurmdLogFile=%2/slurmd.log\n"
        "NodeName=%1 NodeAddr=127.0.0.1 CPUs=%5 State=UNKNOWN\n"
        "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n")
                                      .arg(host, m_folder.path())
                                      .arg(freePort())
                                      .arg(freePort())
                                      .arg(sysconf(_SC_NPROCESSORS_ONLN));
    QVERIFY(isWritten(QStringLiteral("slurm.conf"), configuration.toUtf8()));
    qputenv("SLURM_CONF", m_folder.filePath(QStringLiteral("slurm.conf")).toLocal8Bit());
    // Not the batch system that this test may itself run in.
    for (const char* variable : {"SLURM_ARRAY_TASK_ID", "SLURM_JOB_ID", "SLURM_PROCID"})
        qunsetenv(variable);

    m_daemons.push_back(started(QStringLiteral("setpriv"),
        {QStringLiteral("--reuid=munge"), QStringLiteral("--regid=munge"), QStringLiteral("--clear-groups"),
            slurmProgram(QStringLiteral("munged")), QStringLiteral("--foreground"),
            QStringLiteral("--socket=%1/munge/socket").arg(m_folder.path()),
            QStringLiteral("--key-file=%1/munge/key").arg(m_folder.path()),
            QStringLiteral("--pid-file=%1/munge/pid").arg(m_folder.path()),
            QStringLiteral("--log-file=%1/munge/log").arg(m_folder.path()),
            QStringLiteral("--seed-file=%1/munge/seed").arg(m_folder.path())}));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder.filePath(QStringLiteral("munge/socket"))), patienceMs);
    m_daemons.push_back(started(QStringLiteral("slurmctld"), {QStringLiteral("-D")}));
    m_daemons.push_back(started(QStringLiteral("slurmd"), {QStringLiteral("-D")}));
    QTRY_VERIFY_WITH_TIMEOUT(answerOf(QStringLiteral("sinfo"), {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%t")})
            .contains("idle"), patienceMs);

    m_run = m_folder.filePath(QStringLiteral("run"));
    m_whole = m_folder.filePath(QStringLiteral("whole.bubbleindex")).toStdString();
    QVERIFY(writeSample(smallSample(2), m_run.toStdString()).isOk());
    QCOMPARE(indexed({m_run.toStdString()}, m_whole, 1), ExitCode::Fine);
}

void TstSlurm::cleanupTestCase()
{
    for (auto daemon = m_daemons.rbegin(); daemon != m_daemons.rend(); ++daemon) {
        (*daemon)->terminate();
        if (!(*daemon)->waitForFinished(10'000)) {
            (*daemon)->kill();
            (*daemon)->waitForFinished();
        }
    }
}

/// Whether no job is queued or running.
bool TstSlurm::haveEnded()
{
    QProcess queue;
    queue.start(slurmProgram(QStringLiteral("squeue")), {QStringLiteral("-h")});
    return queue.waitForFinished(patienceMs) && queue.exitCode() == 0 && queue.readAllStandardOutput().trimmed().isEmpty();
}

void TstSlurm::arrayAndMergeMakeTheIndex()
{
    const QString index = m_folder.filePath(QStringLiteral("array.bubbleindex"));
    QProcess submit;
    submit.setWorkingDirectory(m_folder.path());
    // More tasks than the cluster allows in an array: they are folded.
    submit.start(QStringLiteral(BUBBLESCOPE_CLI_PROGRAM),
        {QStringLiteral("index"), m_run, QStringLiteral("-o"), index, QStringLiteral("--slurm"), QStringLiteral("6"),
            QStringLiteral("--time"), QStringLiteral("5"), QStringLiteral("--sbatch=--output=/dev/null")});
    QVERIFY(submit.waitForFinished(patienceMs));
    QVERIFY2(submit.exitCode() == 0, submit.readAllStandardError().constData());
    QTRY_VERIFY_WITH_TIMEOUT(haveEnded(), patienceMs);
    QVERIFY(filesIn(index) == filesIn(QString::fromStdString(m_whole)));
}

void TstSlurm::killedTaskIsNamedAndMadeUpFor()
{
    const QString index = m_folder.filePath(QStringLiteral("killed.bubbleindex"));
    QProcess submit;
    submit.setWorkingDirectory(m_folder.path());
    const auto submitted = [&](const QStringList& more) {
        submit.start(QStringLiteral(BUBBLESCOPE_CLI_PROGRAM),
            QStringList {QStringLiteral("index"), m_run, QStringLiteral("-o"), index, QStringLiteral("--slurm"),
                QStringLiteral("4"), QStringLiteral("--sbatch=--output=/dev/null")}
                + more);
        submit.waitForFinished(patienceMs);
        static const QRegularExpression ids(QStringLiteral("tasks (\\d+), merge (\\d+)"));
        return ids.match(QString::fromUtf8(submit.readAllStandardOutput())).captured(1);
    };
    const QString job = submitted({QStringLiteral("--sbatch=--begin=now+3600")}); // nothing runs before it is released
    QVERIFY(!job.isEmpty());
    answerOf(QStringLiteral("scancel"), {job + QStringLiteral("_2")});
    answerOf(QStringLiteral("scontrol"), {QStringLiteral("update"), QStringLiteral("JobId=%1").arg(job), QStringLiteral("StartTime=now")});
    const QByteArray queued = answerOf(QStringLiteral("squeue"), {QStringLiteral("-h"), QStringLiteral("-n"),
        QStringLiteral("bubblescope-merge"), QStringLiteral("-o"), QStringLiteral("%A")}).trimmed();
    answerOf(QStringLiteral("scontrol"), {QStringLiteral("update"), QStringLiteral("JobId=%1").arg(QString::fromUtf8(queued)), QStringLiteral("StartTime=now")});
    QTRY_VERIFY_WITH_TIMEOUT(haveEnded(), patienceMs);

    const std::optional<IndexInput> input = listInput({m_run.toStdString()});
    QCOMPARE(indexProgress(*input, index.toStdString()).missing.size(), input->filesOf({2, 4}).size());
    QCOMPARE(openedQuietly(index.toStdString())->folder.report.count(IssueKind::UnreadableFile),
        uint64_t(input->filesOf({2, 4}).size()));

    QVERIFY(!submitted({}).isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(haveEnded(), patienceMs);
    QVERIFY(filesIn(index) == filesIn(QString::fromStdString(m_whole)));
}

BUBBLESCOPE_TEST(TstSlurm, QCoreApplication)

} // namespace bubblescope::tst_slurm

#include "tst_slurm.moc"
