// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Plan panel: points that can be hovered, clicked and walked along, locks, the table, memory bars and kept plans.
#include "customplot.h"
#include "formatting.h"
#include "planmemorybars.h"
#include "planplot.h"
#include "planpoints.h"
#include "planstate.h"
#include "plantext.h"
#include "planview.h"
#include "planwishbar.h"
#include "settled.h"
#include "tablepanel.h"
#include "testprogram.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QtTest>

namespace bubblescope::tst_planpanel {

class TstPlanPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
        m_state = std::make_unique<PlanState>();
        m_view = std::make_unique<PlanView>(*m_state);
        m_view->resize(1100, 320);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void withoutAJobItSaysWhatToDo()
    {
        deliverEvents();
        QVERIFY(says("config.json"));
        QSignalSpy wanted(m_view.get(), &PlanView::describeRequested);
        const auto buttons = m_view->findChildren<QPushButton*>();
        for (QPushButton* button : buttons) {
            if (button->isVisible())
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(wanted.size(), 1);
        m_state->setSubject(std::nullopt, QStringLiteral("because"));
        deliverEvents();
        QVERIFY(says("because"));
    }

    void beforeASearchTheJobIsARing()
    {
        m_state->setSubject(planSubject());
        deliverEvents();
        QVERIFY(m_view->plot().pixelOf(-1));
        QCOMPARE(m_view->plot().pointCount(), 0);
        QVERIFY(m_view->status().contains(QStringLiteral("Search")));
        QVERIFY(m_view->reason().contains(QStringLiteral("As it is, ")));
    }

    /// As with an opened run, whose step is timed by the search.
    void nothingIsDrawnBeforeThereIsAnythingToCompare()
    {
        PlanSubject subject = planSubject();
        subject.now.reset();
        m_state->setSubject(subject);
        deliverEvents();
        QVERIFY(m_view->status().contains(QStringLiteral("Search")));
        QVERIFY(m_view->wishes().searchButton()->isVisible());
        QVERIFY(!m_view->plot().isVisible() && !m_view->table().isVisible());
        answer();
        QVERIFY(m_view->plot().isVisible() && m_view->table().isVisible());
    }

    void theBestIsChosenAndReasoned()
    {
        answer();
        QCOMPARE(m_view->plot().pointCount(), 4);
        QCOMPARE(m_view->plot().front(), (std::vector<int> {2, 0})); // by memory
        QCOMPARE(m_view->table().visibleRowCount(), 4);
        QCOMPARE(m_view->table().currentRow(), 0);
        QVERIFY2(m_view->reason().contains(QStringLiteral("TP 1 · PP 1 · DP 8")), qPrintable(m_view->reason()));
        QVERIFY2(m_view->status().contains(QStringLiteral("%1 combinations").arg(formatCount(1234))),
            qPrintable(m_view->status()));
        QVERIFY(m_view->status().contains(QStringLiteral("the first 2 cannot be told apart")));
        // Memory falls to the left, throughput rises.
        const QPointF fast = *m_view->plot().pixelOf(0);
        const QPointF lean = *m_view->plot().pixelOf(2);
        QVERIFY(lean.x() < fast.x() && lean.y() > fast.y());
        QVERIFY(m_view->plot().rect().contains(fast.toPoint()) && m_view->plot().rect().contains(lean.toPoint()));
    }

    void theNameOfTheChosenEndsInThePlot()
    {
        m_view->resize(640, 320);
        answer();
        PlanPlot& plot = m_view->plot();
        plot.replot();
        int names = 0;
        for (int i = 0; i < plot.itemCount(); ++i) {
            const auto* name = qobject_cast<QCPItemText*>(plot.item(i));
            if (!name || !name->text().startsWith(QStringLiteral("TP")))
                continue;
            ++names;
            QVERIFY2(name->left->pixelPosition().x() >= 0 && name->right->pixelPosition().x() <= plot.width(),
                qPrintable(name->text()));
            // It is read over the points behind it, and hides none that it names.
            QVERIFY(name->brush().style() != Qt::NoBrush);
            const QRectF place(name->topLeft->pixelPosition(), name->bottomRight->pixelPosition());
            QVERIFY(!place.contains(*plot.pixelOf(0)));
        }
        QVERIFY(names > 0);
    }

    void wishesAndTheirButtonStandOnOneMiddle()
    {
        m_view->resize(1900, 600); // all in one line
        answer();
        QVERIFY(QTest::qWaitFor([this] { return m_view->wishes().width() > 1500; }));
        QCoreApplication::processEvents();
        const QWidget* button = m_view->wishes().searchButton();
        const QWidget* field = m_view->wishes().field(QStringLiteral("gpus"));
        const auto middle = [this](const QWidget* of) { return of->mapTo(&m_view->wishes(), of->rect().center()).y(); };
        QVERIFY2(qAbs(middle(button) - middle(field)) <= 1,
            qPrintable(QStringLiteral("%1, %2").arg(middle(button)).arg(middle(field))));
    }

    void aClickOnAPointChoosesIt()
    {
        answer();
        QSignalSpy asked(m_state.get(), &PlanState::whatIfRequested);
        click(*m_view->plot().pixelOf(2));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(m_state->chosenRow(), 2);
        QCOMPARE(m_view->table().currentRow(), 2);
        QVERIFY(m_view->reason().contains(QStringLiteral("TP 2 · PP 1 · DP 4")));
        click(*m_view->plot().pixelOf(-1)); // the ring
        QCOMPARE(asked.size(), 2);
        QCOMPARE(m_state->chosenRow(), -1);
        click(QPointF(m_view->plot().axisRect()->left() + 2, m_view->plot().axisRect()->top() + 2)); // nothing
        QCOMPARE(asked.size(), 2);
    }

    void hoveringTellsFigures()
    {
        answer();
        const QPoint at = m_view->plot().pixelOf(3)->toPoint();
        QTest::mouseMove(&m_view->plot(), at + QPoint(40, 40));
        QTest::mouseMove(&m_view->plot(), at);
        QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("TP 4 · PP 1 · DP 2")));
        QVERIFY(QToolTip::text().contains(QStringLiteral("bound by network")));
        QVERIFY(m_view->plot().cursor().shape() == Qt::PointingHandCursor);
    }

    void keysWalkAlongTheFront()
    {
        answer();
        PlanPlot& plot = m_view->plot();
        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(m_state->chosenRow(), 2);
        QTest::keyClick(&plot, Qt::Key_Left); // the end
        QCOMPARE(m_state->chosenRow(), 2);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(m_state->chosenRow(), 0);
        QTest::keyClick(&plot, Qt::Key_Home);
        QCOMPARE(m_state->chosenRow(), 2);
        QTest::keyClick(&plot, Qt::Key_End);
        QCOMPARE(m_state->chosenRow(), 0);
        QTest::keyClick(&plot, Qt::Key_Escape);
        QCOMPARE(m_state->chosenRow(), -1);
        QVERIFY(plot.accessibleDescription().contains(QStringLiteral("TP 2 · PP 2 · DP 2")));
        QVERIFY(!plot.accessibleName().isEmpty());
    }

    void aRowIsAWhatIf()
    {
        answer();
        QSignalSpy asked(m_state.get(), &PlanState::whatIfRequested);
        QTableView* table = m_view->table().table();
        const QRect cell = table->visualRect(table->model()->index(3, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        QVERIFY(asked.size() >= 1);
        QCOMPARE(m_state->chosenRow(), 3);
    }

    void theFilterHoldsForPlotAndTable()
    {
        answer();
        action("network")->trigger();
        QCOMPARE(m_view->plot().pointCount(), 2);
        QCOMPARE(m_view->table().visibleRowCount(), 2);
        QVERIFY(!m_view->plot().pixelOf(3));
        action("network")->trigger();
        action("front")->trigger();
        QCOMPARE(m_view->plot().pointCount(), 2);
        QCOMPARE(m_view->table().visibleRowCount(), 2);
        action("front")->trigger();
        QCOMPARE(m_view->table().visibleRowCount(), 4);
    }

    void wishesAndLocksAreTyped()
    {
        answer();
        QLineEdit* gpus = m_view->wishes().field(QStringLiteral("gpus"));
        gpus->setFocus();
        gpus->selectAll();
        QTest::keyClicks(gpus, QStringLiteral("16, 32"));
        QSignalSpy searched(m_state.get(), &PlanState::searchRequested);
        QTest::keyClick(gpus, Qt::Key_Return);
        QCOMPARE(searched.size(), 1);
        QCOMPARE(m_state->space()->gpus, (std::vector<int> {16, 32}));
        QComboBox* tensor = m_view->wishes().lockBox(QStringLiteral("tensor"));
        QVERIFY(tensor && !tensor->accessibleName().isEmpty());
        tensor->setFocus();
        QTest::keyClick(tensor, Qt::Key_Down);
        QCOMPARE(m_state->space()->allowed.size(), size_t(1));
        gpus->setFocus();
        gpus->selectAll();
        QTest::keyClicks(gpus, QStringLiteral("many"));
        QTest::keyClick(gpus, Qt::Key_Tab);
        QVERIFY(!m_view->wishes().searchButton()->isEnabled());
        QVERIFY2(m_view->status().contains(QStringLiteral("many")), qPrintable(m_view->status()));
    }

    void aSearchShowsItsBestSoFarAndCanBeCancelled()
    {
        m_state->setSubject(planSubject());
        deliverEvents();
        QSignalSpy cancelled(m_state.get(), &PlanState::cancelRequested);
        m_state->setSearching(true);
        m_state->setProgress(0.5);
        m_state->setBestSoFar(planCandidate({1, 1, 8, 12'345}));
        QVERIFY2(m_view->status().contains(QStringLiteral("TP 1 · PP 1 · DP 8")), qPrintable(m_view->status()));
        QVERIFY(m_view->findChild<QProgressBar*>()->isVisible());
        QTest::mouseClick(m_view->wishes().searchButton(), Qt::LeftButton);
        QCOMPARE(cancelled.size(), 1);
        m_state->setSearching(false);
        QVERIFY(!m_view->findChild<QProgressBar*>()->isVisible());
    }

    void nothingThatFitsIsSaid()
    {
        m_state->setSubject(planSubject());
        PlanAnswer empty;
        empty.searched = 10;
        empty.pruned = 10;
        empty.nearest = planCandidate({8, 1, 1, 5000, 82});
        empty.excessBytes = 2e9;
        m_state->setAnswer(empty);
        deliverEvents();
        QVERIFY2(m_view->status().contains(QStringLiteral("nothing fits")), qPrintable(m_view->status()));
        QVERIFY(m_view->status().contains(formatBytes(2e9)));
    }

    void memoryBarsStandAgainstTheGpu()
    {
        answer();
        m_state->choose(1); // two stages, 76 and 61 GB
        PlanMemoryBars& bars = m_view->memoryBars();
        raise("Memory of each stage");
        QVERIFY(bars.isVisible());
        double end = bars.rectOf(0, 0).left();
        for (size_t part = 0; part < memoryParts().size(); ++part) {
            QVERIFY(std::abs(bars.rectOf(0, part).left() - end) < 0.5); // one after the other
            end = bars.rectOf(0, part).right();
        }
        QVERIFY(end < bars.gpuLineAt());
        const double perByte = (bars.gpuLineAt() - bars.rectOf(0, 0).left()) / 80e9;
        QVERIFY(std::abs(end - bars.rectOf(0, 0).left() - perByte * 76e9) < 1);
        QVERIFY(std::abs(bars.rectBefore(0).width() - perByte * 60e9) < 1);
        QVERIFY(bars.accessibleDescription().contains(QStringLiteral("stage 1")));
        // The line passes behind a figure, not through it.
        const QRectF figure = bars.figureOf(0);
        const int line = int(bars.gpuLineAt());
        QVERIFY(figure.left() < line && line < figure.right());
        const QImage picture = bars.grab().toImage();
        const QRgb ofLine = Palette::of(bars).finding.rgb();
        for (int x = line - 1; x <= line + 1; ++x) {
            for (double y = bars.rectOf(0, 0).top(); y < bars.rectOf(0, 0).bottom(); ++y)
                QVERIFY(picture.pixel(x, int(y)) != ofLine);
        }
        QHelpEvent help(QEvent::ToolTip, bars.rectOf(1, 0).center().toPoint(), bars.mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(&bars, &help);
        QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("stage 1")));
        QVERIFY(QToolTip::text().contains(QStringLiteral("activations")));
    }

    void plansAreKeptNamedAndRemoved()
    {
        answer();
        button("Keep")->click();
        m_state->choose(2);
        button("Keep")->click();
        QCOMPARE(m_state->kept().rowCount(), 3);
        raise("Kept 3");
        QTableView* table = m_view->keptTable().table();
        table->setFocus();
        QSignalSpy asked(m_state.get(), &PlanState::whatIfRequested);
        const QModelIndex second = table->model()->index(1, KeptPlanModel::NameColumn);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(second).center());
        QVERIFY(asked.size() >= 1);
        QCOMPARE(m_state->chosenRow(), 0);
        QTest::keyClick(table, Qt::Key_F2);
        auto* editor = table->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("tonight"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(m_state->kept().kept()[1].name, QStringLiteral("tonight"));
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(m_state->kept().rowCount(), 2);
    }

    void flagsAndFilesAreAskedFor()
    {
        answer();
        QSignalSpy flags(m_view.get(), &PlanView::flagsRequested);
        QSignalSpy files(m_view.get(), &PlanView::exportRequested);
        const auto all = [this](const char* text) { return button(text)->menu()->actions(); };
        QCOMPARE(all("Copy flags").size(), qsizetype(4));
        all("Copy flags")[1]->trigger();
        QCOMPARE(flags.value(0).value(0).toInt(), 1);
        QCOMPARE(all("Export").size(), qsizetype(3));
        all("Export")[2]->trigger();
        QCOMPARE(files.value(0).value(0).value<PlanView::FileKind>(), PlanView::FileKind::Json);
    }

    /// With much room, memory and kept plans stand beside the table; with little, on pages.
    void pagesBecomeAColumn()
    {
        answer();
        auto* tabs = m_view->findChild<QTabWidget*>();
        QCOMPARE(tabs->count(), 3);
        QVERIFY(!m_view->memoryBars().isVisible());
        m_view->resize(1900, 400);
        deliverEvents();
        QCOMPARE(tabs->count(), 1);
        QVERIFY(m_view->memoryBars().isVisible() && m_view->keptTable().isVisible() && m_view->table().isVisible());
        m_view->resize(900, 300);
        deliverEvents();
        QCOMPARE(tabs->count(), 3);
        QVERIFY(m_view->table().isVisible() && !m_view->memoryBars().isVisible());
    }

    /// As in a window of 1280 x 720 that compares: the lines of words would leave the table none.
    void aLowPanelShowsACombinationOfAnOpenedRun()
    {
        PlanSubject subject = planSubject();
        subject.isRun = true;
        m_state->setSubject(subject);
        m_state->setAnswer(planAnswer());
        const auto* status = m_view->findChild<QLabel*>(QStringLiteral("status"));
        const auto middle = [this](const QWidget* widget) {
            return widget->mapTo(m_view.get(), widget->rect().center()).y();
        };
        const QPushButton* search = m_view->wishes().searchButton();
        m_view->resize(950, 400);
        deliverEvents();
        QVERIFY(middle(status) > middle(search) + search->height() / 2);
        m_view->resize(950, 150);
        deliverEvents();
        QVERIFY(std::abs(middle(status) - middle(search)) < search->height() / 2);
        QVERIFY(status->width() > 700 && search->isVisible());
        subject.isRun = false; // its wishes need the line
        m_state->setSubject(subject);
        deliverEvents();
        QVERIFY(middle(status) > middle(search) + search->height() / 2);
    }

    void everyPriceAndSizeHasAnAxis()
    {
        answer();
        auto* axis = [this]() -> QComboBox* {
            for (auto* box : m_view->findChildren<QComboBox*>()) {
                if (box->accessibleName() == QStringLiteral("What throughput is drawn over"))
                    return box;
            }
            return nullptr;
        }();
        QVERIFY(axis && !axis->isVisible());
        PlanAnswer several = planAnswer();
        several.candidates[3] = planCandidate({4, 1, 4, 7000, 50});
        for (PlanCandidate& candidate : several.candidates)
            candidate.usdPerMillionTokens = 0.1;
        m_state->setAnswer(several);
        QVERIFY(axis->isVisible());
        QCOMPARE(axis->count(), 3);
        axis->setFocus();
        QTest::keyClick(axis, Qt::Key_Down);
        QCOMPARE(m_view->plot().axis(), PlanAxis::Gpus);
        QVERIFY(m_view->plot().pixelOf(3)->x() > m_view->plot().pixelOf(0)->x());
    }

    void aPictureNamesItsAxes()
    {
        QVERIFY(!m_view->illustration().plot);
        answer();
        const PanelView::Illustration shown = m_view->illustration();
        QVERIFY(shown.plot == &m_view->plot());
        QVERIFY(!shown.keyTitle.isEmpty() && !shown.valueTitle.isEmpty() && shown.legend.size() == 4);
    }

private:
    void answer()
    {
        m_state->setSubject(planSubject());
        m_state->setAnswer(planAnswer());
        deliverEvents();
        m_view->plot().replot(QCustomPlot::rpImmediateRefresh);
    }
    void click(const QPointF& at) { QTest::mouseClick(&m_view->plot(), Qt::LeftButton, {}, at.toPoint()); }
    QAction* action(const char* name) { return m_view->findChild<QAction*>(QLatin1String(name)); }
    QToolButton* button(const char* text)
    {
        for (auto* button : m_view->findChildren<QToolButton*>()) {
            if (button->text() == QLatin1String(text))
                return button;
        }
        return nullptr;
    }
    void raise(const char* tab)
    {
        auto* tabs = m_view->findChild<QTabWidget*>();
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->tabText(i) == QLatin1String(tab))
                QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(i).center());
        }
        deliverEvents();
    }
    bool says(const char* words) const
    {
        const auto labels = m_view->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [words](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String(words));
        });
    }

    std::unique_ptr<PlanState> m_state;
    std::unique_ptr<PlanView> m_view;
};

BUBBLESCOPE_TEST(TstPlanPanel, QApplication)

} // namespace bubblescope::tst_planpanel

#include "tst_planpanel.moc"
