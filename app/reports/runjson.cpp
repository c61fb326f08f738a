// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runjson.h"

#include "inspectreport.h"
#include "measuredmemory.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

Json clockOffsetsJson(const Run& run)
{
    Json offsets = Json::object();
    for (size_t host = 0; host < std::max<size_t>(run.clocks.size(), 1); ++host) {
        const bool known = host >= run.clocks.size() || run.clocks[host].aligned;
        const TimeNs shift = host < run.clocks.size() ? run.clocks[host].shift : 0;
        offsets[hostName(run, host)] = known ? Json(static_cast<double>(shift) / nsPerMs) : Json(nullptr);
    }
    return offsets;
}

Json timePartsJson(const TimeParts& parts, bool isSimulated)
{
    Json json = Json::object();
    for (size_t p = 0; p < timePartCount; ++p) {
        const TimePart part = timePartAt(p);
        if (part != TimePart::Unexplained || isSimulated)
            json[std::string(timePartKey(part))] = milliseconds(parts.of(part));
    }
    json["overlapped"] = milliseconds(parts.overlapped);
    return json;
}

Json calibrationJson(const JobCalibration& calibration)
{
    return {{"run", calibration.run}, {"hardware", calibration.hardware},
        {"compute_factor", calibration.computeFactor}, {"compute_factor_low", calibration.least},
        {"compute_factor_high", calibration.most}, {"whole_factor", calibration.wholeFactor}};
}

Json runMemoryJson(const MeasuredMemory& run)
{
    const auto bytes = [](double size) { return size > 0 ? Json(std::llround(size)) : Json(nullptr); };
    return {{"modelled_bytes", bytes(run.modelledBytes)}, {"printed_bytes", bytes(run.printedBytes)}};
}

} // namespace bubblescope
