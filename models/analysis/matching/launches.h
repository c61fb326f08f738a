// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <string_view>
#include <vector>

namespace bubblescope {

/// What a host call launched on a GPU or, for an operator or frame, what the calls inside it launched, by begin of the
/// kernel. Empty for other spans. O(launches in that time), O(log launches) each.
std::vector<Link> launchesInside(const Trace& trace, SpanId host);

/// What the host was doing when it launched a kernel or copy, from the inside out: the call, the operator that made it,
/// and the operators and Python frames around that. Empty if unknown.
std::vector<SpanId> launchChain(const Trace& trace, SpanId started);

/// By rank index: what the device did was recorded, but not which calls launched any of it, while that is known of
/// other ranks. Their steps are those of the others' devices, see updateSteps(). O(launches + rows).
std::vector<bool> ranksWithoutLaunches(const Trace& trace);

/// True for names of calls of a runtime: "cudaLaunchKernel", "hipMemcpyAsync", "cuLaunchKernelEx",
/// "urEnqueueKernelLaunch".
bool isRuntimeCall(std::string_view name);

/// True for frames of Python: "train.py(12): step", "<built-in method …>".
bool isPythonFrame(std::string_view name);

/// True for names of modules and layers: "nn.Module: Block_3", "layer_3".
bool namesModule(std::string_view name);
/// True for operators of a framework (aten::mm), as opposed to runtime calls, Python frames, modules, passes, steps and
/// the ranges of a communication library.
bool isOperator(const Trace& trace, SpanId host);

/// The innermost operator of the chain, else its innermost member that is not a runtime call: the kernel is attributed
/// to it. May be invalid.
SpanId launchingOperator(const Trace& trace, SpanId started);

} // namespace bubblescope
