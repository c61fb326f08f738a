// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memorysnapshotimporter.h"

#include "memorysnapshotreader.h"
#include "picklereader.h"
#include "tracename.h"

#include <string>
#include <utility>

namespace bubblescope {

namespace {

class MemorySnapshotImporter : public Importer {
    static constexpr FormatSignature firstKey {97,
        "a pickle whose first text is a key of snapshots: before NCCL's dumps, pickles too that may hold such words"};

public:
    std::string_view id() const override { return "memory-snapshot"; }
    std::string_view displayName() const override { return "memory snapshot (PyTorch)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.pickle", "*.pkl"}; }
    FormatFacts facts() const override
    {
        return {"torch.cuda.memory._record_memory_history(); _dump_snapshot(\"rank0.pickle\")",
            FormatFacts::Tests::Recordings, ClockPolicy::None, {firstKey}};
    }
    int sniff(std::string_view head) const override
    {
        const bool isPickle = head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
        // One of the keys of its outermost map is the first text of it.
        const std::string_view begin = head.substr(0, 64);
        const auto has = [begin](std::string_view word) { return begin.find(word) != std::string_view::npos; };
        return isPickle && (has("segments") || has("device_traces")) ? firstKey.sureness : 0;
    }
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        constexpr size_t largestSnapshot = size_t(1) << 30;
        const std::optional<std::string> text = readAll(source, largestSnapshot, report);
        reportSourceError(source, report);
        if (!text)
            return true;
        const auto mayContinue = [&] { return !progress || progress(source.consumed(), source.size()); };
        if (!mayContinue())
            return false;
        PlainTree tree;
        PickleReader pickle(*text, tree, mayContinue);
        const Result<PlainTree::Node> root = pickle.read();
        if (pickle.isCancelled())
            return false;
        if (!root) {
            report.add(IssueKind::BadRecord, root.error().offset, root.error().message);
            return true;
        }
        MemorySnapshotReader reader(tree, report, mayContinue);
        std::vector<MemorySnapshot> snapshots = reader.read(*root);
        if (reader.isCancelled())
            return false;
        const std::optional<int> rank = rankOfFileName(source.name());
        for (MemorySnapshot& snapshot : snapshots) {
            snapshot.file = source.name();
            snapshot.name = source.name().substr(source.name().rfind('/') + 1);
            if (rank && snapshots.size() == 1)
                snapshot.rank = *rank;
            contents.memorySnapshots.push_back(std::move(snapshot));
        }
        contents.isForeign = snapshots.empty();
        return true;
    }
};

} // namespace

std::unique_ptr<Importer> makeMemorySnapshotImporter() { return std::make_unique<MemorySnapshotImporter>(); }

} // namespace bubblescope
