// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every pattern of say() in the sources, against its values and its translations.
#include "../../resources/translations/saidpatterns.h"
#include "language.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QFile>
#include <QLibraryInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <optional>
#include <set>

namespace bubblescope::tst_saidpatterns {

namespace {

/// Numbers of the values that a pattern asks for; nothing where it is none.
std::optional<std::set<int>> askedFor(const std::string& pattern)
{
    std::set<int> numbers;
    int next = 0;
    for (size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '{' && pattern[i] != '}')
            continue;
        if (i + 1 < pattern.size() && pattern[i + 1] == pattern[i]) {
            ++i;
            continue;
        }
        const size_t end = pattern.find('}', i);
        if (pattern[i] == '}' || end == std::string::npos)
            return std::nullopt;
        const std::string number = pattern.substr(i + 1, end - i - 1);
        if (number.find_first_not_of("0123456789") != std::string::npos)
            return std::nullopt; // values are texts: there is nothing to format
        numbers.insert(number.empty() ? next++ : std::stoi(number));
        i = end;
    }
    return numbers;
}

} // namespace

class TstSaidPatterns : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        for (const char* folder : {"app", "importers", "models", "views"}) {
            for (SaidPattern& pattern : saidPatterns(projectFolder().toStdString() + '/' + folder))
                m_patterns.push_back(std::move(pattern));
        }
        QVERIFY(m_patterns.size() > 400);
    }

    void theyAreFound()
    {
        std::string source = "assume(say(\"The \\\"{}\\\" \"\n    \"of {}.\", f(a, b), \"x, y\"));";
        size_t at = source.find('"');
        QCOMPARE(joinedLiterals(source, at), std::string("The \"{}\" of {}."));
        QCOMPARE(valuesBehind(source, at), 2);
    }

    void theyAskForTheValuesThatTheyGet()
    {
        for (const SaidPattern& pattern : m_patterns) {
            const auto numbers = askedFor(pattern.text);
            const std::string where = pattern.file + ": " + pattern.text;
            QVERIFY2(numbers, where.c_str());
            const bool isOneOfSeveral = pattern.values == 0; // its values stand in an outer call
            if (!isOneOfSeveral)
                QVERIFY2(
                    int(numbers->size()) == pattern.values && *numbers->rbegin() == pattern.values - 1, where.c_str());
        }
    }

    /// Else the target `translations` would ask again for what was translated under the name of another place.
    void lupdateFindsEveryTextWhereItIsTranslated()
    {
        const QString lupdate = QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate");
        if (!QFile::exists(lupdate))
            QSKIP("lupdate is not installed");
        const QTemporaryDir folder;
        const QString copy = folder.filePath(QStringLiteral("bubblescope_de.ts"));
        QVERIFY(QFile::copy(projectFolder() + QStringLiteral("/resources/translations/bubblescope_de.ts"), copy));
        QProcess process;
        process.setWorkingDirectory(projectFolder());
        process.start(lupdate, {QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
                                   QStringLiteral("app"), QStringLiteral("views"), QStringLiteral("models"),
                                   QStringLiteral("-ts"), copy});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray source;
        for (QByteArray line = file.readLine(); !line.isEmpty(); line = file.readLine()) {
            if (line.contains("<source>"))
                source = line.trimmed();
            QVERIFY2(!line.contains("type=\"unfinished\""), source.constData());
        }
    }

    void theirTranslationsAskForTheSameValues()
    {
        for (const QString& language : languages()) {
            if (language == QLatin1String("en"))
                continue;
            Translation translation;
            QVERIFY(translation.load(QStringLiteral(":/translations/bubblescope_") + language));
            for (const SaidPattern& pattern : m_patterns) {
                const QString translated = translation.translate("bubblescope", pattern.text.c_str(), nullptr, -1);
                const std::string where = pattern.file + ": " + pattern.text;
                QVERIFY2(!translated.isEmpty(), where.c_str());
                const bool asksForThem = askedFor(translated.toStdString()) == askedFor(pattern.text);
                QVERIFY2(asksForThem, (where + " → " + translated.toStdString()).c_str());
            }
        }
    }

private:
    std::vector<SaidPattern> m_patterns;
};

BUBBLESCOPE_TEST(TstSaidPatterns, QCoreApplication)

} // namespace bubblescope::tst_saidpatterns

#include "tst_saidpatterns.moc"
