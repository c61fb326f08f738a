// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportfile.h"
#include "notebook.h"
#include "sanitized.h"
#include "session.h"
#include "sessionjson.h"
#include "testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <limits>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

namespace bubblescope::tst_session {

namespace {

Annotation note(Annotation::Kind kind, const char* text)
{
    Annotation note;
    note.kind = kind;
    note.text = text;
    note.subject.run = "demo";
    note.range = {1'700'000'000'000'000'001, 1'700'000'000'000'500'003}; // beyond what a double holds
    note.color = 3;
    return note;
}

/// One of everything.
Session fullSession()
{
    Session session;
    session.paths = {QStringLiteral("/data/runs/big run"), QStringLiteral("/data/other/log.txt")};
    Session::View& view = session.view;
    view.run = QStringLiteral("demo");
    view.layerTable = QStringLiteral("layers");
    view.workload = QStringLiteral("workload");
    view.runLog = QStringLiteral("train");
    view.range = TimeRange {-5, 1'700'000'000'000'000'001};
    view.history = {{0, 100}, {10, 20}};
    view.historyIndex = 1;
    view.selectedRange = TimeRange {12, 18};
    view.selectedSpan = SpanKey {2, "comm tp", "all\"reduce\n", 15, 3, 4};
    view.rank = 2;
    view.stage = 1;
    view.layer = QStringLiteral("lm_head");
    view.step = 12;
    view.foldedLayers = 36;
    view.search = QStringLiteral("dur>5ms, {[");
    view.searchIndex = 7;
    view.finding = QStringLiteral("slow-stage");
    view.markers = {0, 17};
    session.rows = {30.5, true, {2}, {3, 4}, {1}, {{2, "comm tp"}, {-1, "x"}}, {5}, true, true, true, 3,
        QStringLiteral("compute"), QStringLiteral("busy"), {1, 0}, QStringLiteral("stage"), 120};
    session.window = {QSize(1280, 720), QByteArray("\0\1\xff docks", 9), QByteArray("splitter")};
    session.simulate = {QStringLiteral("both"), QStringLiteral("Table: layers"), "microbatches=16; nic=100GB/s",
        {{QStringLiteral("fast"), QStringLiteral("nic=800Gb/s")}},
        {{QStringLiteral("step 6 of demo"), QStringLiteral("demo"), QStringLiteral("Table: layers"), 6, "microbatches=16",
            1.25e9, 1.2e9, 1.3e9, 42.5, 0.03, 6.5e10, false}}};
    session.notes = {note(Annotation::Kind::Time, "why so long?"), note(Annotation::Kind::Range, "two\nlines, \"quoted\""),
        note(Annotation::Kind::Box, "ranks"), note(Annotation::Kind::Span, "span")};
    session.notes[0].range.end = session.notes[0].range.begin;
    session.notes[1].subject.knobs = "microbatches=16";
    session.notes[1].hasArrow = false;
    session.notes[2].firstRank = 0;
    session.notes[2].lastRank = 5;
    session.notes[2].offset = Annotation::Offset {-12, 30};
    session.notes[3].span = *view.selectedSpan;
    return session;
}

SessionReading read(const QByteArray& json, const QString& folder = QStringLiteral("/data/runs"))
{
    const Result<SessionReading> reading = readSession(json, folder);
    if (reading)
        return *reading;
    SessionReading nothing;
    nothing.problems << QString::fromStdString(reading.error().message.text());
    return nothing;
}

} // namespace

class TstSession : public QObject {
    Q_OBJECT
private slots:
    void aSessionThatOnlyNamesSessionsIsRefused()
    {
        Session session;
        session.paths = {QStringLiteral("/data/self.bubblescope")};
        const Result<SessionReading> refused = readSession(toJson(session, {}), QStringLiteral("/data"));
        QVERIFY(!refused.isOk());
        QVERIFY(!refused.error().advice.empty());
        session.paths << QStringLiteral("/data/run");
        const Result<SessionReading> read = readSession(toJson(session, {}), QStringLiteral("/data"));
        QVERIFY(read.isOk());
        QCOMPARE(read->session.paths, QStringList({QStringLiteral("/data/run")}));
    }

    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everythingComesBack()
    {
        const Session session = fullSession();
        const QByteArray json = toJson(session, QStringLiteral("/data/runs"));
        const SessionReading reading = read(json);
        QCOMPARE(reading.problems, QStringList());
        QCOMPARE(reading.session.paths, session.paths);
        QVERIFY(reading.session.notes == session.notes);
        QCOMPARE(*reading.session.view.selectedSpan, *session.view.selectedSpan);
        QCOMPARE(toJson(reading.session, QStringLiteral("/data/runs")), json);
    }

    void pathsAreRelativeToTheSession()
    {
        const QByteArray json = toJson(fullSession(), QStringLiteral("/data/runs"));
        QVERIFY(json.contains("\"big run\""));
        QVERIFY(json.contains("\"../other/log.txt\""));
        // Moved together, it still finds its run.
        QCOMPARE(read(json, QStringLiteral("/mnt/copy/runs")).session.paths,
            (QStringList {QStringLiteral("/mnt/copy/runs/big run"), QStringLiteral("/mnt/copy/other/log.txt")}));
        QVERIFY(toJson(fullSession(), {}).contains("\"/data/runs/big run\""));
    }

    void ofATruncatedFileWhatStandsBeforeIsRead()
    {
        const Session session = fullSession();
        const QByteArray json = toJson(session, QStringLiteral("/data/runs"));
        size_t most = 0;
        for (qsizetype length = 0; length < json.size() - 2; ++length) {
            const SessionReading reading = read(json.left(length));
            QVERIFY(!reading.problems.isEmpty());
            const std::vector<Annotation>& notes = reading.session.notes;
            QVERIFY(notes.size() >= most); // a longer piece never tells less
            most = std::max(most, notes.size());
            for (size_t i = 0; i < notes.size(); ++i) {
                QCOMPARE(notes[i].text, session.notes[i].text);
                QCOMPARE(notes[i].range.begin, session.notes[i].range.begin);
            }
        }
        QCOMPARE(most, session.notes.size());
    }

    void noDamageEndsTheProgram()
    {
        const QByteArray json = toJson(fullSession(), QStringLiteral("/data/runs"));
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            QByteArray damaged = json;
            for (uint32_t i = 0; i <= random() % 4; ++i)
                damaged[qsizetype(random() % uint32_t(damaged.size()))] = char(random());
            for (const Annotation& one : read(damaged).session.notes) {
                QVERIFY(one.color >= 0 && one.color < Annotation::colorCount);
                QVERIFY(one.range.begin <= one.range.end);
                QVERIFY(one.text.size() <= Annotation::longestText * 4);
            }
        }
    }

    void numbersOfAnySizeAreTaken()
    {
        const QByteArray hostile = R"({"bubblescope":{"schema":1},"opened":{"paths":["x",3,null]},
            "notes":[{"kind":"time","text":"a","begin_ns":9223372036854775807,"end_ns":-9223372036854775808,"color":99},
                     {"kind":"box","text":"b","begin_ns":1,"ranks":[5,2]}, {"kind":"sticker","text":"c","begin_ns":1},
                     {"kind":"time","text":7,"begin_ns":1}, {"kind":"time","text":"d","begin_ns":1e300}, 7, []],
            "view":{"range_ns":[5,1],"rank":1e18,"history_ns":[[1],[1,2,3],"x"],"step":"two"},
            "rows":{"height":-1e308,"collapsed_ranks":[1e30,-7,"x"],"scroll":1e300,"pinned":[3],
                     "order":[3,"x",3,1e30,-9,null,0]},
            "window":{"size":[1e9],"docks":"%%%%"}})";
        const SessionReading reading = read(hostile);
        QCOMPARE(reading.session.notes.size(), size_t(1));
        QCOMPARE(reading.session.notes[0].color, Annotation::colorCount - 1);
        QVERIFY(reading.problems.join(QString()).contains(QStringLiteral("6 note")));
        QCOMPARE(reading.session.paths, QStringList {QStringLiteral("/data/runs/x")});
        QVERIFY(!reading.session.view.range);
        QVERIFY(!reading.session.view.step);
        QVERIFY(reading.session.rows.collapsedRanks.empty());
        QCOMPARE(reading.session.rows.order, (std::vector<int> {3, 0}));
    }

    void deepNestingAndManyNotesAreBounded()
    {
        QVERIFY(!readSession(QByteArray(1'000'000, '['), {}).isOk());
        Session session = fullSession();
        session.notes.assign(NoteBook::mostNotes + 3, note(Annotation::Kind::Time, "x"));
        const SessionReading reading = read(toJson(session, {}));
        QCOMPARE(reading.session.notes.size(), NoteBook::mostNotes);
        QVERIFY(reading.problems.join(QString()).contains(QStringLiteral("3 note")));
    }

    void aNewerSessionIsReadAsFarAsItIsKnown()
    {
        QByteArray json = toJson(fullSession(), {});
        json.replace("\"schema\": 1", "\"schema\": 3, \"mood\": \"new\"");
        const SessionReading reading = read(json);
        QCOMPARE(reading.problems.size(), 1);
        QVERIFY(reading.problems[0].contains(QStringLiteral("newer version")));
        QVERIFY(reading.session.notes == fullSession().notes);
    }

    void whatIsNoSessionIsRefused()
    {
        for (const char* text : {"", "{}", "hello", "[1,2]", "{\"traceEvents\":[]}"})
            QVERIFY(!readSession(text, {}).isOk());
        QVERIFY(!readSessionFile(QStringLiteral("/nonexistent.bubblescope")).isOk());
        QVERIFY(!readSessionFile(QStringLiteral("/dev/zero")).isOk());
    }

    void killsWhileSavingNeverLeaveAnUnreadableSession()
    {
        constexpr int kills = isSanitized ? 50 : 200; // a process of many maps takes long to fork
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.bubblescope"));
        Session session = fullSession();
        QVERIFY(!writeWholeFile(path, toJson(session, folder.path())));
        // Saves again and again, each time with more notes.
        const auto childThatSaves = [&](int times) {
            const pid_t child = fork();
            for (int i = 0; child == 0 && i < times; ++i) {
                session.notes.push_back(note(Annotation::Kind::Time, "one more"));
                if (writeWholeFile(path, toJson(session, folder.path())))
                    _exit(1);
            }
            if (child == 0)
                _exit(0);
            return child;
        };
        QElapsedTimer once; // on a busy machine, or with sanitizers, kills come as much later
        once.start();
        int first = 0;
        QVERIFY(waitpid(childThatSaves(1), &first, 0) > 0);
        QVERIFY(WIFEXITED(first) && WEXITSTATUS(first) == 0);
        const auto longest = uint32_t(std::clamp<qint64>(4 * once.nsecsElapsed() / 1000, 12'000, 500'000));
        QVERIFY(!writeWholeFile(path, toJson(session, folder.path())));
        std::mt19937 random(11);
        size_t written = 0;
        for (int i = 0; i < kills; ++i) {
            const pid_t child = childThatSaves(std::numeric_limits<int>::max());
            QVERIFY(child > 0);
            usleep(random() % longest);
            kill(child, SIGKILL);
            int status = 0;
            QCOMPARE(waitpid(child, &status, 0), child);
            QVERIFY(WIFSIGNALED(status));
            const Result<SessionReading> reading = readSessionFile(path);
            QVERIFY(reading.isOk());
            QCOMPARE(reading->problems, QStringList());
            QVERIFY(reading->session.notes.size() >= fullSession().notes.size());
            written += reading->session.notes.size() > fullSession().notes.size() ? 1 : 0;
        }
        QVERIFY(written > kills / 10); // else nothing was being saved when the kills came
    }
};

BUBBLESCOPE_TEST(TstSession, QCoreApplication)

} // namespace bubblescope::tst_session

#include "tst_session.moc"
