// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knobs.h"

#include <cmath>
#include <cstdlib>

using namespace bubblescope;

namespace {

/// What was read is written as text that reads as the same, as a session does.
void writeAndReadBack(const Knobs& knobs)
{
    const Result<Knobs> again = knobsFromLine(knobsLine(knobs));
    if (!again || !(*again == knobs))
        std::abort();
}

void checkBandwidth(std::string_view text)
{
    const Result<double> bandwidth = parseBandwidth(text);
    if (!bandwidth)
        return;
    const Result<double> again = parseBandwidth(bandwidthText(*bandwidth));
    if (!std::isfinite(*bandwidth) || *bandwidth <= 0 || !again || *again != *bandwidth)
        std::abort();
}

} // namespace

/// The text as a whole line of knobs, then as the value of every single one.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const Result<Knobs> knobs = knobsFromLine(text))
        writeAndReadBack(*knobs);
    checkBandwidth(text);
    for (const KnobInfo& info : knobTable()) {
        Knobs knobs;
        const Result<bool> set = setKnob(knobs, info.key, text);
        if (!set && !(knobs == Knobs()))
            std::abort(); // what is refused changes nothing
        // A line has no room for what parts its words.
        if (set && text.find(';') == std::string_view::npos)
            writeAndReadBack(knobs);
    }
    return 0;
}
