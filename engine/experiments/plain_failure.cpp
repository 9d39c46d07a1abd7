// SPDX-License-Identifier: Apache-2.0
#include "experiments/plain_failure.h"

#include <new>

namespace duelo {

Failure describePlainFailure(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
        return {{"out_of_host_memory", {{"asked", "?"}}, "std::bad_alloc"}};
    } catch (const std::exception& other) {
        return {{"library_error", {{"library", "C++"}}, other.what()}};
    } catch (...) {
        return {{"library_error", {{"library", "?"}}, {}}};
    }
}

}  // namespace duelo
