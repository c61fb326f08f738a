// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Lists of ranks by the text that states them: ten thousand dumps list the same ten thousand ranks. Forgets what nobody
/// holds any more. Thread-safe.
class RankLists {
public:
    using List = std::shared_ptr<const std::vector<int32_t>>;
    /// Of "[0, 2, 4]"; null where it is no such text.
    List ofText(std::string_view text);

private:
    std::mutex m_mutex;
    std::map<std::string, std::weak_ptr<const std::vector<int32_t>>, std::less<>> m_known;
    size_t m_tidyAt = 1024;
};

} // namespace bubblescope
