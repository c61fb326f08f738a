// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan laid over the run that was recorded later: terms add up to both steps, and the one that is wrong is named.
#include "plancomparison.h"

#include "plancommand.h"
#include "samplefolder.h"
#include "smallsample.h"
#include "stepterms.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace bubblescope::tst_plancomparison {

namespace {

using Json = nlohmann::json;

/// Laid out as the small sample is.
constexpr const char* jobText
    = "name = planned\nlayers = 4\nhidden = 4096\nheads = 32\nffn = 16384\nvocabulary = 50304\n"
      "gpus = 4\ntensor = 1\nstages = 2\ndata = 2\nmicrobatch-size = 1\nmicrobatches = 4\n"
      "sequence = 4096\nshard = optimizer\n";

const Difference* termOf(const std::vector<Difference>& terms, std::string_view key)
{
    for (const Difference& term : terms) {
        if (term.name == key)
            return &term;
    }
    return nullptr;
}

struct Sums {
    double a = 0;
    double b = 0;
    double difference = 0;
};
Sums sumsOf(const Json& terms)
{
    Sums sums;
    for (const Json& term : terms) {
        sums.a += term["a_ms"].get<double>();
        sums.b += term["b_ms"].get<double>();
        sums.difference += term["difference_ms"].get<double>();
    }
    return sums;
}

bool areNear(double a, double b) { return std::abs(a - b) < 1e-4; } // ms

} // namespace

class TstPlanComparison : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QFile file(m_folder.filePath(QStringLiteral("planned.bubblejob")));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(jobText);
        file.close();
        const Result<OpenedFolderPtr> job = openJob({{file.fileName().toStdString()}, false, false, {}});
        QVERIFY2(job.isOk(), job.isOk() ? "" : job.error().message.text().c_str());
        m_job = *job;
        Result<RunFolder> run = makeSampleFolder(smallSample());
        QVERIFY(run.isOk());
        m_run = std::move(run).value();
    }

    void termsAddUpToBothSteps()
    {
        const Result<ComparedFolders> compared = over();
        QVERIFY2(compared.isOk(), compared.isOk() ? "" : compared.error().message.text().c_str());
        const Json json = Json::parse(comparisonJson(*compared));
        QCOMPARE(QString::fromStdString(json["kind"].get<std::string>()), QStringLiteral("plan"));
        std::vector<Json> lists {json["terms"]};
        for (const Json& stage : json["stage_terms"])
            lists.push_back(stage["terms"]);
        QCOMPARE(lists.size(), size_t(3)); // all ranks, two stages
        for (const Json& terms : lists) {
            const Sums sums = sumsOf(terms);
            QVERIFY2(areNear(sums.a, json["a"]["step_ms"].get<double>()), terms.dump().c_str());
            QVERIFY2(areNear(sums.b, json["b"]["step_ms"].get<double>()), terms.dump().c_str());
            QVERIFY2(areNear(sums.difference, json["difference_ms"].get<double>()), terms.dump().c_str());
        }
    }

    /// Against what `plan` and `summary` print of the two, one by one.
    void termsAreThoseOfTheOtherCommands()
    {
        const Result<ComparedFolders> compared = over();
        QVERIFY(compared.isOk());
        const Result<SimulatedInput> planned = planOne(m_job->folder, {});
        QVERIFY(planned.isOk());
        const Json plan = Json::parse(simulationJson(planned->report))["simulated"];
        const Json run = Json::parse(*summaryJson(m_run, {}));
        const std::vector<Difference>& terms = compared->comparison.terms;
        const auto ms = [&terms](std::string_view key, bool isOfPlan) {
            const Difference* term = termOf(terms, key);
            return term ? (isOfPlan ? *term->a : *term->b) / 1e6 : 0;
        };
        QVERIFY(areNear(compared->comparison.stepA / 1e6, plan["step_ms"].get<double>()));
        QVERIFY(areNear(compared->comparison.stepB / 1e6, run["step_ms"].get<double>()));
        const auto holds = [&ms](const Json& parts, bool isOfPlan) {
            double bubble = 0;
            for (const auto& phase : parts["bubble_ms"].items())
                bubble += phase.value().get<double>();
            bool isSame
                = areNear(ms("compute", isOfPlan) + ms("optimizer", isOfPlan), parts["compute_ms"].get<double>())
                && areNear(ms("bubble", isOfPlan), bubble)
                && areNear(ms("waiting", isOfPlan), parts["waiting_ms"].get<double>());
            for (const auto& group : parts["exposed_comm_ms"].items())
                isSame = isSame && areNear(ms(group.key(), isOfPlan), group.value().get<double>());
            return isSame;
        };
        QVERIFY2(holds(plan, true), plan.dump().c_str());
        QVERIFY2(holds(run["mean_rank"], false), run["mean_rank"].dump().c_str());
    }

    /// A plan over itself is right; where the GPUs compute a quarter longer, compute is the term that was wrong.
    void thePlantedTermIsNamed()
    {
        PlanQuestion slower;
        slower.options.knobs = {"compute-scale=1.25"};
        const Result<SimulatedInput> plan = planOne(m_job->folder, {});
        const Result<SimulatedInput> real = planOne(m_job->folder, slower);
        QVERIFY(plan.isOk() && plan->step.summary);
        QVERIFY2(real.isOk(), real.isOk() ? "" : real.error().message.text().c_str());
        const PlannedSide side {*plan->step.summary, plan->report.stepNs};
        for (const Difference& term : comparePlan(side, side).terms)
            QCOMPARE(term.change(), 0.0);
        const Comparison comparison = comparePlan(side, {*real->step.summary, real->report.stepNs});
        const Difference* compute = termOf(comparison.terms, "compute");
        QVERIFY(compute);
        QVERIFY2(
            std::abs(*compute->b / *compute->a - 1.25) < 1e-3, qPrintable(QString::number(*compute->b / *compute->a)));
        QVERIFY(comparison.terms.front().name == "compute");
        QVERIFY2(comparison.lead.text().find("longer than planned. Most of all: compute") != std::string::npos,
            comparison.lead.text().c_str());
        const Difference* network = termOf(comparison.terms, "dp");
        QVERIFY(!network || std::abs(network->change()) < 0.01 * compute->change());
    }

    void thePlanIsAWhicheverComesFirst()
    {
        const Result<ComparedFolders> compared = over();
        const Result<ComparedFolders> turned = compareInputs({{m_run}, "run"}, {{m_job->folder}, "a job"});
        QVERIFY(compared.isOk() && turned.isOk());
        QCOMPARE(comparisonJson(*turned), comparisonJson(*compared));
        const std::string text = comparisonText(*compared);
        QVERIFY2(text.find("bubblescope plan 'a job' --like run") != std::string::npos, text.c_str());
        QVERIFY2(text.find("By term") != std::string::npos, text.c_str());
    }

    void knobsTellWhatADescriptionLeavesOut()
    {
        SimulateOptions options;
        options.knobs = {"microbatches=8"};
        const Result<ComparedFolders> more = compareInputs({{m_job->folder}, "job"}, {{m_run}, "run"}, options);
        const Result<ComparedFolders> compared = over();
        QVERIFY(more.isOk() && compared.isOk());
        QVERIFY(more->comparison.stepA > 1.2 * compared->comparison.stepA);
        QCOMPARE(more->comparison.stepB, compared->comparison.stepB);
    }

    /// Of two plans, one with twice the stages: terms add up to both, and each step is the one that `plan` prints.
    void twoPlansAreComparedByTheirTerms()
    {
        RunFolder other = m_job->folder;
        other.jobs.front().name = "other";
        other.jobs.front().layout.stages = 4;
        other.jobs.front().layout.data = 1;
        other.jobs.front().layout.layersOfPieces.clear();
        const Result<ComparedFolders> compared = compareInputs({{m_job->folder}, "job"}, {{other}, "other"});
        QVERIFY2(compared.isOk(), compared.isOk() ? "" : compared.error().message.text().c_str());
        const Json json = Json::parse(comparisonJson(*compared));
        const Sums sums = sumsOf(json["terms"]);
        QVERIFY(areNear(sums.a, json["a"]["step_ms"].get<double>()));
        QVERIFY(areNear(sums.b, json["b"]["step_ms"].get<double>()));
        const Result<SimulatedInput> planA = planOne(m_job->folder, {});
        const Result<SimulatedInput> planB = planOne(other, {});
        QVERIFY(planA.isOk() && planB.isOk());
        QVERIFY(areNear(compared->comparison.stepA, planA->report.stepNs));
        QVERIFY(areNear(compared->comparison.stepB, planB->report.stepNs));
        QVERIFY(compared->calibrate.empty());
        QVERIFY2(compared->comparison.lead.text().find("B is planned to take") == 0,
            compared->comparison.lead.text().c_str());
        const NamedSide job {{m_job->folder}, "job"};
        const Result<ComparedFolders> same = compareInputs(job, job);
        QVERIFY(same.isOk());
        QCOMPARE(same->comparison.lead.text(), std::string("Both plans take as long."));
        for (const Difference& term : same->comparison.terms)
            QCOMPARE(term.change(), 0.0);
    }

    void whatCannotBeComparedSaysWhy()
    {
        const auto why = [](const Result<ComparedFolders>& result) {
            return result ? QStringLiteral("compared") : QString::fromStdString(result.error().message.text());
        };
        const NamedSide job {{m_job->folder}, "job"};
        const NamedSide run {{m_run}, "run"};
        SimulateOptions knobs;
        knobs.knobs = {"microbatches=8"};
        QVERIFY(why(compareInputs(run, run, knobs)).contains(QStringLiteral("neither describes one")));
        const RunFolder empty;
        QVERIFY(why(compareInputs(job, {{empty}, "empty"})).contains(QStringLiteral("no run to lay the plan over")));
        ComparedPart range;
        range.by = ComparedPart::By::Range;
        range.name = "forward";
        QVERIFY(
            why(compareInputs(job, {{m_run, range}, "run"})).contains(QStringLiteral("neither ranges nor markers")));
        ComparedPart step;
        step.by = ComparedPart::By::Step;
        step.step = 99;
        QVERIFY(!compareInputs(job, {{m_run, step}, "run"}));
        QCOMPARE(why(compareInputs(run, run)), QStringLiteral("compared"));
    }

private:
    Result<ComparedFolders> over() const { return compareInputs({{m_job->folder}, "a job"}, {{m_run}, "run"}); }

    QTemporaryDir m_folder;
    OpenedFolderPtr m_job;
    RunFolder m_run;
};

BUBBLESCOPE_TEST(TstPlanComparison, QCoreApplication)

} // namespace bubblescope::tst_plancomparison

#include "tst_plancomparison.moc"
