# The core for browsers: runtime and the pure part of author, compiled by clang to one WebAssembly module without imports.
# `cmake --build build --target wasm` writes build/verve.wasm.
find_program(WASM_CLANG NAMES clang-14 clang-19)
if(NOT WASM_CLANG)
  return()
endif()

get_target_property(wasm_runtime verve_runtime SOURCES)
get_target_property(wasm_author verve_author SOURCES)
get_target_property(wasm_studio verve_studio SOURCES)
list(TRANSFORM wasm_studio PREPEND ${PROJECT_SOURCE_DIR}/studio/core/)
set(wasm_sources ${wasm_runtime} ${wasm_author} ${wasm_studio} ${PROJECT_SOURCE_DIR}/studio/core/bridge.c
                 ${PROJECT_SOURCE_DIR}/studio/core/replay.c)
set(wasm_flags --target=wasm32-wasi -std=c17 -O3 -msimd128 -mbulk-memory -ffp-contract=off -DNDEBUG -fvisibility=hidden
               -Wall -Wextra -Wconversion -Wshadow -Wno-enum-float-conversion -Werror -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR})
set(wasm_objects)
foreach(source ${wasm_sources})
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
  set(object ${CMAKE_BINARY_DIR}/wasm/${name}.o)
  get_filename_component(folder ${object} DIRECTORY)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${WASM_CLANG} ${wasm_flags} -MD -MF ${object}.d -c ${source} -o ${object}
    DEPENDS ${source} DEPFILE ${object}.d VERBATIM)
  list(APPEND wasm_objects ${object})
endforeach()
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/verve.wasm
  COMMAND ${WASM_CLANG} --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=1048576
          ${wasm_objects} -lm -o ${CMAKE_BINARY_DIR}/verve.wasm
  DEPENDS ${wasm_objects} VERBATIM)
add_custom_target(wasm DEPENDS ${CMAKE_BINARY_DIR}/verve.wasm)
