// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bubblescope {

/// A mangled C++ name ("_ZN…") as it stands in the source, with return type and parameters; any other name unchanged.
/// Names whose parts refer to each other so often that they could fill the memory keep to their qualified name.
std::string readableFunctionName(std::string_view name);

/// The name of a kernel or function, demangled, without return type and parameters, for a sentence or small box. If it is still
/// longer than `longest` bytes, it also loses, as necessary: unnamed namespaces, inner template arguments, all template
/// arguments, its middle. UTF-8 characters are never split.
std::string shortFunctionName(std::string_view name, size_t longest = 48);

/// True for calls that launch one kernel, by their name: "cudaLaunchKernelExC", "hipExtModuleLaunchKernel",
/// "cuLaunchCooperativeKernel". A launch of a graph may start nothing.
bool launchesKernel(std::string_view call);
/// True for calls that give a device a copy or fill and do not wait for it: "cudaMemcpyAsync", "hipMemsetD8Async".
bool startsCopy(std::string_view call);

} // namespace bubblescope
