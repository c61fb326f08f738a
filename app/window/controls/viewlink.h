// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spankey.h"
#include "timerange.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace bubblescope {

class Workspace;

/// A place in what is open, as one line to hand on: "run=NAME;step=3;range=600:900;rank=6;span=…". All parts are
/// optional. Values are percent-encoded where they hold other characters than letters, digits and "-_.~"; times are in
/// ms from the begin of the step, without one from that of the run; a span is lane:name:begin:duration:ordinal, in ns
/// on the clock of the run.
struct ViewLink {
    std::optional<QString> run;
    std::optional<qint64> step;
    std::optional<TimeRange> range; ///< ns
    std::optional<int> rank;
    std::optional<SpanKey> span; ///< of that rank
    QStringList unread;          ///< parts that mean nothing here, as written

    QString text() const;
};

ViewLink viewLinkFrom(const QString& text);
/// What is in sight and selected now.
ViewLink viewLinkOf(const Workspace& workspace);
/// Goes there as far as possible; sentences about parts that are missing or mean nothing.
QStringList showLink(const ViewLink& link, Workspace& workspace);
/// The command for a shell that opens these paths there; none: the demo.
QString commandFor(const QStringList& paths, const ViewLink& link);

} // namespace bubblescope
