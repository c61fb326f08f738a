// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lines of NCCL's Inspector, put together; seeds in importers/ncclinspector/samples.
#include "fabric.h"
#include "inspectorimporter.h"

#include <cstdlib>

using namespace bubblescope;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::unique_ptr<Importer> importer = makeInspectorImporter();
    importer->sniff(text);
    FileContents contents;
    ImportReport report;
    const auto source = openMemory(text, "node1-pid7.log");
    importer->import(*source, contents, report, {});
    for (const CommunicatorLog& log : contents.communicators) {
        for (const CommunicatorLog::Measured& one : log.measured) {
            if (log.rank >= log.ranks || !(one.bytes > 0) || !(one.ns > 0))
                std::abort();
        }
    }
    const Fabric fabric = fabricOf(contents.communicators);
    for (const Fabric::Speed& speed : fabric.speeds) {
        if (speed.count == 0 || !(speed.ns > 0) || speed.group >= fabric.groups.size())
            std::abort();
    }
    for (const BandwidthCurve& curve : curvesOf(fabric)) {
        if (curve.points.empty() || curve.ranks < 2)
            std::abort();
    }
    return 0;
}
