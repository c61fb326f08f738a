// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QPointer>

namespace bubblescope {

class CommandSet;
class HelpDialog;

/// The manual, the keys and the palette of all commands. GUI thread only.
class HelpMenu : public QMenu {
    Q_OBJECT
public:
    /// The commands must outlive this object, which their window owns.
    explicit HelpMenu(CommandSet& commands);

private:
    HelpDialog& help();

    CommandSet& m_commands;
    QPointer<HelpDialog> m_help;
};

} // namespace bubblescope
