# find_package(verve) gives verve::verve (static) and verve::verve_shared.
include(${CMAKE_CURRENT_LIST_DIR}/verve-targets.cmake)
if(NOT TARGET verve::verve)
  add_library(verve::verve ALIAS verve::verve_static)
endif()
