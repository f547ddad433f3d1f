# The core for browsers: runtime, the pure part of author and the studio's core, compiled by clang to one WebAssembly module
# without imports. `cmake --build build --target wasm` writes build/verve.wasm, which exports every function that
# studio/core/studio.h declares; `--target wasm_replay` writes build/replay.wasm, which the determinism test runs.
find_program(WASM_CLANG NAMES clang-14 clang-19)

# vv_missing(target sentence): one that cannot be built, and says why when it is asked for.
function(vv_missing target sentence)
  add_custom_target(${target} COMMAND ${CMAKE_COMMAND} -E echo "${sentence} Install what is missing, then try again."
                              COMMAND ${CMAKE_COMMAND} -E false COMMENT "" VERBATIM)
endfunction()

if(NOT WASM_CLANG)
  vv_missing(wasm "The core for browsers needs clang 14 or 19 with lld, wasi-libc and its WebAssembly library.")
  return()
endif()

get_target_property(wasm_runtime verve_runtime SOURCES)
get_target_property(wasm_author verve_author SOURCES)
get_target_property(wasm_studio verve_studio SOURCES)
list(TRANSFORM wasm_studio PREPEND ${PROJECT_SOURCE_DIR}/studio/core/)
set(wasm_flags --target=wasm32-wasi -std=c17 -msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -fno-math-errno
               -fno-vectorize -fno-slp-vectorize -ffp-contract=off -DVV_NO_ASSERTS -fvisibility=hidden -flto
               -Wall -Wextra -Wconversion -Wshadow -Wno-enum-float-conversion -Wno-missing-field-initializers -Werror -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR})

# wasm_objects(out source…): what each is compiled to. The module travels, so it is compiled for size; what takes most of the
# time of a frame a little less so. Work then takes 1.2 to 1.7 times as long as with -O3, in two thirds of the bytes (docs/performance.md).
function(wasm_objects out)
  set(objects)
  foreach(source ${ARGN})
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
    set(object ${CMAKE_BINARY_DIR}/wasm/${name}.o)
    get_filename_component(folder ${object} DIRECTORY)
    set(size -Oz)
    if(name MATCHES "^runtime/(blend/mix|motion/verb_pose|rig/(kernels|posing|skeleton_globals|skin_apply)|stage/(contact_solve|narrow_actors|particles|sprite/match))")
      set(size -Os)
    endif()
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${WASM_CLANG} ${wasm_flags} ${size} -MD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source} DEPFILE ${object}.d VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# wasm_module(target file objects flags). The whole program is optimized as one. Loop strength reduction gives every loop several
# counters, which pays on machines with addressing modes and costs bytes here. Binaryen's wasm-opt comes after that; it may take for
# granted that nothing lies below 1024, where wasm-ld puts the first datum, and that what would trap never happens. Together they save
# a twelfth of what travels.
find_program(WASM_OPT wasm-opt)
function(wasm_module target file objects flags)
  if(WASM_OPT)
    set(shrink COMMAND ${WASM_OPT} -Oz --converge --traps-never-happen --low-memory-unused --enable-simd --enable-bulk-memory
                       --enable-nontrapping-float-to-int --enable-sign-ext ${CMAKE_BINARY_DIR}/${file} -o ${CMAKE_BINARY_DIR}/${file})
  else()
    set(shrink COMMAND ${CMAKE_COMMAND} -E echo
                       "wasm-opt is missing (Debian: binaryen), so ${file} stays larger than it need be. Install it, then configure again.")
  endif()
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${file}
    COMMAND ${WASM_CLANG} --target=wasm32-wasi -nostartfiles -flto -Wl,-mllvm,-disable-lsr -Wl,--no-entry -Wl,--strip-all -Wl,-O2 -Wl,--compress-relocations -Wl,-z,stack-size=1048576
            -Wl,--max-memory=2147483648 # addresses stay positive in the page's 32-bit numbers; beyond it there is no more memory
            ${flags} ${objects} -lm -o ${CMAKE_BINARY_DIR}/${file}
    ${shrink}
    DEPENDS ${objects} VERBATIM)
  add_custom_target(${target} DEPENDS ${CMAKE_BINARY_DIR}/${file})
endfunction()

set(studio_header ${PROJECT_SOURCE_DIR}/studio/core/studio.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${studio_header})
file(STRINGS ${studio_header} declarations REGEX "vv_studio_[a-z0-9_]+\\(")
string(REGEX MATCHALL "vv_studio_[a-z0-9_]+\\(" exports "${declarations}")
list(REMOVE_DUPLICATES exports)
list(TRANSFORM exports REPLACE "(.*)\\(" "-Wl,--export-if-defined=\\1")

wasm_objects(core ${wasm_runtime} ${wasm_author})
wasm_objects(studio ${wasm_studio} ${PROJECT_SOURCE_DIR}/studio/core/bridge.c)
wasm_objects(replay ${PROJECT_SOURCE_DIR}/studio/core/bridge.c ${PROJECT_SOURCE_DIR}/studio/core/replay.c
                    ${PROJECT_SOURCE_DIR}/studio/core/replay_line.c
                    ${PROJECT_SOURCE_DIR}/studio/core/replay_match.c
                    ${PROJECT_SOURCE_DIR}/studio/core/replay_walk.c
                    ${PROJECT_SOURCE_DIR}/tests/determinism/replay_bridge.c)
wasm_module(wasm verve.wasm "${core};${studio}" "${exports}")
wasm_module(wasm_replay replay.wasm "${core};${replay}" "")
