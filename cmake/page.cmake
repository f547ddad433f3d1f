# The studio's page: `cmake --build build --target page` installs the npm packages that package-lock.json names into
# studio/page/node_modules and writes build/page (index.html, app.js, app.css, the font, verve.wasm).
find_program(NODE node)
find_program(NPM npm)
if(NOT NODE OR NOT NPM OR NOT WASM_CLANG)
  vv_missing(page "The studio's page needs Node.js, npm, and clang 14 or 19 with lld, wasi-libc and its WebAssembly library.")
  return()
endif()
set(VV_PAGE ON)

set(page_folder ${PROJECT_SOURCE_DIR}/studio/page)
set(page_packages ${page_folder}/node_modules/.package-lock.json)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${page_folder}/src/*)

# Nothing that a package brings is run while it is installed.
add_custom_command(OUTPUT ${page_packages}
  COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
  COMMAND ${CMAKE_COMMAND} -E touch ${page_packages}
  DEPENDS ${page_folder}/package.json ${page_folder}/package-lock.json
  WORKING_DIRECTORY ${page_folder} COMMENT "Fetching the page's packages" VERBATIM)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/page/app.js
  COMMAND ${NODE} build.mjs ${CMAKE_BINARY_DIR}/page --wasm ${CMAKE_BINARY_DIR}/verve.wasm
  DEPENDS ${page_sources} ${page_folder}/build.mjs ${page_packages} ${CMAKE_BINARY_DIR}/verve.wasm
  WORKING_DIRECTORY ${page_folder} COMMENT "Building the studio's page" VERBATIM)
add_custom_target(page DEPENDS ${CMAKE_BINARY_DIR}/page/app.js)
add_dependencies(page wasm)
