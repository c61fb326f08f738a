// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logtext.h"
#include "runlog.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bubblescope {

/// A figure as a trainer prints it: the number stands behind `before` and in front of `behind`, with or without spaces
/// between. Either may be empty, not both.
struct PrintedFigure {
    std::string_view before;
    std::string_view behind;
    std::optional<double> LogStep::*figure = nullptr; ///< null for a part of the step, which becomes a timer
    double factor = 1;                                ///< what one of the printed unit is in that of the figure
    bool isRate = false;                              ///< steps per unit of time instead of time per step
    std::string_view perSecond {}; ///< before the steps per second of a time that is the sum of several steps
    std::string_view timer {};     ///< its name; the factor is in ms
};

/// How one trainer prints a step: a new trainer is an entry of the table, and a sample in its test.
struct StepFormat {
    enum class Numbering : uint8_t {
        Whole,
        InEpochFrom0, ///< "Epoch: [1][  10/5005]": the first epoch is 0
        InEpochFrom1,
        Restarting, ///< starts over in each epoch, whose length is not printed
        Abbreviated ///< "1.0it", "12.3kit"
    };
    enum class Form : uint8_t {
        Line,
        Block,     ///< the figures stand in the lines below
        Microsteps ///< a line for each microbatch; the last of a step says so
    };
    std::string_view trainer;
    logtext::Mark mark;          ///< part of each of its step lines
    std::string_view step;       ///< before the number of the step, or of the epoch
    std::string_view behindStep; ///< characters; one of them follows the number and its "/total"
    std::span<const PrintedFigure> figures;
    Numbering numbering = Numbering::Whole;
    Form form = Form::Line;
    std::string_view withinEpoch {}; ///< before the number of the step in its epoch
    std::string_view timers {};      ///< before the name of each part of the step; seconds
    std::string_view timerEnd {};    ///< between that name and its number
    std::string_view wholeTimer {};  ///< that of the step itself, which is no part
    bool isTimedByStamps = false;    ///< prints no time per step: the stamps of its lines give it
};

/// Line formats of trainers, after the source that prints them. No entry takes the lines of another.
std::span<const StepFormat> stepFormats();
/// Time, loss and learning rate in the common wordings of programs that are in no table, in lower case. Only such times
/// count as say their unit.
std::span<const PrintedFigure> commonFigures();
/// Phrases behind which a time per step follows, with its unit: "step time (ms): 41", "time per step = 0.5 s".
std::span<const std::string_view> timePhrases();

} // namespace bubblescope
