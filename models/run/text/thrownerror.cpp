// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "thrownerror.h"

#include <new>
#include <stdexcept>

namespace bubblescope {

Error whatWasThrown(const std::exception_ptr& thrown)
{
    const auto noMemory = [] {
        return Error {say("There is not enough memory for this."),
            say("Close other programs, or choose one step or a smaller run."), {}};
    };
    const Message advice = say("Please report it, and what was open.");
    try {
        std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        return noMemory();
    } catch (const std::length_error&) {
        return noMemory(); // a vector beyond its maximum size
    } catch (const std::exception& error) {
        return {say("Something unexpected went wrong: {}.", error.what()), advice, {}};
    } catch (...) {
        return {say("Something unexpected went wrong."), advice, {}};
    }
}

} // namespace bubblescope
