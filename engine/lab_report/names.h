// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

/// Names of a report's authors, in one convention for cover, hand-in and file names (Y-38):
/// surnames first, "Pérez Ruiz, Ana; López Gil, Luis".
namespace duelo {

/// Returns the parts between these signs, without blanks around them; empty ones are left out.
[[nodiscard]] std::vector<std::string> partsAt(std::string_view words, char sign);
/// Returns the people of what is typed, parted by semicolons.
[[nodiscard]] std::vector<std::string> namesFrom(std::string_view typed);
/// Returns the people as they are typed. Earlier versions parted names by commas: what they cut in
/// pieces of names that were typed with semicolons is whole again.
[[nodiscard]] std::string namesText(const std::vector<std::string>& names);
/// Returns a name as it is filed: "Ana Núñez Peña" becomes "Núñez Peña, Ana". A guess, as in
/// Spanish a person has two surnames; one that has a comma is filed already.
[[nodiscard]] std::string filedName(const std::string& name, Language language);

}  // namespace duelo
