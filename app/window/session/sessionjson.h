// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QByteArray;
class QString;

namespace bubblescope {

struct Session;

/// The text of the file; paths are relative to `folder`, or absolute if that is empty.
QByteArray toJson(const Session& session, const QString& folder);

} // namespace bubblescope
