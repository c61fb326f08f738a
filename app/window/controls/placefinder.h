// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace bubblescope {

class Workspace;

/// A place of the shown run.
struct NamedPlace {
    QString title;            ///< "Go to rank 5", or why there is no such place
    std::function<void()> go; ///< empty if there is none
};

/// What a few typed words can mean: "rank 5", "stage 2", "step 12", "3.5 ms", what a search would find ("rank 6 B9"), a
/// note, a layer of a table. `workspace` must outlive the places.
std::vector<NamedPlace> placesNamed(Workspace& workspace, const QString& typed);

} // namespace bubblescope
