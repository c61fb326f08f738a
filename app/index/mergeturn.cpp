// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mergeturn.h"

#include "indexreading.h"

#include <sys/stat.h>

#include <utility>

namespace bubblescope {

MergeTurn::MergeTurn(std::string path) : m_path(std::move(path)), m_before(now()) { }

bool MergeTurn::isOvertaken(uint64_t files) const
{
    if (now() == m_before)
        return false;
    const Result<RunIndex> other = openRunIndex(m_path);
    const Result<RunFolder> tables = other ? other->tables() : other.error();
    return tables && tables->statistics.files > files;
}

MergeTurn::Identity MergeTurn::now() const
{
    struct stat status {};
    if (::stat(m_path.c_str(), &status) != 0)
        return {};
    return {uint64_t(status.st_dev), uint64_t(status.st_ino),
        int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

} // namespace bubblescope
