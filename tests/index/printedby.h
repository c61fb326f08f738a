// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "consolecommands.h"

#include <QString>
#include <QTemporaryFile>

#include <cstdio>
#include <unistd.h>

namespace bubblescope {

/// What a command prints, errors as well, and its exit code.
template <typename Command> QString printedBy(const Command& command)
{
    QTemporaryFile file;
    if (!file.open())
        qFatal("there is no file to print to");
    fflush(stdout);
    fflush(stderr);
    const int out = dup(STDOUT_FILENO);
    const int error = dup(STDERR_FILENO);
    dup2(file.handle(), STDOUT_FILENO);
    dup2(file.handle(), STDERR_FILENO);
    const ExitCode code = ConsoleRunner()(command);
    fflush(stdout);
    fflush(stderr);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    close(out);
    close(error);
    file.seek(0);
    return QStringLiteral("%1: %2").arg(int(code)).arg(QString::fromUtf8(file.readAll()));
}

} // namespace bubblescope
