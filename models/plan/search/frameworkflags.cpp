// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "frameworkflags.h"

#include "megatronflags.h"
#include "nanotronconfig.h"
#include "titanconfig.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr std::array flagFrameworkTable {
    FlagFrameworkInfo {FlagFramework::Megatron, "megatron", "Megatron-LM"},
    FlagFrameworkInfo {FlagFramework::TorchTitan, "torchtitan", "torchtitan"},
    FlagFrameworkInfo {FlagFramework::Nanotron, "nanotron", "nanotron"},
    FlagFrameworkInfo {FlagFramework::DeepSpeed, "deepspeed", "DeepSpeed"},
};

FrameworkFlags withoutComments(const JobDescription& job, FlagFramework framework)
{
    switch (framework) {
    case FlagFramework::Megatron:
        return megatronFlags(job);
    case FlagFramework::TorchTitan:
        return torchTitanConfig(job);
    case FlagFramework::Nanotron:
        return nanotronConfig(job);
    case FlagFramework::DeepSpeed:
        return deepSpeedFlags(job);
    }
    return {};
}

} // namespace

std::span<const FlagFrameworkInfo> flagFrameworks() { return flagFrameworkTable; }

std::optional<FlagFramework> flagFrameworkFromKey(std::string_view key)
{
    for (const FlagFrameworkInfo& info : flagFrameworkTable) {
        if (info.key == key)
            return info.framework;
    }
    return std::nullopt;
}

FrameworkFlags frameworkFlags(const JobDescription& job, FlagFramework framework)
{
    FrameworkFlags flags = withoutComments(job, framework);
    std::string comments;
    for (const Message& note : flags.notes)
        comments.append("# ").append(note.text()).append("\n");
    flags.text.insert(0, comments);
    return flags;
}

} // namespace bubblescope
