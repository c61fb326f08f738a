// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "callkind.h"

#include "launches.h"

namespace bubblescope {

CallKind callKind(const CallTree& tree, uint32_t node)
{
    const CallTree::Node& call = tree.nodes()[node];
    const std::string_view name = tree.trace()->strings().text(call.name);
    if (call.isOnDevice)
        return CallKind::Device;
    if (namesModule(name))
        return CallKind::Module;
    if (isRuntimeCall(name))
        return CallKind::Runtime;
    return isPythonFrame(name) ? CallKind::Python : CallKind::Other;
}

} // namespace bubblescope
