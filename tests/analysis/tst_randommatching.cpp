// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random traces of random jobs: messages and collectives that are matched are those that are found by looking at every
// pair of spans, or those that the trace was planned with.
#include "clockalignment.h"
#include "naivematching.h"
#include "rankgroups.h"
#include "statedcollectives.h"
#include "runcontext.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>

namespace bubblescope::tst_randommatching {

namespace {

using Pairs = std::set<std::pair<SpanId, SpanId>>;
using Sets = std::set<std::set<SpanId>>;

class Random {
public:
    explicit Random(unsigned seed) : m_numbers(seed) { }
    int below(int end) { return int(m_numbers() % unsigned(end)); }
    bool isOneOf(int times) { return below(times) == 0; }
    template <typename Items> auto& oneOf(Items& items) { return items[size_t(below(int(std::size(items))))]; }
    template <typename Items> void shuffle(Items& items) { std::shuffle(items.begin(), items.end(), m_numbers); }

private:
    std::mt19937 m_numbers;
};

ParallelLayout randomLayout(Random& random)
{
    ParallelLayout layout;
    layout.pipeline = 1 + random.below(4);
    layout.tensor = 1 + random.below(2);
    layout.context = 1 + random.below(2);
    const int data = 1 + random.below(3);
    layout.expert = random.isOneOf(2) ? 1 : *layout.context * data;
    layout.world = *layout.pipeline * *layout.tensor * *layout.context * data;
    return layout;
}

/// A lane as text, its spans one after the other.
class Line {
public:
    Line(int rank, int stage, const char* lane, Random& random)
        : m_text("rank" + std::to_string(rank) + " stage" + std::to_string(stage) + ' ' + lane + ':'), m_random(random)
    {
    }
    void add(const std::string& name, const std::string& fused = {})
    {
        const int begin = m_time + m_random.below(4);
        m_time = begin + 1 + m_random.below(5);
        m_text += " [" + name + ' ' + std::to_string(begin) + '-' + std::to_string(m_time)
            + (fused.empty() ? "" : " ~" + fused) + ']';
    }
    std::string text() const { return m_text + '\n'; }

private:
    std::string m_text;
    Random& m_random;
    int m_time = 0;
};

/// Names of sends and receives that one rank has to do, by kind, as the text has them.
using Messages = std::map<std::string, std::vector<std::string>>;

/// What is sent and received on every rank; with `loses`, some records are missing and no microbatch comes twice.
std::string pipelineText(const ParallelLayout& layout, bool loses, Random& random)
{
    const int perStage = *layout.world / *layout.pipeline;
    std::vector<Messages> ofRank(size_t(*layout.world));
    for (int rank = 0; *layout.pipeline > 1 && rank < *layout.world; ++rank) {
        const int next = (rank + perStage) % *layout.world;
        const int count = random.below(loses ? 12 : 6);
        const int microbatches = loses ? count : 1 + random.below(4);
        const auto tell = [&](int at, const char* kind, int i) {
            if (!loses || !random.isOneOf(7))
                ofRank[size_t(at)][kind].push_back(kind + std::to_string(i % microbatches));
        };
        for (int i = 0; i < count; ++i) {
            tell(rank, "SF", i);
            tell(next, "RF", i);
        }
        for (int i = 0; i < count; ++i) {
            tell(next, "SB", i);
            tell(rank, "RB", i);
        }
    }
    std::string text;
    for (int rank = 0; rank < *layout.world; ++rank) {
        if (random.isOneOf(9))
            continue; // nobody recorded it
        Line line(rank, rank / perStage, "comm pp", random);
        Messages& messages = ofRank[size_t(rank)];
        const auto takeAny = [&](const char* first, const char* second) {
            std::vector<std::string>& one = messages[random.isOneOf(2) ? first : second];
            if (one.empty())
                return std::string();
            const std::string name = one.front();
            one.erase(one.begin());
            return name;
        };
        const auto isAnyLeft = [&] {
            return std::any_of(messages.begin(), messages.end(), [](const auto& kind) { return !kind.second.empty(); });
        };
        while (isAnyLeft()) {
            const std::string send = random.isOneOf(2) ? takeAny("SF", "SB") : std::string();
            const std::string receive = random.isOneOf(2) ? takeAny("RF", "RB") : std::string();
            if (!send.empty())
                line.add(send, receive);
            else if (!receive.empty())
                line.add(receive);
        }
        text += line.text();
    }
    return text;
}

struct Kind {
    Category category;
    const char* lane;
};
constexpr Kind kinds[] {{Category::TensorComm, "comm tp"}, {Category::ContextComm, "comm cp"},
    {Category::DataComm, "comm dp"}, {Category::ExpertComm, "comm expert"},
    {Category::ExpertDataComm, "comm expert dp"}, {Category::EmbeddingComm, "comm embedding"}};
constexpr const char* collectives[] {"allreduce", "allgather", "reduce_scatter", "all_to_all", "broadcast"};

/// Every group meets some times; now and then a member does something else, or one time less.
std::string collectiveText(const ParallelLayout& layout, bool recordsAll, Random& random)
{
    const int perStage = *layout.world / *layout.pipeline;
    std::vector<bool> isRecorded;
    for (int rank = 0; rank < *layout.world; ++rank)
        isRecorded.push_back(recordsAll || !random.isOneOf(8));
    std::string text;
    for (const Kind& kind : kinds) {
        for (const std::vector<int>& group : groupsOf(layout, kind.category)) {
            std::vector<std::string> names;
            for (int i = random.below(5); i > 0; --i)
                names.push_back(random.oneOf(collectives));
            for (const int rank : group) {
                std::vector<std::string> own = names;
                if (!own.empty() && random.isOneOf(12))
                    own.pop_back();
                else if (!own.empty() && random.isOneOf(12))
                    random.oneOf(own) = random.oneOf(collectives);
                Line line(rank, rank / perStage, kind.lane, random);
                for (const std::string& name : own)
                    line.add(name);
                if (isRecorded[size_t(rank)])
                    text += line.text();
            }
        }
    }
    return text;
}

std::string shown(const Trace& trace, SpanId span)
{
    return "rank" + std::to_string(trace.track(trace.track(span)).rank) + ' ' + std::string(trace.name(span)) + ' '
        + std::to_string(trace.begin(span) / 1'000'000) + "ms";
}

template <typename Group> std::string shown(const Trace& trace, const Group& group)
{
    std::string text;
    if constexpr (requires { group.first; }) {
        text = shown(trace, group.first) + " > " + shown(trace, group.second);
    } else {
        for (const SpanId span : group)
            text += (text.empty() ? "" : ", ") + shown(trace, span);
    }
    return text;
}

/// Empty where both are the same, else the case as text with what differs.
template <typename Groups>
std::string difference(
    const Trace& trace, const ParallelLayout& layout, const std::string& text, const Groups& wanted, const Groups& got)
{
    if (wanted == got)
        return {};
    std::string told = "pp " + std::to_string(*layout.pipeline) + " tp " + std::to_string(*layout.tensor) + " cp "
        + std::to_string(*layout.context) + " ep " + std::to_string(*layout.expert) + " world "
        + std::to_string(*layout.world) + '\n' + text;
    for (const auto& group : wanted)
        told += got.contains(group) ? "" : "not matched: " + shown(trace, group) + '\n';
    for (const auto& group : got)
        told += wanted.contains(group) ? "" : "no match: " + shown(trace, group) + '\n';
    return told;
}

Pairs pairsOf(const MessageMatches& matches)
{
    Pairs pairs;
    for (const MessageMatch& match : matches.matches)
        pairs.insert({match.send, match.receive});
    return pairs;
}

Sets setsOf(const Collectives& matched)
{
    Sets sets;
    for (const Collectives::Instance& instance : matched.instances) {
        const auto members = matched.membersOf(instance);
        sets.insert(std::set<SpanId>(members.begin(), members.end()));
    }
    return sets;
}

// What is tested.
MessageMatches messagesOf(const Trace& trace, const ParallelLayout& layout)
{
    return matchMessages(trace, RankGroups(trace, layout));
}
Sets collectivesOf(const Trace& trace, const ParallelLayout& layout)
{
    return setsOf(RunContext(trace, layout).collectives());
}
Sets collectivesWith(const Trace& trace, const ParallelLayout& layout, SpanId member)
{
    const RunContext context(trace, layout);
    const auto members = context.collectiveWith(member);
    return members.empty() ? Sets() : Sets {std::set<SpanId>(members.begin(), members.end())};
}

/// Ranks that do not know the whole job are numbered through, which comes to the same where all of them are there.
ParallelLayout withoutSizes(ParallelLayout layout)
{
    layout.world = std::nullopt;
    layout.pipeline = std::nullopt;
    return layout;
}

} // namespace

class TstRandomMatching : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void groupsFollowMegatronsOrder()
    {
        ParallelLayout layout;
        layout.pipeline = 2;
        layout.tensor = 2;
        layout.context = 2;
        layout.expert = 2;
        layout.world = 16;
        using Groups = std::vector<std::vector<int>>;
        QCOMPARE(groupsOf(layout, Category::TensorComm),
            (Groups {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}}));
        QCOMPARE(groupsOf(layout, Category::ContextComm),
            (Groups {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {8, 10}, {9, 11}, {12, 14}, {13, 15}}));
        QCOMPARE(groupsOf(layout, Category::DataComm),
            (Groups {{0, 2, 4, 6}, {1, 3, 5, 7}, {8, 10, 12, 14}, {9, 11, 13, 15}}));
        QCOMPARE(groupsOf(layout, Category::ExpertDataComm),
            (Groups {{0, 4}, {1, 5}, {2, 6}, {3, 7}, {8, 12}, {9, 13}, {10, 14}, {11, 15}}));
    }

    void messagesMeetInOrder()
    {
        Random random(4);
        size_t matched = 0;
        for (int number = 0; number < 250; ++number) {
            const ParallelLayout layout = randomLayout(random);
            const std::string text = pipelineText(layout, false, random);
            const Trace trace = traceFromText(text);
            const Pairs wanted = messagesInOrder(trace, layout);
            const MessageMatches got = messagesOf(trace, layout);
            const std::string wrong = difference(trace, layout, text, wanted, pairsOf(got));
            QVERIFY2(wrong.empty(), wrong.c_str());
            QCOMPARE(size_t(got.unmatched), trace.spanCount() - 2 * wanted.size());
            QCOMPARE(got.matches.size(), wanted.size());
            matched += wanted.size();
        }
        QVERIFY(matched > 1000);
    }

    void lostRecordsPartNobodyElse()
    {
        Random random(5);
        size_t matched = 0;
        for (int number = 0; number < 250; ++number) {
            const ParallelLayout layout = randomLayout(random);
            const std::string text = pipelineText(layout, true, random);
            const Trace trace = traceFromText(text);
            const Pairs wanted = messagesByMicrobatch(trace, layout);
            const std::string wrong = difference(trace, layout, text, wanted, pairsOf(messagesOf(trace, layout)));
            QVERIFY2(wrong.empty(), wrong.c_str());
            matched += wanted.size();
        }
        QVERIFY(matched > 1000);
    }

    void collectivesMeetInOrder()
    {
        Random random(6);
        size_t matched = 0;
        for (int number = 0; number < 200; ++number) {
            const ParallelLayout layout = randomLayout(random);
            const bool recordsAll = random.isOneOf(2);
            const std::string text = collectiveText(layout, recordsAll, random);
            const Trace trace = traceFromText(text);
            const Sets wanted = collectivesInOrder(trace, layout);
            const ParallelLayout known = recordsAll && random.isOneOf(2) ? withoutSizes(layout) : layout;
            const std::string wrong = difference(trace, layout, text, wanted, collectivesOf(trace, known));
            QVERIFY2(wrong.empty(), wrong.c_str());
            matched += wanted.size();
            // Each of its members finds the one it took part in, and the others find none.
            for (uint32_t i = 0; i < trace.spanCount(); i += 3) {
                Sets own;
                for (const std::set<SpanId>& members : wanted) {
                    if (members.contains(SpanId(i)))
                        own.insert(members);
                }
                const std::string other
                    = difference(trace, layout, text, own, collectivesWith(trace, layout, SpanId(i)));
                QVERIFY2(other.empty(), (shown(trace, SpanId(i)) + ": " + other).c_str());
            }
        }
        QVERIFY(matched > 500);
    }

    void whatIsStatedIsMatchedAsItWasPlanned()
    {
        Random random(8);
        size_t planned = 0;
        for (int number = 0; number < 200; ++number) {
            const int ranks = 2 + random.below(4);
            std::string text;
            TraceBuilder builder;
            std::vector<TrackId> tracks;
            std::vector<TimeNs> time(size_t(ranks), 0);
            for (int rank = 0; rank < ranks; ++rank)
                tracks.push_back(builder.track({rank, -1, Lane::Communication, Category::OtherComm, "comm nccl"}));
            // Returns the number of the builder's span.
            const auto tell = [&](int rank, Operation operation, int64_t bytes) {
                SpanRecord span;
                span.track = tracks[size_t(rank)];
                span.begin = time[size_t(rank)] + random.below(50) * 1000;
                span.end = span.begin + (1 + random.below(50)) * 1000;
                time[size_t(rank)] = span.end;
                span.name = builder.intern(operationName(operation));
                span.operation = operation;
                span.category = Category::OtherComm;
                span.bytes = bytes;
                text += "rank" + std::to_string(rank) + ' ' + std::string(operationName(operation)) + '\n';
                return builder.addSpan(span);
            };
            std::vector<Communicator> groups;
            for (int g = 0; g < 3; ++g) {
                Communicator group;
                group.name = builder.intern("group" + std::to_string(g));
                for (int rank = 0; rank < ranks; ++rank) {
                    if (!random.isOneOf(3))
                        group.ranks.push_back(rank);
                }
                group.size = int32_t(group.ranks.size());
                groups.push_back(group);
            }
            std::vector<int> sequence(groups.size(), 0);
            std::vector<std::set<uint32_t>> collectivesPlanned; // the builder's numbers
            std::vector<std::pair<uint32_t, uint32_t>> messagesPlanned;
            for (int event = 2 + random.below(12); event > 0; --event) {
                const auto g = size_t(random.below(int(groups.size())));
                std::vector<int> members(groups[g].ranks.begin(), groups[g].ranks.end());
                const uint32_t communicator = builder.communicator(groups[g]);
                const int64_t bytes = 64 * random.below(3);
                if (members.size() < 2)
                    continue;
                random.shuffle(members);
                const auto call = [&](uint32_t span) {
                    CollectiveCall made;
                    made.span = SpanId(span);
                    made.communicator = communicator;
                    return made;
                };
                if (random.isOneOf(2)) {
                    const Operation operation = random.isOneOf(2) ? Operation::AllReduce : Operation::AllToAll;
                    std::set<uint32_t> numbers;
                    for (const int member : members) {
                        const uint32_t span = tell(member, operation, bytes);
                        CollectiveCall made = call(span);
                        made.sequence = sequence[g];
                        builder.addCollective(made);
                        numbers.insert(span);
                    }
                    ++sequence[g];
                    collectivesPlanned.push_back(numbers);
                } else {
                    const uint32_t send = tell(members[0], Operation::SendForward, bytes);
                    const uint32_t receive = tell(members[1], Operation::RecvForward, bytes);
                    CollectiveCall sends = call(send);
                    sends.peer = members[1];
                    builder.addCollective(sends);
                    CollectiveCall gets = call(receive);
                    gets.peer = members[0];
                    builder.addCollective(gets);
                    messagesPlanned.push_back({send, receive});
                }
            }
            ImportReport report;
            std::vector<SpanId> placed;
            const Trace trace = std::move(builder).finish({}, report, &placed);
            Sets wanted;
            for (const std::set<uint32_t>& numbers : collectivesPlanned) {
                std::set<SpanId> members;
                for (const uint32_t span : numbers)
                    members.insert(placed[span]);
                wanted.insert(members);
            }
            Pairs wantedMessages;
            for (const auto& [send, receive] : messagesPlanned)
                wantedMessages.insert({placed[send], placed[receive]});
            planned += wanted.size() + wantedMessages.size();
            ParallelLayout layout;
            layout.pipeline = 1;
            layout.tensor = 1;
            layout.context = 1;
            layout.expert = 1;
            layout.world = ranks;
            std::string wrong = difference(trace, layout, text, wanted, collectivesOf(trace, layout));
            QVERIFY2(wrong.empty(), wrong.c_str());
            wrong = difference(trace, layout, text, wantedMessages, pairsOf(messagesOf(trace, layout)));
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
        QVERIFY(planned > 500);
    }
};

BUBBLESCOPE_TEST(TstRandomMatching, QCoreApplication)

} // namespace bubblescope::tst_randommatching

#include "tst_randommatching.moc"
