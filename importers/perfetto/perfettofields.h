// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bubblescope {

/// Numbers of fields in Perfetto's messages, after protos/perfetto/trace/*.proto.
namespace PerfettoField {
// Trace
inline constexpr uint64_t packet = 1;
// TracePacket
inline constexpr uint64_t clockSnapshot = 6;
inline constexpr uint64_t timestamp = 8;
inline constexpr uint64_t sequence = 10; ///< trusted_packet_sequence_id
inline constexpr uint64_t trackEvent = 11;
inline constexpr uint64_t internedData = 12;
inline constexpr uint64_t sequenceFlags = 13;
inline constexpr uint64_t compressedPackets = 50;
inline constexpr uint64_t timestampClock = 58;
inline constexpr uint64_t packetDefaults = 59;
inline constexpr uint64_t trackDescriptor = 60;
// TracePacketDefaults: timestampClock, and
inline constexpr uint64_t eventDefaults = 11;
} // namespace PerfettoField

} // namespace bubblescope
