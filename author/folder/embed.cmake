# cmake -D FROM=file -D TO=file.c -P embed.cmake: the bytes of a file as a constant, for programs that carry it with them.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,){24})" "\\1\n" bytes "${bytes}")
file(WRITE ${TO} "#include <stddef.h>
extern const unsigned char vvi_project_schema_text[];
extern const size_t vvi_project_schema_bytes;
const unsigned char vvi_project_schema_text[] = {\n${bytes}};
const size_t vvi_project_schema_bytes = sizeof vvi_project_schema_text;
")
