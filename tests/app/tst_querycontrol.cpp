// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Queries of the window run on a thread, one at a time, and are given up when asked to.
#include "document.h"
#include "notebook.h"
#include "querycontrol.h"
#include "querystate.h"
#include "samplefolder.h"
#include "session.h"
#include "sessionjson.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QApplication>
#include <QtTest>

namespace bubblescope::tst_querycontrol {

namespace {

OpenedFolderPtr openedSample()
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder = std::move(makeSampleFolder(smallSample())).value();
    for (const Run& run : opened->folder.runs)
        opened->levels.emplace_back(*run.trace, run.trace->timing());
    return opened;
}

constexpr const char* endless = "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT max(x) FROM t";

} // namespace

class TstQueryControl : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->setFolder(openedSample());
        m_state = std::make_unique<QueryState>();
        m_control = std::make_unique<QueryControl>(*m_document, *m_state);
    }
    void cleanup() { m_control.reset(); }

    void aQueryIsAnswered()
    {
        ask("SELECT name, spans FROM runs");
        QVERIFY(!m_state->answer().error);
        QCOMPARE(m_state->answer().columns, (std::vector<std::string> {"name", "spans"}));
        QVERIFY(m_state->answer().rows.size() >= 1);
        ask("SELECT nam FROM runs");
        QVERIFY(m_state->answer().error);
        QCOMPARE(m_state->answer().error->offset, std::optional<uint64_t>(7));
    }

    void notesAreRows()
    {
        Annotation note;
        note.kind = Annotation::Kind::Time;
        note.subject = m_document->noteSubject();
        note.text = "why so long?";
        m_document->notes().setNotes({note});
        ask("SELECT run, text FROM notes");
        QCOMPARE(m_state->answer().rows.size(), size_t(1));
        QCOMPARE(queryValueText(m_state->answer().rows[0][1]), std::string("why so long?"));
    }

    void itIsCancelledAndReplaced()
    {
        QSignalSpy answered(m_state.get(), &QueryState::answerChanged);
        begin(endless);
        QVERIFY(m_state->isRunning());
        m_state->cancel();
        QTRY_VERIFY(!m_state->isRunning());
        QVERIFY(m_state->answer().error);
        begin(endless);
        begin("SELECT 7"); // instead
        QTRY_VERIFY(!m_control->isBusy() && !m_state->isRunning());
        QCOMPARE(m_state->answer().rows.size(), size_t(1));
        QVERIFY(!m_state->answer().error);
    }

    void anotherFolderEndsIt()
    {
        begin(endless);
        m_document->setFolder(openedSample());
        QVERIFY(!m_state->isRunning());
        QVERIFY(!m_state->hasAnswer());
        ask("SELECT 1");
        QVERIFY(!m_state->answer().error);
        m_document->setFolder(nullptr);
        begin("SELECT 1");
        QVERIFY(!m_state->isRunning());
        QVERIFY(!m_state->hasAnswer());
    }

    void whatNobodyScrollsToIsNotRead()
    {
        ask("SELECT a.id FROM spans a, spans b, spans c");
        QVERIFY(m_state->answer().isCut);
        QCOMPARE(m_state->answer().rows.size(), QueryAnswer::mostRows);
    }

    void aSessionKeepsTheQuery()
    {
        Session session;
        session.isDemo = true;
        session.query = QStringLiteral("SELECT 1\nFROM runs");
        const Result<SessionReading> read = readSession(toJson(session, {}), {});
        QVERIFY(read);
        QCOMPARE(read->session.query, session.query);
    }

private:
    void begin(const char* sql)
    {
        m_state->setText(QString::fromLatin1(sql));
        m_state->run();
    }
    void ask(const char* sql)
    {
        begin(sql);
        QTRY_VERIFY_WITH_TIMEOUT(!m_state->isRunning() && !m_control->isBusy(), 60'000);
        QVERIFY(m_state->hasAnswer());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<QueryState> m_state;
    std::unique_ptr<QueryControl> m_control;
};

BUBBLESCOPE_TEST(TstQueryControl, QApplication)

} // namespace bubblescope::tst_querycontrol

#include "tst_querycontrol.moc"
