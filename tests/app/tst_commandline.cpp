// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"
#include "consolecommands.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_commandline {

namespace {
/// What the program prints without a window; null where it would open one.
QString answer(const std::vector<std::string>& arguments)
{
    const Command command = parseCommandLine(arguments);
    const auto* said = std::get_if<CommandLineAnswer>(&command);
    return said && said->exitCode == ExitCode::Fine ? QString::fromStdString(said->text) : QString();
}

QStringList longOptions(const QString& help)
{
    QStringList options;
    QRegularExpressionMatchIterator matches
        = QRegularExpression(QStringLiteral("^ +(?:-\\w,)?(--[a-z-]+)"), QRegularExpression::MultilineOption)
              .globalMatch(help);
    while (matches.hasNext())
        options += matches.next().captured(1);
    return options;
}

QStringList commandNames()
{
    QStringList names;
    bool isList = false;
    for (const QString& line : answer({"--help"}).split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("Subcommands:")))
            isList = true;
        else if (isList && line.startsWith(QLatin1String("  ")) && line.size() > 2 && line[2].isLetter())
            names += line.trimmed().section(QLatin1Char(' '), 0, 0);
        else if (line.isEmpty())
            isList = false;
    }
    return names;
}
} // namespace

class TstCommandLine : public QObject {
    Q_OBJECT
private slots:
    void versionNeedsNoDisplay() { QVERIFY(answer({"--version"}).contains(QStringLiteral(BUBBLESCOPE_VERSION))); }

    void aSizeOfMemoryIsMoreThanNothing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint64>("bytes"); // 0: refused
        QTest::newRow("gigabytes") << "4GB" << (quint64(4) << 30);
        QTest::newRow("a letter") << "1.5G" << (quint64(3) << 29);
        QTest::newRow("a fraction") << "1.5GB" << (quint64(3) << 29);
        QTest::newRow("small letters") << "20k" << quint64(20480);
        QTest::newRow("binary") << "1 MiB" << (quint64(1) << 20);
        QTest::newRow("bytes") << "4096" << quint64(4096);
        QTest::newRow("a largest") << "8E" << (quint64(1) << 63);
        for (const char* refused : {"-5", "0", "0.1", "100000000000000000000", "16E", "GB", "1.5X", "4GBs", "nan", "inf", "-1G", ""})
            QTest::newRow(*refused ? refused : "empty") << QString::fromLatin1(refused) << quint64(0);
    }

    void aSizeOfMemoryIsMoreThanNothing()
    {
        QFETCH(QString, text);
        QFETCH(quint64, bytes);
        const Command command = parseCommandLine({"inspect", "RUN", "--memory=" + text.toStdString()});
        if (const auto* inspect = std::get_if<InspectCommand>(&command)) {
            QCOMPARE(quint64(inspect->source.memory), bytes);
        } else {
            QCOMPARE(bytes, quint64(0));
            QCOMPARE(std::get<CommandLineAnswer>(command).exitCode, ExitCode::Usage);
        }
        QVERIFY(std::holds_alternative<InspectCommand>(command) == (bytes > 0));
    }

    void everyCommandHasHelp()
    {
        QVERIFY(commandNames().contains(QStringLiteral("render")));
        for (const QString& name : commandNames())
            QVERIFY2(answer({name.toStdString(), "--help"}).contains(QStringLiteral("--help")), qPrintable(name));
    }

    void theManualPageAndTheCompletionKnowEveryOption()
    {
        const QString page = answer({"--manual-page"}).remove(QLatin1Char('\\'));
        const QString completion = answer({"--bash-completion"});
        QVERIFY(page.startsWith(QStringLiteral(".TH BUBBLESCOPE 1")));
        QStringList names = commandNames();
        names.prepend(QString());
        for (const QString& name : names) {
            const QString help = answer(name.isEmpty() ? std::vector<std::string> {"--help"}
                                                       : std::vector<std::string> {name.toStdString(), "--help"});
            QVERIFY(!longOptions(help).isEmpty());
            for (const QString& option : longOptions(help)) {
                if (option == QLatin1String("--help") && !name.isEmpty())
                    continue; // told once
                QVERIFY2(page.contains(QStringLiteral("fB%1fR").arg(option)), qPrintable(option));
                QVERIFY2(completion.contains(option), qPrintable(option));
            }
            QVERIFY2(page.contains(QStringLiteral(".SS ") + name) || name.isEmpty(), qPrintable(name));
        }
    }

    void theConsoleProgramOffersNothingThatDraws()
    {
        const auto said = [](const std::vector<std::string>& arguments) {
            return std::get<CommandLineAnswer>(parseCommandLine(arguments, Program::Console)).text;
        };
        for (const char* document : {"--help", "--manual-page", "--bash-completion"}) {
            std::string text = said({document});
            std::erase(text, '\\'); // roff
            QVERIFY(text.find("bubblescope-cli") != std::string::npos);
            QVERIFY(text.find("inspect") != std::string::npos);
            for (const char* drawn : {"render", "time-to-frame", "critical-path", "--scale", ".svg"})
                QVERIFY2(text.find(drawn) == std::string::npos, drawn);
        }
        QVERIFY(said({"export", "--help"}).find("--view") == std::string::npos);
        // They are still understood, and answered with the package that has them.
        QVERIFY(std::holds_alternative<RenderCommand>(
            parseCommandLine({"render", "--demo", "-o", "a.png"}, Program::Console)));
        QVERIFY(std::holds_alternative<WindowCommand>(parseCommandLine({}, Program::Console)));
    }

    void aPathMayFollowAKnob()
    {
        const Command parsed
            = parseCommandLine({"simulate", "--set", "microbatches=4", "run", "--set", "schedule=zb-h1"});
        const auto* command = std::get_if<SimulateCommand>(&parsed);
        QVERIFY(command != nullptr);
        QCOMPARE(command->source.paths, std::vector<std::string> {"run"});
        QCOMPARE(command->options.knobs, (std::vector<std::string> {"microbatches=4", "schedule=zb-h1"}));
    }

    /// As sessions and SQL write them.
    void knobsMayBeJoined()
    {
        const Command parsed = parseCommandLine({"simulate", "--set", "microbatches=4; schedule=zb-h1", "run"});
        const auto* command = std::get_if<SimulateCommand>(&parsed);
        QVERIFY(command != nullptr);
        QCOMPARE(command->source.paths, std::vector<std::string> {"run"});
        QCOMPARE(command->options.knobs, (std::vector<std::string> {"microbatches=4", " schedule=zb-h1"}));
    }

    void misspeltWordsAreWrongUsage_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QString& line, const char* said) {
            QTest::newRow(name) << line.split(QLatin1Char(' ')) << QString::fromLatin1(said);
        };
        row("knob", QStringLiteral("simulate --demo --set microbatch=8"), "mean microbatches?");
        row("value", QStringLiteral("simulate --demo --set schedule=best"), "best");
        row("of an export", QStringLiteral("export --demo -o a.svg --what both --set nic=400"), "unit");
        row("table", QStringLiteral("export --demo -o a.csv --table finding"), "findings");
        row("kind of picture", QStringLiteral("render --demo -o a.jpg"), ".png");
    }

    void misspeltWordsAreWrongUsage()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, said);
        std::vector<std::string> arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        const Command command = parseCommandLine(arguments);
        const auto* refusal = std::get_if<CommandLineAnswer>(&command);
        QVERIFY(refusal);
        QCOMPARE(refusal->exitCode, ExitCode::Usage);
        QVERIFY2(QString::fromStdString(refusal->text).contains(said), refusal->text.c_str());
    }

    void whatIsNowhereIsToldBeforeAWindowIsTried()
    {
        QVERIFY(namesNothing({{"nosuch"}, false, false, {}}));
        QVERIFY(!namesNothing({{"nosuch", "/"}, false, false, {}}));
        QVERIFY(!namesNothing({}));
    }

    void whatOnlyPackagesNeedIsNotInTheHelp() { QVERIFY(!answer({"--help"}).contains(QStringLiteral("manual-page"))); }

    void aMistypedCommandOpensNoWindow()
    {
        const Command command = parseCommandLine({"sumary", "/tmp"});
        const auto* said = std::get_if<CommandLineAnswer>(&command);
        QVERIFY(said && said->exitCode == ExitCode::Usage);
        QVERIFY(said->text.find("Did you mean summary?") != std::string::npos);
        // What lies there is a path, whatever its name.
        QVERIFY(std::holds_alternative<WindowCommand>(parseCommandLine({"/tmp"})));
        QVERIFY(std::holds_alternative<WindowCommand>(parseCommandLine({"runs/of/may"})));
        QVERIFY(std::holds_alternative<WindowCommand>(parseCommandLine({std::string(5000, 'a')})));
    }

    void aSimulatedTimelineIsWrittenToWhatItsNameSays()
    {
        QVERIFY(std::holds_alternative<SimulateCommand>(parseCommandLine({"simulate", "--demo", "--export", "a.png"})));
        const Command command = parseCommandLine({"simulate", "--demo", "--export", "a.bmp"});
        const auto* said = std::get_if<CommandLineAnswer>(&command);
        QVERIFY(said && said->text.find(".png or .json") != std::string::npos);
    }

    void anUnknownLanguageIsRefusedWithThoseThereAre()
    {
        const Command command = parseCommandLine({"--language", "xx"});
        const auto* said = std::get_if<CommandLineAnswer>(&command);
        QVERIFY(said && said->exitCode == ExitCode::Usage);
        QVERIFY(said->text.find("en|") != std::string::npos);
    }
};

BUBBLESCOPE_TEST(TstCommandLine, QCoreApplication)

} // namespace bubblescope::tst_commandline

#include "tst_commandline.moc"
