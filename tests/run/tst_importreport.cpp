// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importreport.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

namespace bubblescope::tst_importreport {

class TstImportReport : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyKindHasItsOwnIdAndAdvice();
    void everyKindNamesItsCauseAndWhatItConcerns();
    void instancesAreCountedAndOnlyTheFirstKept();
    void reportsOfTwoFilesStayApart();
    void aKindOfAFileIsOneLineHoweverManyLieBetween();
    void theMostSevereComesFirst();
};

void TstImportReport::everyKindHasItsOwnIdAndAdvice()
{
    std::set<std::string_view> ids;
    const QRegularExpression kebab(QStringLiteral("^[a-z]+(-[a-z]+)*$"));
    for (int kind = 0; kind < issueKindCount; ++kind) {
        const IssueInfo& info = issueInfo(static_cast<IssueKind>(kind));
        QVERIFY(kebab.match(QString::fromUtf8(info.id.data(), qsizetype(info.id.size()))).hasMatch());
        QVERIFY(ids.insert(info.id).second);
        QVERIFY(info.advice.ends_with('.'));
        QVERIFY(!info.title.empty());
    }
}

void TstImportReport::everyKindNamesItsCauseAndWhatItConcerns()
{
    std::set<std::string_view> causes;
    std::set<std::string_view> scopes;
    for (int kind = 0; kind < issueKindCount; ++kind) {
        const IssueInfo& info = issueInfo(static_cast<IssueKind>(kind));
        causes.insert(causeName(info.cause));
        scopes.insert(scopeName(info.scope));
        // Who opens a folder chooses files and ranges, never records.
        QVERIFY2(info.cause != IssueCause::Opening || info.scope != IssueScope::Record, info.id.data());
    }
    QCOMPARE(causes, (std::set<std::string_view> {"file", "format", "job", "opening", "recording"}));
    QCOMPARE(scopes, (std::set<std::string_view> {"file", "folder", "record", "run"}));
}

void TstImportReport::instancesAreCountedAndOnlyTheFirstKept()
{
    ImportReport report;
    report.setFile("a.txt");
    for (uint64_t i = 0; i < 100; ++i)
        report.add(IssueKind::BadRecord, i, "record " + std::to_string(i));
    QCOMPARE(report.count(IssueKind::BadRecord), uint64_t(100));
    QCOMPARE(report.issues().size(), size_t(1));
    QCOMPARE(report.issues()[0].first.size(), size_t(ImportReport::keptInstances));
    QCOMPARE(report.issues()[0].first[1].offset.value_or(0), uint64_t(1));
    QVERIFY(!report.hasErrors());
}

void TstImportReport::reportsOfTwoFilesStayApart()
{
    const auto reportOf = [](const char* file) {
        ImportReport report;
        report.setFile(file);
        report.add(IssueKind::BadTime, 3, "a time");
        return report;
    };
    ImportReport all = reportOf("a.txt");
    all.append(reportOf("b.txt"));
    all.append(reportOf("a.txt"));
    QCOMPARE(all.issues().size(), size_t(2));
    QCOMPARE(all.issues()[0].count, uint64_t(2));
    QCOMPARE(all.issues()[1].file, std::string("b.txt"));
}

void TstImportReport::aKindOfAFileIsOneLineHoweverManyLieBetween()
{
    ImportReport report;
    constexpr int files = 50'000; // a search through all lines for each of them takes minutes
    for (int round = 0; round < 2; ++round) {
        for (int file = 0; file < files; ++file) {
            report.setFile("rank" + std::to_string(file) + ".json");
            report.add(IssueKind::BadRecord, file, "no event");
            report.add(IssueKind::BadTime, file, "no time");
        }
        report.sort();
    }
    ImportReport other;
    other.setFile("rank7.json");
    other.add(IssueKind::BadTime, 3, "no time");
    report.append(std::move(other));
    QCOMPARE(report.issues().size(), size_t(2 * files));
    QCOMPARE(report.count(IssueKind::BadRecord), uint64_t(2 * files));
    QCOMPARE(report.count(IssueKind::BadTime), uint64_t(2 * files + 1));
    report.sort();
    QCOMPARE(report.issues()[0].count, uint64_t(3));
    QCOMPARE(report.issues()[0].file, std::string("rank7.json"));
}

void TstImportReport::theMostSevereComesFirst()
{
    ImportReport report;
    report.add(IssueKind::EmptyFile, std::nullopt, "note");
    report.add(IssueKind::BadRecord, 1, "warning");
    report.add(IssueKind::UnreadableFile, std::nullopt, "error");
    report.sort();
    QVERIFY(report.issues()[0].kind == IssueKind::UnreadableFile);
    QVERIFY(report.issues()[2].kind == IssueKind::EmptyFile);
    QVERIFY(report.hasErrors());
}

BUBBLESCOPE_TEST(TstImportReport, QCoreApplication)

} // namespace bubblescope::tst_importreport

#include "tst_importreport.moc"
