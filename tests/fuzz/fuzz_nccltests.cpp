// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nccltests.h"

using namespace bubblescope;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<BandwidthCurve> curve = readNcclTests(text, "all_reduce.log");
    if (curve) {
        for (const double bytes : {0.0, 1.0, 1e6, 1e18})
            curve->nsAt(bytes);
    }
    const std::unique_ptr<Importer> importer = makeNcclTestsImporter();
    importer->sniff(text);
    FileContents contents;
    ImportReport report;
    const auto source = openMemory(text, "all_reduce.log");
    importer->import(*source, contents, report, {});
    return 0;
}
