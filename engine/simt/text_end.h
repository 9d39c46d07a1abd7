// SPDX-License-Identifier: Apache-2.0
#pragma once

#undef __global__
#undef __device__
#undef __launch_bounds__
#undef __shared__
#undef __syncthreads
#undef if
