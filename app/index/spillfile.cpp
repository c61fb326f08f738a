// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spillfile.h"

#include "indexplaces.h"
#include "outputfile.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace bubblescope {

int openSpillFile(const std::string& folder)
{
    int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        return descriptor;
    const std::string stem = IndexPlaces(folder).memory();
    constexpr int most = 100; // merges at once
    for (int i = 0; i < most && descriptor < 0; ++i) {
        const std::string name = unfinishedName(stem, i);
        descriptor = open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor >= 0)
            unlink(name.c_str());
        else if (errno != EEXIST)
            break;
    }
    return descriptor;
}

} // namespace bubblescope
