// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "distinctnames.h"

#include "layertable.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_distinctnames {

using Names = std::vector<std::string>;

class TstDistinctNames : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void differentNamesStay();
    void equalNamesGetTheirFolder();
    void asManyFoldersAsItTakes();
    void fileWithoutFolderKeepsItsName();
    void equalFilesCanNotBeToldApart();
    void absolutePathsAreFine();
    void tablesAreRenamedInPlace();
};

void TstDistinctNames::differentNamesStay()
{
    QCOMPARE(distinctNames({{"a", "x/a.csv"}, {"b", "x/b.csv"}}), (Names {"a", "b"}));
    QCOMPARE(distinctNames({}), Names());
}

void TstDistinctNames::equalNamesGetTheirFolder()
{
    QCOMPARE(distinctNames({{"gpt", "p/A100/gpt.csv"}, {"other", "p/other.csv"}, {"gpt", "p/H100/gpt.csv"}}),
        (Names {"A100/gpt", "other", "H100/gpt"}));
}

void TstDistinctNames::asManyFoldersAsItTakes()
{
    QCOMPARE(distinctNames({{"gpt", "a/x/gpt.csv"}, {"gpt", "b/x/gpt.csv"}, {"gpt", "b/y/gpt.csv"}}),
        (Names {"a/x/gpt", "b/x/gpt", "b/y/gpt"}));
}

void TstDistinctNames::fileWithoutFolderKeepsItsName()
{
    QCOMPARE(distinctNames({{"gpt", "gpt.csv"}, {"gpt", "old/gpt.csv"}}), (Names {"gpt", "old/gpt"}));
}

void TstDistinctNames::equalFilesCanNotBeToldApart()
{
    QCOMPARE(distinctNames({{"gpt", "a/gpt.csv"}, {"gpt", "a/gpt.csv"}}), (Names {"a/gpt", "a/gpt"}));
    QCOMPARE(distinctNames({{"gpt", ""}, {"gpt", ""}}), (Names {"gpt", "gpt"}));
}

void TstDistinctNames::absolutePathsAreFine()
{
    QCOMPARE(distinctNames({{"gpt", "/gpt.csv"}, {"gpt", "/a/gpt.csv"}}), (Names {"gpt", "a/gpt"}));
}

void TstDistinctNames::tablesAreRenamedInPlace()
{
    std::vector<LayerTable> tables(2);
    tables[0].name = tables[1].name = "gpt";
    tables[0].file = "A100/gpt.csv";
    tables[1].file = "H100/gpt.csv";
    nameApart(tables);
    QCOMPARE(tables[0].name, std::string("A100/gpt"));
    QCOMPARE(tables[1].name, std::string("H100/gpt"));
}

BUBBLESCOPE_TEST(TstDistinctNames, QCoreApplication)

} // namespace bubblescope::tst_distinctnames

#include "tst_distinctnames.moc"
