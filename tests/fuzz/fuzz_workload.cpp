// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// SimAI, AICB and ASTRA-sim v1 workloads, read, written and read again; seeds in importers/workload/samples.
#include "workloadimporter.h"
#include "workloadwriter.h"

#include <cmath>
#include <cstdlib>

using namespace bubblescope;

namespace {

FileContents read(std::string_view text)
{
    static const std::unique_ptr<Importer> importer = makeWorkloadImporter();
    importer->sniff(text);
    const std::unique_ptr<ByteSource> source = openMemory(text, "fuzz");
    FileContents contents;
    ImportReport report;
    importer->import(*source, contents, report, {});
    return contents;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const FileContents contents = read({reinterpret_cast<const char*>(data), size});
    for (const Workload& workload : contents.workloads) {
        if (!std::isfinite(workload.computeNs()))
            std::abort();
        workload.dataParallel();
        const FileContents again = read(writeWorkload(workload));
        if (again.workloads.size() != 1 || again.workloads[0].rows.size() != workload.rows.size())
            std::abort();
    }
    return 0;
}
