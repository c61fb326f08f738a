// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "machinehints.h"

#include <QString>

namespace bubblescope {

/// "NVIDIA H100 80GB HBM3": the GPUs of a run as their driver names them; empty if nothing says so.
QString devicesText(const MachineHints& machine);
/// "trace on NVIDIA H100 80GB HBM3".
QString nameOnDevices(const QString& name, const QString& devices);

} // namespace bubblescope
