// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What `check`, `history` and `stragglers` say of an index that does not fit into memory is what they say of its runs.
#include "indexing.h"

#include "checkcommand.h"
#include "gatedigest.h"
#include "historycommand.h"
#include "indexplaces.h"
#include "indexreading.h"
#include "printedby.h"
#include "runcontext.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "smallsample.h"
#include "stragglerdigest.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

namespace bubblescope::tst_indexgate {

namespace {
SampleOptions jobOf(uint64_t seed, double straggles, double noise = 0)
{
    SampleOptions options = buildOfJob(seed);
    options.noise = noise > 0 ? noise : options.noise;
    if (straggles > 1)
        options.stragglers = {{5, straggles}};
    return options;
}

constexpr uint64_t tooLittleForAStep = 1000;
} // namespace

class TstIndexGate : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void checkSaysTheSameWithLittleMemory_data();
    void checkSaysTheSameWithLittleMemory();
    void whereNoStepFitsACheckSaysWhatWasNotSearched();
    void historySaysTheSameWithLittleMemory();
    void stragglersAreThoseOfTheRun();
    void whyStragglersAreNotKnownIsKept();
    void pricesThatAreNoNumbersAreDamage();
    void damagedDigestsNameTheCommandThatRenewsThem();

private:
    std::string runOf(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    std::string indexOf(const char* name) const { return runOf(name) + ".bubbleindex"; }
    CheckCommand checkOf(const std::string& run, const std::string& baseline, uint64_t memory, bool json) const
    {
        CheckCommand command;
        command.run = run;
        command.baselines = {baseline};
        command.useCache = false;
        command.memory = memory;
        command.json = json;
        return command;
    }
    QTemporaryDir m_folder;
    uint64_t m_littleMemory = 0; ///< enough for a step, too little for a run
};

void TstIndexGate::initTestCase()
{
    const auto make = [this](const char* name, const SampleOptions& options) {
        QVERIFY(writeSample(options, runOf(name)).isOk());
        QCOMPARE(indexed({runOf(name)}, indexOf(name), 2), ExitCode::Fine);
    };
    make("first", jobOf(1, 1));
    make("second", jobOf(2, 1));
    make("slower", jobOf(3, 1.12));
    make("slow", jobOf(4, 1.12));
    SampleOptions other = jobOf(1, 1);
    other.data = 4;
    make("other", other);
    m_littleMemory = uint64_t(openedQuietly(indexOf("first"))->folder.statistics.spans) * 40;
    const Result<RunIndex> index = openRunIndex(IndexPlaces(indexOf("first")).run());
    QCOMPARE(index->fits(m_littleMemory).value(), false);
    QCOMPARE(index->fits(2 * m_littleMemory).value(), true);
}

void TstIndexGate::checkSaysTheSameWithLittleMemory_data()
{
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("begin");
    const auto row = [](const char* name, const char* run, const char* baseline, const char* begin) {
        QTest::newRow(name) << QString::fromLatin1(run) << QString::fromLatin1(baseline) << QString::fromLatin1(begin);
    };
    row("fine", "second", "first", "0: Fine");
    row("worse, and why", "slower", "first", "5: Worse");
    row("better", "first", "slow", "0: Better");
    row("not comparable", "other", "first", "6: Nothing can be compared");
}

void TstIndexGate::checkSaysTheSameWithLittleMemory()
{
    QFETCH(const QString, run);
    QFETCH(const QString, baseline);
    QFETCH(const QString, begin);
    const std::string ofRun = indexOf(qPrintable(run));
    const std::string ofBaseline = indexOf(qPrintable(baseline));
    for (const bool json : {false, true}) {
        const QString whole = printedBy(checkOf(ofRun, ofBaseline, 0, json));
        QVERIFY2(json || whole.startsWith(begin), qPrintable(whole));
        QCOMPARE(printedBy(checkOf(ofRun, ofBaseline, m_littleMemory, json)), whole);
        QCOMPARE(printedBy(checkOf(runOf(qPrintable(run)), runOf(qPrintable(baseline)), 0, json)), whole);
        QCOMPARE(printedBy(checkOf(ofRun, runOf(qPrintable(baseline)), 0, json)), whole);
        QCOMPARE(printedBy(checkOf(runOf(qPrintable(run)), ofBaseline, 0, json)), whole);
        QCOMPARE(whole.contains(json ? QStringLiteral("\"slower-compute\"") : QStringLiteral("Most of it")),
            begin.contains(QStringLiteral("Worse")));
    }
}

void TstIndexGate::whereNoStepFitsACheckSaysWhatWasNotSearched()
{
    const auto told
        = [this](uint64_t memory) { return printedBy(checkOf(indexOf("slower"), indexOf("first"), memory, false)); };
    const QString whole = told(0);
    const QString part = told(tooLittleForAStep);
    QVERIFY(!whole.contains(QStringLiteral("was not looked for")));
    QVERIFY(!part.contains(QStringLiteral("Most of it")));
    const auto until = [](const QString& text, const char* end) { return text.left(text.indexOf(QLatin1String(end))); };
    QCOMPARE(until(part, "Findings that cost more"), until(whole, "Most of it"));
    QVERIFY2(part.contains(
                 QStringLiteral("note: What made the step longer was not looked for among ranks and operations: Step"))
            && part.contains(QStringLiteral("of all ranks takes")) && part.contains(QStringLiteral("--memory")),
        qPrintable(part));
}

void TstIndexGate::historySaysTheSameWithLittleMemory()
{
    HistoryCommand command;
    for (const char* name : {"first", "second", "slower", "slow"})
        command.paths.push_back(indexOf(name));
    command.useCache = false;
    for (const bool json : {false, true}) {
        command.json = json;
        command.memory = 0;
        const QString whole = printedBy(command);
        QVERIFY2(whole.contains(QStringLiteral("times the compute of the baseline")), qPrintable(whole));
        command.memory = m_littleMemory;
        QCOMPARE(printedBy(command), whole);
        command.memory = tooLittleForAStep;
        const QString part = printedBy(command);
        QVERIFY2(part.contains(QStringLiteral("was not looked for")), qPrintable(part));
        QVERIFY(!part.contains(QStringLiteral("times the compute of the baseline")));
    }
}

void TstIndexGate::stragglersAreThoseOfTheRun()
{
    for (const char* name : {"first", "slow"}) {
        StragglersCommand command;
        command.source.useCache = false;
        for (const bool json : {false, true}) {
            command.json = json;
            command.source.memory = 0;
            command.source.paths = {runOf(name)};
            const QString whole = printedBy(command);
            QVERIFY2(whole.startsWith(QStringLiteral("0: ")), qPrintable(whole));
            command.source.memory = tooLittleForAStep;
            command.source.paths = {indexOf(name)};
            QCOMPARE(printedBy(command), whole);
        }
    }
    StragglersCommand ideal; // this is made of the spans
    ideal.source.paths = {indexOf("first")};
    ideal.source.memory = tooLittleForAStep;
    ideal.ideal = runOf("ideal.json");
    QVERIFY(printedBy(ideal).contains(QStringLiteral("more than")));
}

void TstIndexGate::whyStragglersAreNotKnownIsKept()
{
    Run run;
    run.trace = std::make_shared<const Trace>(traceFromText("rank0: [allreduce 0-5]\n"));
    const Result<StragglerWhatIf> refused = findStragglerWhatIf(*contextOf(run));
    QVERIFY(!refused);
    const auto kept = restoredStragglers(stragglerDigest(run), *run.trace);
    QVERIFY(kept && !*kept);
    QCOMPARE(kept->error().message.text(), refused.error().message.text());
    QCOMPARE(kept->error().advice.text(), refused.error().advice.text());
    run.kind = Run::Kind::Plan;
    QVERIFY(stragglerDigest(run).empty());
}

void TstIndexGate::pricesThatAreNoNumbersAreDamage()
{
    const Result<RunFolder> folder = makeSampleFolder(jobOf(1, 1.3));
    QVERIFY(folder);
    const Run& run = folder->runs.front();
    const std::string kept = stragglerDigest(run);
    const auto whatIf = restoredStragglers(kept, *run.trace);
    QVERIFY(whatIf && *whatIf);
    const auto slow = std::ranges::find_if((*whatIf)->ranks, [](const auto& rank) { return rank.lostNs.has_value(); });
    QVERIFY(slow != (*whatIf)->ranks.end());
    QCOMPARE(slow->rank, 5);
    const double price = *slow->lostNs;
    QVERIFY(price > 0);
    QCOMPARE((*whatIf)->lostTogetherNs.value_or(0), price); // of the only slow rank: kept before it
    const auto bytesOf = [](double value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); };
    const size_t together = kept.find(bytesOf(price));
    const size_t ofRank = kept.rfind(bytesOf(price));
    QVERIFY(together < ofRank && ofRank != std::string::npos);
    for (const size_t at : {together, ofRank}) {
        const auto changed = [&](double value) { return std::string(kept).replace(at, sizeof price, bytesOf(value)); };
        QVERIFY(restoredStragglers(changed(2 * price), *run.trace));
        for (const double wrong :
            {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0})
            QVERIFY(!restoredStragglers(changed(wrong), *run.trace));
    }
}

void TstIndexGate::damagedDigestsNameTheCommandThatRenewsThem()
{
    const std::string damaged = m_folder.filePath(QStringLiteral("damaged.bubbleindex")).toStdString();
    QVERIFY(QDir().mkpath(QString::fromStdString(damaged)));
    const std::string from = IndexPlaces(indexOf("slower")).run();
    const std::string to = IndexPlaces(damaged).run();
    const auto sections = SectionReader::open(from);
    StragglersCommand stragglers;
    stragglers.source.paths = {damaged};
    for (const IndexSection section : {IndexSection::Gate, IndexSection::Stragglers}) {
        const std::string text = *(*sections)->read(keyOf(section));
        const bool isGate = section == IndexSection::Gate;
        const auto told = [&](const std::string& changed) {
            if (!isRewritten(from, to, keyOf(section), changed))
                qFatal("the index was not written");
            return isGate ? printedBy(checkOf(damaged, indexOf("first"), m_littleMemory, false))
                          : printedBy(stragglers);
        };
        QVERIFY(told(text).startsWith(isGate ? QStringLiteral("5: Worse") : QStringLiteral("0: ")));
        for (size_t at = 0; at < text.size(); at += 1 + text.size() / 7) {
            const QString cut = told(text.substr(0, at));
            QVERIFY2(cut.startsWith(QStringLiteral("2: ")) && cut.contains(QStringLiteral("bubblescope index")),
                qPrintable(cut));
        }
        // Whatever its bytes are, it ends.
        for (size_t at = 0; at < text.size(); at += 1 + text.size() / 97 * sparsely) {
            for (const int bits : {0x55, 0xff, 0x80}) {
                std::string other = text;
                other[at] = char(other[at] ^ bits);
                const QString answer = told(other);
                QVERIFY(
                    !answer.startsWith(QStringLiteral("2: ")) || answer.contains(QStringLiteral("bubblescope index")));
            }
        }
    }
}

BUBBLESCOPE_TEST(TstIndexGate, QCoreApplication)

} // namespace bubblescope::tst_indexgate

#include "tst_indexgate.moc"
