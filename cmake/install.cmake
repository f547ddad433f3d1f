# What `make install` puts where: the library, its headers, a pkg-config file and a CMake package (the command installs itself in
# cli/).
include(CMakePackageConfigHelpers)

install(TARGETS verve_static verve_shared EXPORT verve-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                                               LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/verve DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

file(RELATIVE_PATH VV_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # the installed tree may be moved
configure_file(${PROJECT_SOURCE_DIR}/cmake/verve.pc.in ${PROJECT_BINARY_DIR}/verve.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/verve.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(EXPORT verve-targets NAMESPACE verve:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/verve)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/verve-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/verve-config.cmake ${PROJECT_BINARY_DIR}/verve-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/verve)

# What `verve studio` serves: the page, where it has been built, and the examples of its gallery.
install(DIRECTORY ${PROJECT_BINARY_DIR}/page/ DESTINATION ${CMAKE_INSTALL_DATADIR}/verve/page OPTIONAL
        FILES_MATCHING PATTERN "*.html" PATTERN "*.js" PATTERN "*.css" PATTERN "*.wasm" PATTERN "*.woff2")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/verve/examples
        FILES_MATCHING PATTERN "*.json" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.obj"
        PATTERN "*.bvh" PATTERN "*.gltf" PATTERN "*.glb" PATTERN "*.bin"
        PATTERN "embed" EXCLUDE)
