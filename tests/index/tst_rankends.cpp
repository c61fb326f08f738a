// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What ends in the spans of a rank is handed out rank by rank: all of it, in the order of the trace, each once.
#include "rankends.h"

#include "derivedtrace.h"
#include "knowncollectives.h"
#include "runcontext.h"
#include "samplefolder.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>

namespace bubblescope::tst_rankends {

namespace {
/// Those of a list that end in a block, asked one by one.
template <typename T, typename EndOf>
std::vector<T> endingIn(std::span<const T> all, TraceArchive::Block block, const EndOf& endOf)
{
    std::vector<T> found;
    for (const T& each : all) {
        if (endOf(each).value >= block.first && endOf(each).value < block.first + block.count)
            found.push_back(each);
    }
    return found;
}

bool areEqual(const std::vector<Link>& a, const std::vector<Link>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
        [](const Link& x, const Link& y) { return x.from == y.from && x.to == y.to; });
}

bool areEqual(const std::vector<CollectiveMember>& a, const std::vector<CollectiveMember>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const CollectiveMember& x, const CollectiveMember& y) {
        return x.span == y.span && x.collective == y.collective;
    });
}
} // namespace

class TstRankEnds : public QObject {
    Q_OBJECT

private slots:
    void eachRankHasItsOwn_data()
    {
        QTest::addColumn<bool>("isInOrder");
        QTest::newRow("by rank") << true;
        QTest::newRow("as they were found") << false;
    }
    void eachRankHasItsOwn()
    {
        QFETCH(const bool, isInOrder);
        const RunFolder folder = std::move(makeSampleFolder(smallSample())).value();
        const Run& run = folder.runs.front();
        std::vector<Link> links(run.trace->links().begin(), run.trace->links().end());
        const auto byReceiver = [](const Link& a, const Link& b) { return a.to < b.to; };
        std::stable_sort(links.begin(), links.end(), byReceiver);
        if (!isInOrder)
            std::reverse(links.begin(), links.end());
        const Trace trace = DerivedTrace::linked(Trace(*run.trace), std::move(links));
        const CollectiveMembers members = collectiveMembers(*contextOf(run));
        const std::vector<RankSpans> blocks = spansByRank(trace);
        const EndsByRank ends(trace, blocks, members);
        const auto receiver = [](const Link& link) { return link.to; };
        const auto own = [](const CollectiveMember& member) { return member.span; };
        size_t messages = 0;
        size_t parts = 0;
        for (size_t rank = 0; rank < blocks.size(); ++rank) {
            const RankEnds of = ends.of(rank);
            QVERIFY(areEqual(of.links, endingIn(trace.links(), blocks[rank], receiver)));
            QVERIFY(of.members && areEqual(*of.members, endingIn(std::span(*members), blocks[rank], own)));
            messages += of.links.size();
            parts += of.members->size();
        }
        QVERIFY(messages > 0 && messages == trace.links().size());
        QVERIFY(parts > 0 && parts == members->size());
    }

    void whoMetMayBeUnknown()
    {
        const RunFolder folder = std::move(makeSampleFolder(smallSample())).value();
        const Trace& trace = *folder.runs.front().trace;
        const EndsByRank ends(trace, spansByRank(trace), std::nullopt);
        QVERIFY(!ends.of(0).members);
    }
};

BUBBLESCOPE_TEST(TstRankEnds, QCoreApplication)

} // namespace bubblescope::tst_rankends

#include "tst_rankends.moc"
