// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "argumenttext.h"
#include "inputtext.h"
#include "launchtext.h"
#include "testprogram.h"

#include <QTest>

#include <string>

namespace bubblescope::tst_argumenttext {

class TstArgumentText : public QObject {
    Q_OBJECT
private slots:
    void namesAreFoundHoweverTheyAreSpelled()
    {
        for (const KeptArgument argument : keptArguments)
            QVERIFY(argumentNamed(argumentName(argument)) == argument);
        QVERIFY(argumentNamed("input_dims") == KeptArgument::Sizes);
        QVERIFY(argumentNamed("CONCRETEINPUTS") == KeptArgument::Values);
        QVERIFY(argumentNamed("registers_per_thread") == KeptArgument::Registers);
        QVERIFY(argumentNamed("Occupancy") == KeptArgument::Occupancy);
        QVERIFY(!argumentNamed("cluster"));
        QVERIFY(!argumentNamed(""));
    }

    void listsAreThoseOfTheProfiler()
    {
        const std::string inputs = joinedInputs({{"c10::BFloat16", "16,559", "559,1", {}},
            {"TensorList", "[2,3],[4]", {}, {}}, {}, {"Scalar", {}, {}, "a \"b\"\n"}});
        QCOMPARE(argumentOfInputs(inputs, KeptArgument::Sizes), std::string("[[16, 559], [[2, 3], [4]], [], []]"));
        QCOMPARE(argumentOfInputs(inputs, KeptArgument::Types),
            std::string(R"(["c10::BFloat16", "TensorList", "", "Scalar"])"));
        QCOMPARE(argumentOfInputs(inputs, KeptArgument::Strides), std::string("[[559, 1], [], [], []]"));
        QCOMPARE(
            argumentOfInputs(inputs, KeptArgument::Values), std::string("[\"\", \"\", \"\", \"a \\\"b\\\"\\u000a\"]"));
    }

    void launchesOfKernelsAreNoInputs()
    {
        const LaunchText launch {"63,1,1", "128,1,1", "22", "0", "5"};
        const std::string text = joinedLaunch(launch);
        QVERIFY(launchOfText(text) == launch);
        QVERIFY(inputsOfText(text).empty());
        QCOMPARE(argumentOfInputs(text, KeptArgument::Grid), std::string("[63, 1, 1]"));
        QCOMPARE(argumentOfInputs(text, KeptArgument::Block), std::string("[128, 1, 1]"));
        QCOMPARE(argumentOfInputs(text, KeptArgument::Registers), std::string("22"));
        QCOMPARE(argumentOfInputs(text, KeptArgument::SharedMemory), std::string("0"));
        QCOMPARE(argumentOfInputs(text, KeptArgument::Occupancy), std::string("5"));
        for (const KeptArgument argument : {KeptArgument::Sizes, KeptArgument::Types, KeptArgument::Stream})
            QCOMPARE(argumentOfInputs(text, argument), std::string());
        QCOMPARE(argumentOfInputs("float|16,559", KeptArgument::Grid), std::string());

        const std::string inPart = joinedLaunch({"2,1,1", "64,1,1", {}, {}, {}});
        QCOMPARE(argumentOfInputs(inPart, KeptArgument::Grid), std::string("[2, 1, 1]"));
        QCOMPARE(argumentOfInputs(inPart, KeptArgument::Registers), std::string());
        QVERIFY(joinedLaunch({}).empty());
        QVERIFY(joinedLaunch({"1|2", {}, {}, {}, {}}).empty()
            && joinedLaunch({std::string(41, '1'), {}, {}, {}, {}}).empty());
        for (const char* damaged : {"launch|", "launch|1|2|3|4|5|6", "launch|x||||", "float|1"})
            QVERIFY2(!launchOfText(damaged) || launchOfText(damaged) == LaunchText(), damaged);
    }

    void whatIsNoListOfNumbersIsText()
    {
        for (const char* numbers : {"0", "-1", "16,559", "[2,3],[4]", "[],[[7]]", ""}) {
            const std::string inputs = "float|" + std::string(numbers);
            const std::string given = argumentOfInputs(inputs, KeptArgument::Sizes);
            QVERIFY2(given.starts_with("[[") && given.find('"') == std::string::npos, given.c_str());
        }
        for (const char* damaged :
            {"x", "1,", ",1", "1,,2", "[1", "1]", "]", "[1,]", "[1]2", "1[2]", "007", "-", "1.5"}) {
            const std::string inputs = "float|" + std::string(damaged);
            const std::string quoted = "[\"" + std::string(damaged) + "\"]";
            QCOMPARE(argumentOfInputs(inputs, KeptArgument::Sizes), quoted);
        }
    }

    void whatHasNoEntryIsNotThere()
    {
        QCOMPARE(argumentOfInputs("bool", KeptArgument::Sizes), std::string("[[]]"));
        for (const KeptArgument argument : {KeptArgument::Strides, KeptArgument::Values, KeptArgument::Stream})
            QCOMPARE(argumentOfInputs("bool", argument), std::string());
        for (const KeptArgument argument : keptArguments)
            QCOMPARE(argumentOfInputs({}, argument), std::string());
        QVERIFY(!argumentOfInputs(std::string(20'000, ';'), KeptArgument::Sizes).empty());
        QCOMPARE(argumentOfInputs(std::string(longestArgument, ';'), KeptArgument::Sizes), std::string());
    }

    void streamsAreInTheNamesOfLanes()
    {
        QCOMPARE(std::string(streamOfLane("stream 7")), std::string("7"));
        QCOMPARE(std::string(streamOfLane("comm mesh_a stream 21 (a)")), std::string("21"));
        QVERIFY(streamOfLane("compute").empty());
        QVERIFY(streamOfLane("stream of samples").empty());
    }
};

BUBBLESCOPE_TEST(TstArgumentText, QCoreApplication)

} // namespace bubblescope::tst_argumenttext

#include "tst_argumenttext.moc"
