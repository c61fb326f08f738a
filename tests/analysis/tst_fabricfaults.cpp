// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A network of hosts with a card for each process: every rail has four communicators, each over a quarter of the hosts,
// and messages to the next host of it. What is slow is planted by its members.
#include "fabricfaults.h"
#include "fabricrules.h"
#include "testprogram.h"

#include <QTest>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace bubblescope::tst_fabricfaults {

namespace {

constexpr int hosts = 16;
constexpr int quarters = 4;
constexpr int places = 4;

struct Node {
    int host;
    int place;
    bool operator==(const Node&) const = default;
};
/// How many times as long the members' exchange takes.
using Slowness = std::function<double(const std::vector<Node>&)>;

Fabric network(const Slowness& slowness, bool hasMessages = true, uint32_t count = 10)
{
    Fabric fabric;
    for (int host = 0; host < hosts; ++host) {
        for (int place = 0; place < places; ++place)
            fabric.processes.push_back({fmt::format("node{}", host), 100 + place, place, -1});
    }
    const auto index = [](Node node) { return uint32_t(node.host * places + node.place); };
    for (int place = 0; place < places; ++place) {
        for (int quarter = 0; quarter < quarters; ++quarter) {
            std::vector<Node> members;
            Fabric::Group group {
                fmt::format("{:#x}", place * quarters + quarter), "", hosts / quarters, hosts / quarters, {}, {}};
            for (int i = 0; i < hosts / quarters; ++i) {
                members.push_back({quarter * hosts / quarters + i, place});
                group.read.push_back(i);
                group.members.push_back(index(members.back()));
            }
            const auto number = uint32_t(fabric.groups.size());
            const double noise = 1 + 0.02 * ((place + quarter) % 3);
            fabric.groups.push_back(group);
            fabric.speeds.push_back({number, Operation::AllReduce, Fabric::none, Fabric::none, 64e6, count,
                2e6 * noise * slowness(members)});
            for (size_t i = 0; hasMessages && i + 1 < members.size(); ++i) {
                const double ns = 1e6 * noise * slowness({members[i], members[i + 1]});
                fabric.speeds.push_back(
                    {number, Operation::SendForward, index(members[i]), index(members[i + 1]), 32e6, count, ns});
            }
        }
    }
    return fabric;
}

bool holds(const std::vector<Node>& members, Node wanted)
{
    return std::find(members.begin(), members.end(), wanted) != members.end();
}

/// "card 9 x2.00, 1 groups, 2 messages; victims 1 5 13", a line a fault.
QByteArray pictureOf(const Fabric& fabric)
{
    static constexpr const char* kinds[] {"card", "host", "rail", "one of", "path"};
    std::string text;
    for (const FabricFault& fault : findFabricFaults(fabric))
        text += fmt::format("{}{} {} x{:.1f}, {} groups, {} messages; victims {}", text.empty() ? "" : "\n",
            kinds[int(fault.kind)], fmt::join(fault.processes, " "), fault.factor, fault.groups.size(),
            fault.messages.size(), fmt::join(fault.victims, " "));
    return QByteArray::fromStdString(text);
}

} // namespace

class TstFabricFaults : public QObject {
    Q_OBJECT
private slots:
    void aHealthyNetworkHasNoFault()
    {
        QCOMPARE(pictureOf(network([](const auto&) { return 1.0; })), QByteArray());
        // Nor one that is less than clearly slow.
        QCOMPARE(pictureOf(network([](const auto& members) {
            return holds(members, {2, 1}) ? 1.25 : 1.0;
        })),
            QByteArray());
    }
    void theCardThatAllSlowOnesShareIsNamed()
    {
        // Process 9 is on host 2, place 1; its communicator and the messages from and to it are slow.
        QCOMPARE(pictureOf(network([](const auto& members) {
            return holds(members, {2, 1}) ? 2.0 : 1.0;
        })),
            QByteArray("card 9 x2.0, 1 groups, 2 messages; victims 1 5 13"));
    }
    void twoCardsAreTwoFaults()
    {
        const QByteArray found = pictureOf(network([](const auto& members) {
            return holds(members, {2, 1}) ? 2.0 : holds(members, {5, 3}) ? 3.0 : 1.0;
        }));
        QCOMPARE(found,
            QByteArray("card 9 x2.0, 1 groups, 2 messages; victims 1 5 13\n"
                       "card 23 x3.0, 1 groups, 2 messages; victims 19 27 31"));
    }
    void aHostIsNamedWhereAllOfItIsSlow()
    {
        QCOMPARE(pictureOf(network([](const auto& members) {
            return std::any_of(members.begin(), members.end(), [](Node node) { return node.host == 2; }) ? 2.0 : 1.0;
        })),
            QByteArray("host 8 9 10 11 x2.0, 4 groups, 8 messages; victims 0 1 2 3 4 5 6 7 12 13 14 15"));
    }
    void aRailIsNamedWhereAllOfItIsSlow()
    {
        const Fabric slowRail
            = network([](const auto& members) { return members.front().place == 1 ? 1.6 : 1.0; });
        QCOMPARE(pictureOf(slowRail),
            QByteArray("rail 1 5 9 13 17 21 25 29 33 37 41 45 49 53 57 61 x1.6, 4 groups, 12 messages; victims "));
        // Nobody is its partner.
        const Findings findings = findFabricFindings(slowRail);
        QCOMPARE(findings.list.size(), size_t(1));
        const std::string sentence = findings.list.front().sentence.text();
        QVERIFY2(sentence.find("Nothing that stays on it") != std::string::npos, sentence.c_str());
        QVERIFY2(sentence.find("partners") == std::string::npos, sentence.c_str());
    }
    void whatDoesNotTellWhichMemberSaysSo()
    {
        QCOMPARE(pictureOf(network(
                     [](const auto& members) {
                         return holds(members, {2, 1}) ? 2.0 : 1.0;
                     },
                     false)),
            QByteArray("one of 1 5 9 13 x2.0, 1 groups, 0 messages; victims "));
    }
    void aPathBetweenFastEndsIsNoCard()
    {
        QCOMPARE(pictureOf(network([](const auto& members) {
            return members.size() == 2 && holds(members, {1, 1}) && holds(members, {2, 1}) ? 2.0 : 1.0;
        })),
            QByteArray("path 5 9 x2.0, 0 groups, 1 messages; victims "));
    }
    void whatWasMeasuredTwiceIsNotJudged()
    {
        QCOMPARE(pictureOf(network(
                     [](const auto& members) {
                         return holds(members, {2, 1}) ? 2.0 : 1.0;
                     },
                     true, 2)),
            QByteArray());
    }
    // Of the communicator with process 9 only the log of process 13 was read: it may have waited for any of the others.
    void nobodyIsAccusedForThoseWhoseLogsAreMissing()
    {
        Fabric fabric = network([](const auto& members) { return holds(members, {2, 1}) ? 2.0 : 1.0; }, false);
        QCOMPARE(pictureOf(fabric), QByteArray("one of 1 5 9 13 x2.0, 1 groups, 0 messages; victims "));
        const auto slow = std::find_if(fabric.groups.begin(), fabric.groups.end(),
            [](const Fabric::Group& group) { return group.members.front() == 1; });
        slow->read = {3};
        slow->members = {13};
        QCOMPARE(pictureOf(fabric), QByteArray());
    }
    void slownessIsOfWhatIsAlike()
    {
        const Fabric fabric = network([](const auto& members) { return holds(members, {2, 1}) ? 2.0 : 1.0; });
        const std::vector<double> slowness = slownessOf(fabric);
        QCOMPARE(slowness.size(), fabric.speeds.size());
        QCOMPARE(std::count_if(slowness.begin(), slowness.end(), [](double times) { return times > 1.8; }),
            std::ptrdiff_t(3));
        QVERIFY(std::all_of(slowness.begin(), slowness.end(), [](double times) { return times > 0.9; }));
        // An all-reduce of four ranks carries 2 x 3/4 of its size: 64 MB in 2 ms are 48 GB/s.
        QCOMPARE(busBandwidth(fabric, fabric.speeds.front()), 48e9);
    }
};

BUBBLESCOPE_TEST(TstFabricFaults, QCoreApplication)

} // namespace bubblescope::tst_fabricfaults

#include "tst_fabricfaults.moc"
