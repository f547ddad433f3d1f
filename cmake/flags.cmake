# The flags of every Verve target. -ffp-contract=off: no fused multiply-add, so that every compiler and machine gives
# the same bits. -fno-math-errno: nobody reads errno after a square root, and without it loops over them vectorise.
add_library(verve_flags INTERFACE)
target_compile_options(verve_flags INTERFACE -Wall -Wextra -Wconversion -Wshadow -ffp-contract=off -fno-math-errno)
if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
  # Tables give their rows the first members of a struct and leave the others zero; gcc does not warn of that in C.
  target_compile_options(verve_flags INTERFACE -Wno-missing-field-initializers)
endif()
# Vectors that are wider than the target's registers are passed between functions of one file only.
target_compile_options(verve_flags INTERFACE -Wno-psabi)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # gcc 12 forgets the rounding in (double)(float)x once it has put two of them beside each other into a vector. Hot loops
  # are written with vector types, so they lose nothing.
  target_compile_options(verve_flags INTERFACE -fno-tree-slp-vectorize)
  if(CMAKE_C_FLAGS MATCHES "-march=")
    # It takes loads that AVX-512 masks out for reads of what was never initialised.
    target_compile_options(verve_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
else()
  # Our constants are enumerators, floats are divided by them; newer clangs suspect a mistake there.
  target_compile_options(verve_flags INTERFACE -Wno-enum-float-conversion)
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "86")
  target_compile_options(verve_flags INTERFACE -msse2 -mfpmath=sse) # the x87 rounds otherwise
endif()
if(VV_WERROR)
  target_compile_options(verve_flags INTERFACE -Werror)
endif()
if(VV_SCALAR)
  target_compile_definitions(verve_flags INTERFACE VV_SCALAR)
endif()
if(VV_SANITIZE)
  # The thread sanitizer cannot be combined with the others.
  if(VV_SANITIZE STREQUAL "thread")
    set(sanitizers thread)
  else()
    set(sanitizers address,undefined)
  endif()
  target_compile_options(verve_flags INTERFACE -fsanitize=${sanitizers} -fno-sanitize-recover=all
                                               -fno-omit-frame-pointer -g)
  target_link_options(verve_flags INTERFACE -fsanitize=${sanitizers})
endif()
if(VV_FUZZ)
  target_compile_options(verve_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
