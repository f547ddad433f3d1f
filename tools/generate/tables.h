/* The tables of author/document/schema.h, gathered from the root, with names that are unique, and what every writer
 * asks of them. */
#ifndef GENERATE_TABLES_H
#define GENERATE_TABLES_H

#include "author/document/schema.h"

#include <stdio.h>

/* A table that describes an object of the file. */
typedef struct table {
    const vvi_schema *schema;
    const char *defaults;      /* the struct that holds its fields' defaults; NULL: all zero */
    const struct table *owner; /* the first that holds it; NULL: a root */
    char name[96];             /* of the table; where several have that name, the owner's before it */
} table;

/* All of them, the root first; *count of them. NULL after a message. */
const table *gather_tables(size_t *count);
const table *find_table(const char *name);
const table *table_of(const vvi_schema *schema);

/* Rows may have the same key where their tags differ: whether it is the first of them, and the next; NULL: there is
 * none. */
bool is_first_of_key(const vvi_schema *schema, const vvi_schema_field *f);
const vvi_schema_field *next_of_key(const vvi_schema *schema, const vvi_schema_field *f);

/* What the items of a list, map or dense field are: the row that describes a plain value, or NULL with *object the
 * table of an object. Both are NULL where the items have no table yet. */
const vvi_schema_field *plain_item(const vvi_schema_field *f, const vvi_schema **object);

/* Whether the key is one of those of which exactly one must be there; the choice. */
const vvi_schema_choice *choice_of(const vvi_schema *schema, const vvi_schema_field *f);
/* Whether the file may do without it, and whether its absence has no value of its own (null in a whole project). */
bool is_required(const vvi_schema *schema, const vvi_schema_field *f);
bool is_of_a_tag(const vvi_schema_field *f);
bool is_nullable(const vvi_schema *schema, const vvi_schema_field *f);

/* The documentation without what it says of null, of *length bytes, and that; NULL: it says nothing of null. */
const char *documentation_of(const vvi_schema_field *f, int *length);

/* The default as JSON. */
void print_default(FILE *out, const table *t, const vvi_schema_field *f);
bool has_default(const table *t, const vvi_schema_field *f);
/* The shortest decimal that reads back as the same float, or the whole number. */
void print_number(FILE *out, const vvi_schema_field *f, double number);
/* A text as a JSON string. */
void print_string(FILE *out, const char *text, int length);
/* arc key → arcKey or, upper, ArcKey. */
void print_type_name(FILE *out, const char *name, bool upper);

#endif
