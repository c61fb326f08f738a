// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <optional>
#include <string>

namespace bubblescope {

/// What a log prints of its model and layout beside its steps: the block of arguments of Megatron-LM and
/// Megatron-DeepSpeed, the configuration of nanotron or NeMo, or torchtitan's name of the model, whose sizes are known, with how it
/// was trained.
class DescribedLog {
public:
    void read(const LogLine& line);
    /// Sets the log's description, or why it has none. Its other facts are there already.
    void finish(RunLog& log) const;

private:
    enum class Place : uint8_t { Before, Within, Behind };
    static constexpr size_t mostText = size_t(1) << 20; ///< arguments have some 20 kB

    bool readArguments(std::string_view text);
    bool readConfig(std::string_view text);
    bool readNemo(std::string_view text);
    void readTitan(std::string_view text);
    void keep(std::string_view text);
    void finishTitan(RunLog& log) const;

    Place m_place = Place::Before;
    Place m_configPlace = Place::Before;
    Place m_nemoPlace = Place::Before;
    int m_nemoEntries = 0; ///< begun since its mark
    std::string m_arguments;       ///< the lines of the first block, and what follows it of the vocabulary
    std::string m_titanModel;      ///< "llama3 8B"
    std::optional<int> m_replicas; ///< that torchtitan does not shard over
    std::optional<int> m_shards;
    bool m_isEightBit = false;
    std::optional<Recompute> m_recompute;
};

} // namespace bubblescope
