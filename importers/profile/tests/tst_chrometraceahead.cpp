// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometraceahead.h"
#include "chrometraceimporter.h"
#include "chrometracereader.h"
#include "importtext.h"
#include "profilertrace.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_chrometraceahead {

namespace {

using Item = ChromeTraceStream::Item;

std::string textOf(const JsonSlice& slice) { return fmt::format("{}:{} ", static_cast<int>(slice.kind), slice.text()); }

/// Everything that a stream, or one ahead, says of a text, item by item.
template <typename Items> std::vector<std::string> saidBy(Items& items)
{
    std::vector<std::string> said;
    for (Item item = items.next(); item != Item::End; item = items.next()) {
        std::string& line = said.emplace_back(fmt::format("{} at {} ", static_cast<int>(item), items.offset()));
        if (item == Item::Member) {
            line += fmt::format("{} = {}", items.key(), textOf(items.value()));
        } else if (item == Item::Damage) {
            line += fmt::format("{} {}", static_cast<int>(items.damage().kind), items.damage().message.text());
        } else {
            const ChromeEvent& event = items.event();
            for (const JsonSlice& slice : {event.phase, event.name, event.category, event.process, event.thread,
                     event.time, event.duration, event.arguments, event.id, event.relativeTime, event.padding,
                     event.wallTime, event.globalRank, event.pipelineRank})
                line += textOf(slice);
            const ChromeArguments arguments
                = event.readArguments ? event.readArguments->arguments : readChromeArguments(event.arguments.text());
            line += arguments[ChromeArgument::CollectiveName];
        }
    }
    return said;
}

std::vector<std::string> inTurn(std::string_view text, size_t window)
{
    const auto source = openMemory(text, "rank0.json");
    ChromeTraceStream stream(*source, window);
    auto said = saidBy(stream);
    said.push_back(fmt::format("{} {} {}", stream.isForeign(), stream.isTrace(), stream.position()));
    return said;
}

std::vector<std::string> ahead(std::string_view text, size_t window)
{
    const auto source = openMemory(text, "rank0.json");
    ChromeTraceAhead items(*source, true, window);
    auto said = saidBy(items);
    const ChromeTraceStream& stream = items.stream();
    said.push_back(fmt::format("{} {} {}", stream.isForeign(), stream.isTrace(), stream.position()));
    return said;
}

/// Every kind of event and member, and a little damage.
std::string traceOfEverything(bool isList)
{
    std::string events;
    for (int i = 0; i < 40; ++i) {
        events += fmt::format(R"({{"ph":"X","name":"{2}","cat":"cpu_op","pid":1,"tid":{1},"ts":{0}.5,"dur":"3",)"
                              R"("args":{{"External id":{0},"list":[[1,2],{{"a":"]}}"}}],"Sequence number":7}}}},)"
                              "\n",
            i, i % 3, "op \\\"a\\\" \\\\"); // outside of the raw text, in which moc counts quotes
        events += fmt::format(
            R"({{"ph":"B","name":"half","pid":1,"tid":1,"ts":{0}}}, {{"ph":"E","pid":1,"tid":1,"ts":{0}}},)", i);
        if (i % 10 == 3)
            events += R"({"ph":"s","id":"12","cat":"ac2g","ts":5,"name":"ac2g","pid":1,"tid":1},)";
        if (i % 10 == 5)
            events += R"({"ph":"C","name":"bytes","ts":5,"pid":1,"args":{"a":1}},{"ph":"M","name":"process_name"},)";
        if (i % 10 == 7)
            events += R"(17, {"ph":"X" "name"}, {"ph":"X","ph":"i","name":"twice"},)";
    }
    if (isList)
        return "[" + events + "]";
    return R"({"schemaVersion":1,"distributedInfo":{"rank":3,"world_size":8},"long":[{"x":"]"},[[]]],"traceEvents":[)"
        + events + R"({"name":"last"}],"baseTimeNanoseconds":17,"otherData":{"a":"b"}})";
}

} // namespace

} // namespace bubblescope::tst_chrometraceahead

namespace bubblescope::tst_chrometraceahead { // again: moc miscounts the braces in the raw texts above

class TstChromeTraceAhead : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void itFindsWhatTheStreamFinds()
    {
        for (const bool isList : {false, true}) {
            const std::string whole = traceOfEverything(isList);
            for (const size_t window : {16, 200, 5000, 1 << 20}) {
                const auto said = inTurn(whole, window);
                QVERIFY(said.size() > 130);
                QVERIFY(ahead(whole, window) == said);
            }
        }
    }

    void itFindsTheSameInDamagedTraces()
    {
        for (const bool isList : {false, true}) {
            const std::string whole = traceOfEverything(isList);
            for (size_t at = 0; at < whole.size(); at += 101) {
                std::string damaged = whole;
                damaged[at] = "{}[]\",:\\x"[at % 9];
                for (const size_t window : {64, 3000}) {
                    QVERIFY(ahead(damaged, window) == inTurn(damaged, window));
                    const std::string_view cut = std::string_view(whole).substr(0, at);
                    QVERIFY(ahead(cut, window) == inTurn(cut, window));
                }
            }
        }
    }

    void anEventLargerThanAWindowStaysWhole()
    {
        const std::string longName(300'000, 'n');
        const std::string trace = fmt::format(
            R"([{{"ph":"X","name":"a"}},{{"ph":"X","name":"{}","ts":1}},{{"ph":"X","name":"b"}}])", longName);
        const auto source = openMemory(trace, "rank0.json");
        ChromeTraceAhead items(*source, true, 1000);
        for (const std::string& name : {std::string("a"), longName, std::string("b")}) {
            QVERIFY(items.next() == Item::Event);
            QVERIFY(items.event().name.text() == name);
        }
        QVERIFY(items.next() == Item::End);
    }

    void argumentsOfCommunicationsAreReadAhead()
    {
        const std::string trace
            = R"([{"ph":"X","name":"a","args":{"stream":7}},{"ph":"X","name":"b","args":{"Collective name":"allreduce","Group size":8}}])";
        const auto source = openMemory(trace, "rank0.json");
        ChromeTraceAhead items(*source, true, 1000);
        QVERIFY(items.next() == Item::Event);
        QVERIFY(!items.event().readArguments);
        QVERIFY(items.next() == Item::Event);
        QVERIFY(items.event().readArguments);
        const ReadArguments& read = *items.event().readArguments;
        QVERIFY(read.arguments[ChromeArgument::CollectiveName] == "allreduce");
        QVERIFY(read.arguments[ChromeArgument::GroupSize] == "8");
        QVERIFY(read.words == wordsKeyOf(read.arguments, {}));
    }

    void itEndsWhereNobodyReadsOn()
    {
        const std::string trace = makeProfilerTrace({.events = 20'000}).text;
        const auto source = openMemory(trace, "rank0.json");
        ChromeTraceAhead items(*source, true, 1000);
        QVERIFY(items.next() != Item::End);
        QVERIFY(items.consumed() < trace.size() / 2);
    }

    /// Large enough that the importer reads ahead.
    void theImporterMakesTheSameOfALargeTrace()
    {
        std::string trace = makeProfilerTrace({.events = 60'000}).text;
        QVERIFY(trace.size() > size_t(6) << 20);
        trace.resize(trace.size() - 1000);
        trace[trace.size() / 2] = '{';
        ImportReport report;
        report.setFile("rank0.json");
        TracePart part;
        part.builder.setFile("rank0.json");
        const auto source = openMemory(trace, "rank0.json");
        ChromeTraceStream stream(*source);
        ChromeTraceReader reader(part, report, "rank0.json");
        for (Item item = stream.next(); item != Item::End; item = stream.next()) {
            if (item == Item::Event)
                reader.readEvent(stream.event(), stream.offset());
            else if (item == Item::Member)
                reader.readMember(stream.key(), stream.value(), stream.offset());
            else
                report.add(stream.damage().kind, stream.offset(), stream.damage().message);
        }
        reader.finish();

        const Imported imported = importText(ChromeTraceImporter(), trace, "rank0.json");
        QCOMPARE(imported.contents.traceParts.size(), size_t(1));
        const TraceBuilder& builder = imported.contents.traceParts[0].builder;
        QCOMPARE(builder.spanCount(), part.builder.spanCount());
        for (uint32_t i = 0; i < builder.spanCount(); ++i) {
            QVERIFY(builder.range(i) == part.builder.range(i));
            QVERIFY(builder.trackOf(i) == part.builder.trackOf(i));
            QVERIFY(builder.name(i) == part.builder.name(i));
        }
        QCOMPARE(imported.report.issues().size(), report.issues().size());
        QVERIFY(!report.isEmpty());
        for (size_t i = 0; i < report.issues().size(); ++i) {
            const Issue& expected = report.issues()[i];
            const Issue& found = imported.report.issues()[i];
            QCOMPARE(found.count, expected.count);
            QVERIFY(found.kind == expected.kind && found.first.size() == expected.first.size());
            for (size_t k = 0; k < expected.first.size(); ++k) {
                QVERIFY(found.first[k].offset == expected.first[k].offset);
                QVERIFY(found.first[k].message.text() == expected.first[k].message.text());
            }
        }
    }
};

BUBBLESCOPE_TEST(TstChromeTraceAhead, QCoreApplication)

} // namespace bubblescope::tst_chrometraceahead

#include "tst_chrometraceahead.moc"
