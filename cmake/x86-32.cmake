# Builds for 32-bit x86 on a 64-bit Debian, with the libraries that tools/sysroot32.sh has unpacked into VV_SYSROOT:
#   cmake -S . -B build/x86-32 -DCMAKE_TOOLCHAIN_FILE=cmake/x86-32.cmake -DVV_SYSROOT=build/sysroot32/root
# The programs run here: they name the C library's loader and all libraries of that folder.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES VV_SYSROOT)
get_filename_component(VV_SYSROOT "${VV_SYSROOT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_LIST_DIR}/..")
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_SYSROOT ${VV_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
find_program(gcc NAMES gcc NO_CMAKE_FIND_ROOT_PATH REQUIRED) # by its path: the folder has a compiler too
set(CMAKE_C_COMPILER ${gcc})
set(CMAKE_C_FLAGS_INIT "-m32")
set(libraries ${VV_SYSROOT}/usr/lib/i386-linux-gnu)
# The old kind of path is searched for what libraries need in their turn.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,--dynamic-linker=${VV_SYSROOT}/lib/ld-linux.so.2 -Wl,--disable-new-dtags -Wl,-rpath,${libraries}:${VV_SYSROOT}/lib/i386-linux-gnu")
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/pkgconfig:${VV_SYSROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${VV_SYSROOT})
