// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// Calls take(name, size) for every size of a layout, with its name in this program's own traces.
template <typename Layout, typename Take> void forEachLayoutSize(Layout& layout, const Take& take)
{
    take("world", layout.world);
    take("tensor", layout.tensor);
    take("pipeline", layout.pipeline);
    take("data", layout.data);
    take("expert", layout.expert);
    take("context", layout.context);
    take("microbatches", layout.microbatches);
    take("microbatch_size", layout.microbatchSize);
    take("layers", layout.layers);
}

} // namespace bubblescope
