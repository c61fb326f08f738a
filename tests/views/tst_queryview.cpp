// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Query panel: its editor, answers as a table and as a plot, and what a row selects.
#include "queryeditor.h"
#include "queryplot.h"
#include "querystate.h"
#include "queryview.h"
#include "readyquestions.h"
#include "smallfolders.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "workspace.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

namespace bubblescope::tst_queryview {

namespace {

QueryAnswer answerWith(std::vector<std::string> columns, std::vector<std::vector<QueryValue>> rows)
{
    QueryAnswer answer;
    answer.columns = std::move(columns);
    answer.rows = std::move(rows);
    return answer;
}

} // namespace

class TstQueryView : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
        m_workspace = std::make_unique<Workspace>();
        m_workspace->document.setFolder(folderWith({pipeline, pipeline}));
        m_state = std::make_unique<QueryState>();
        m_view = std::make_unique<QueryView>(
            *m_state, m_workspace->document, m_workspace->selection, m_workspace->window);
        m_view->resize(1200, 300);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void whereTheAnswerComesIsSaidBefore()
    {
        const auto says = [this] {
            const auto labels = m_view->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text().startsWith(QStringLiteral("The answer is shown here"));
            });
        };
        QVERIFY(says() && !m_view->table().isVisible());
        m_state->setAnswer(answerWith({"n"}, {{int64_t(1)}}));
        QVERIFY(!says() && m_view->table().isVisible());
        m_state->clear();
        QVERIFY(says());
    }

    void anAnswerIsATable()
    {
        QAbstractItemModelTester tester(&m_state->model());
        m_state->setAnswer(answerWith({"name", "n", "ms"},
            {{std::string("b"), int64_t(20), 0.5}, {std::string("a"), int64_t(3), std::monostate()}}));
        QCOMPARE(m_view->table().visibleRowCount(), 2);
        QTableView* table = m_view->table().table();
        table->sortByColumn(1, Qt::AscendingOrder); // by number, not by text
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("a"));
        QVERIFY(m_view->table().csv().contains(QStringLiteral("a,3,\r\n")));
        QCOMPARE(m_state->model().numberColumns(), (std::vector<int> {1, 2}));
        m_state->clear();
        QCOMPARE(m_view->table().visibleRowCount(), 0);
    }

    void fractionsOfAColumnAlign()
    {
        m_state->setAnswer(answerWith({"ms", "share", "whole"},
            {{115.16, 1e-7, 3.0}, {7.5, 0.5, 12.0}, {std::monostate(), 0.25, int64_t(4)}}));
        const auto texts = [this](int column) {
            QStringList texts;
            for (int row = 0; row < m_state->model().rowCount(); ++row)
                texts += m_state->model().index(row, column).data().toString();
            return texts;
        };
        QCOMPARE(texts(0), (QStringList {QStringLiteral("115.160"), QStringLiteral("7.500"), QString()}));
        // With common decimals the first would read 0.
        QCOMPARE(texts(1), (QStringList {QStringLiteral("1e\u221207"), QStringLiteral("0.5"), QStringLiteral("0.25")}));
        QCOMPARE(texts(2), (QStringList {QStringLiteral("3"), QStringLiteral("12"), QStringLiteral("4")}));
    }

    void aRowSelectsItsSpan()
    {
        const int64_t inSecondRun = (int64_t(1) << 32) | 2;
        m_state->setAnswer(answerWith({"ms", "span"}, {{1.5, int64_t(3)}, {2.5, inSecondRun}, {1.0, inSecondRun + 99999}}));
        emit m_view->table().rowChosen(0);
        QCOMPARE(m_workspace->selection.span(), SpanId(3));
        QCOMPARE(m_workspace->document.runIndex(), 0);
        emit m_view->table().rowChosen(1);
        QCOMPARE(m_workspace->document.runIndex(), 1);
        QCOMPARE(m_workspace->selection.span(), SpanId(2));
        emit m_view->table().rowChosen(2); // of no span that there is
        QCOMPARE(m_workspace->selection.span(), SpanId(2));
    }

    void aRowSelectsRankStageStepOrTime()
    {
        m_state->setAnswer(answerWith({"rank", "begin_ns", "end_ns"}, {{int64_t(1), 100 * ms, 300 * ms}}));
        emit m_view->table().rowChosen(0);
        QCOMPARE(m_workspace->selection.rank(), 1);
        QCOMPARE(m_workspace->selection.range(), std::optional(TimeRange {100 * ms, 300 * ms}));
        QVERIFY(m_workspace->window.visibleRange().contains(TimeRange {100 * ms, 300 * ms}));
        m_state->setAnswer(answerWith({"stage"}, {{int64_t(0)}}));
        emit m_view->table().rowChosen(0);
        QCOMPARE(m_workspace->selection.stage(), 0);
        m_state->setAnswer(answerWith({"run", "rank"}, {{int64_t(77), int64_t(0)}})); // no such run
        emit m_view->table().rowChosen(0);
        QCOMPARE(m_workspace->document.runIndex(), 0);
    }

    void rowsAreMarkedInTheTimeline()
    {
        using Times = std::map<int, std::vector<TimeRange>>;
        Times marked;
        connect(m_view.get(), &QueryView::marked, this, [&marked](const Times& times) { marked = times; });
        const Trace& trace = *m_workspace->document.trace();
        m_state->setAnswer(answerWith({"span"}, {{int64_t(3)}, {int64_t(1) << 32}}));
        QVERIFY(marked.empty()); // unless that is wanted
        QToolButton* button = nullptr;
        for (auto* one : m_view->findChildren<QToolButton*>())
            button = one->text() == QStringLiteral("Mark") ? one : button;
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        const int rank = trace.track(trace.track(SpanId(3))).rank;
        QCOMPARE(marked, (Times {{rank, {trace.range(SpanId(3))}}})); // the other one is in the second run
        m_state->setAnswer(answerWith({"rank", "begin_ns", "end_ns"},
            {{int64_t(1), 100 * ms, 300 * ms}, {std::monostate(), 100 * ms, 200 * ms},
                {int64_t(1), int64_t(7), int64_t(7)}}));
        QCOMPARE(marked, (Times {{1, {{100 * ms, 300 * ms}}}, {-1, {{100 * ms, 200 * ms}}}}));
        m_workspace->document.setRunIndex(1);
        QCOMPARE(marked.size(), size_t(2)); // they do not say of which run they are
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(marked.empty());
    }

    void aColumnIsPlottedOverAnother()
    {
        m_state->setAnswer(answerWith({"step", "name", "ms"},
            {{int64_t(1), std::string("a"), 2.0}, {int64_t(2), std::string("b"), 3.0}, {int64_t(3), std::string("c"), std::monostate()}}));
        m_view->setPlotVisible(true);
        QCOMPARE(m_view->plot().keys(), 0);
        QCOMPARE(m_view->plot().values(), 2);
        QCOMPARE(m_view->plot().pointCount(), 2);
        emit m_view->table().rowChosen(1);
        QCOMPARE(m_view->plot().markedRow(), 1);
        m_view->plot().setValues(0);
        QCOMPARE(m_view->plot().values(), 0);
        m_view->plot().setValues(1); // texts are not plotted
        QCOMPARE(m_view->plot().values(), 0);
        m_state->setAnswer(answerWith({"name"}, {{std::string("a")}}));
        QCOMPARE(m_view->plot().markedRow(), -1);
        QCOMPARE(m_view->plot().pointCount(), 0);
        // A figure rather than a number of a rank.
        m_state->setAnswer(answerWith({"span", "rank", "took"}, {{int64_t(1), int64_t(2), 3.5}, {int64_t(2), int64_t(0), 4.5}}));
        QCOMPARE(m_view->plot().values(), 2);
    }

    void theEditorCompletesAndRuns()
    {
        QSignalSpy asked(m_state.get(), &QueryState::runRequested);
        QueryEditor& editor = m_view->editor();
        editor.setPlainText(QString());
        editor.setFocus();
        QTest::keyClicks(&editor, QStringLiteral("SELECT * FROM spa"));
        QCOMPARE(editor.offered(), QStringList(QStringLiteral("spans")));
        QTest::keyClick(editor.window()->focusWidget() ? editor.window()->focusWidget() : &editor, Qt::Key_Escape);
        editor.setPlainText(QStringLiteral("SELECT 1"));
        QTest::keyClick(&editor, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("SELECT 1"));
        m_view->askReady(3);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(editor.toPlainText(), QString::fromUtf8(readyQuestions()[3].sql.data(), readyQuestions()[3].sql.size()));
    }

    void anErrorIsMarked()
    {
        m_view->editor().setPlainText(QStringLiteral("SELECT nam FROM runs"));
        QueryAnswer answer;
        answer.error = Error {"No such column: nam", {}, 7};
        m_state->setAnswer(std::move(answer));
        QCOMPARE(m_view->editor().extraSelections().size(), 1);
        QCOMPARE(m_view->editor().extraSelections().front().cursor.selectedText(), QStringLiteral("nam"));
        QTest::keyClicks(&m_view->editor(), QStringLiteral(" "));
        QVERIFY(m_view->editor().extraSelections().isEmpty());
    }

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QueryState> m_state;
    std::unique_ptr<QueryView> m_view;
};

BUBBLESCOPE_TEST(TstQueryView, QApplication)

} // namespace bubblescope::tst_queryview

#include "tst_queryview.moc"
