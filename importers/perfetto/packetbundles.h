// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace bubblescope {

/// A Perfetto trace with its bundles of compressed packets (TracePacket.compressed_packets: zlib, of packets one after
/// another as a trace has them) in their place.
struct UnpackedBundles {
    bool hasAny = false; ///< else the trace is to be read as it is
    std::string text {};
    uint64_t damaged = 0;     ///< bundles of which not all could be unpacked; what was is there
    uint64_t leftOut = 0;     ///< beyond the limit, and all behind the first of these
    bool isCancelled = false; ///< then nothing of it is of use
};
/// `limit`: bytes of the whole trace. Bundles in bundles are none, and stay. `mayContinue` is asked now and then.
UnpackedBundles unpackBundles(
    std::string_view trace, size_t limit, const std::function<bool()>& mayContinue = [] { return true; });

/// True for the begin of a packet that is such a bundle; of a long one the begin suffices.
bool isBundle(std::string_view packet);

} // namespace bubblescope
