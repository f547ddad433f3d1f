/* Checks the grammar of RFC 8259 byte by byte before jsmn sees the text: jsmn, even in its strict mode, accepts `[1
 * 2]`, `{"a"}`, `[01]`, `[truth]` and bad UTF-8, and would use twenty bytes of memory for every bracket of a hostile
 * file. One pass, a stack of VV_JSON_MAX_DEPTH flags, no allocation. */
#include "author/base/json_scan.h"

#include <string.h>

typedef struct scanner {
    const char *text;
    size_t length, at;
    uint32_t depth;
    bool object[VV_JSON_MAX_DEPTH]; /* what each open bracket is */
    vvi_json_scan *out;
} scanner;

typedef enum step {
    STEP_VALUE, /* a value must come */
    STEP_AFTER, /* a value has just ended */
    STEP_DONE,
    STEP_FAILED,
} step;

static bool fail_at(scanner *s, size_t offset, const char *message, const char *remedy)
{
    s->out->code = VV_ERROR_FORMAT;
    s->out->offset = offset;
    s->out->message = message;
    s->out->remedy = remedy;
    return false;
}

size_t vvi_utf8_length(const unsigned char *text, size_t length)
{
    /* The range of the second byte excludes overlong forms, surrogates and code points beyond U+10FFFF (Unicode,
     * table 3-7). */
    unsigned char lead = length ? text[0] : 0xFF, low = 0x80, high = 0xBF;
    size_t bytes = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (bytes > length)
        return 0;
    if (lead == 0xE0)
        low = 0xA0;
    if (lead == 0xED)
        high = 0x9F;
    if (lead == 0xF0)
        low = 0x90;
    if (lead == 0xF4)
        high = 0x8F;
    for (size_t i = 1; i < bytes; i++) {
        if (text[i] < low || text[i] > high)
            return 0;
        low = 0x80;
        high = 0xBF;
    }
    return bytes;
}

int32_t vvi_json_hex(const char *text)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static char peek(const scanner *s) { return s->at < s->length ? s->text[s->at] : '\0'; }

static void skip_space(scanner *s)
{
    while (s->at < s->length &&
           (s->text[s->at] == ' ' || s->text[s->at] == '\n' || s->text[s->at] == '\r' || s->text[s->at] == '\t'))
        s->at++;
}

/* \uXXXX at s->at (the backslash); a high surrogate must be followed by a low one. */
static bool scan_unicode_escape(scanner *s)
{
    size_t start = s->at;
    int32_t unit = s->length - start >= 6 ? vvi_json_hex(s->text + start + 2) : -1;
    if (unit < 0)
        return fail_at(s, start, "\\u is not followed by four hexadecimal digits", "write it as \\u00e9, for example");
    if (unit == 0)
        return fail_at(s, start, "a text contains the zero character", "remove \\u0000");
    s->at += 6;
    if (unit < 0xD800 || unit > 0xDFFF)
        return true;
    bool paired = unit < 0xDC00 && s->length - s->at >= 6 && s->text[s->at] == '\\' && s->text[s->at + 1] == 'u';
    int32_t low = paired ? vvi_json_hex(s->text + s->at + 2) : -1;
    if (low < 0xDC00 || low > 0xDFFF)
        return fail_at(s, start, "half of a surrogate pair stands alone", "write the character itself, as UTF-8");
    s->at += 6;
    return true;
}

static bool scan_escape(scanner *s)
{
    char c = s->length - s->at >= 2 ? s->text[s->at + 1] : '\0';
    if (c == 'u')
        return scan_unicode_escape(s);
    if (c == '\0' || !strchr("\"\\/bfnrt", c))
        return fail_at(s, s->at, "unknown escape after \\", "use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX");
    s->at += 2;
    return true;
}

static bool scan_string(scanner *s)
{
    size_t start = s->at++;
    while (s->at < s->length && s->text[s->at] != '"') {
        unsigned char c = (unsigned char)s->text[s->at];
        if (c < 0x20)
            return fail_at(s, s->at, "a text contains a control character", "write it as an escape, such as \\n");
        if (c == '\\') {
            if (!scan_escape(s))
                return false;
            continue;
        }
        size_t bytes = vvi_utf8_length((const unsigned char *)s->text + s->at, s->length - s->at);
        if (bytes == 0)
            return fail_at(s, s->at, "these bytes are not UTF-8", "save the file as UTF-8");
        s->at += bytes;
    }
    if (s->at >= s->length)
        return fail_at(s, start, "this text has no closing quote",
                       "add the missing \", or restore the file if it is cut");
    s->at++;
    s->out->string_bytes += s->at - start - 1; /* without two quotes, with the ending zero */
    return true;
}

static size_t scan_digits(scanner *s)
{
    size_t start = s->at;
    while (peek(s) >= '0' && peek(s) <= '9')
        s->at++;
    return s->at - start;
}

static bool scan_number(scanner *s)
{
    static const char remedy[] = "write numbers like 12, -0.5 or 1e-3";
    size_t start = s->at;
    if (peek(s) == '-')
        s->at++;
    bool zero = peek(s) == '0';
    size_t whole = scan_digits(s);
    if (whole == 0)
        return fail_at(s, start, "this number has no digits", remedy);
    if (zero && whole > 1)
        return fail_at(s, start, "this number begins with a needless zero", remedy);
    if (peek(s) == '.') {
        s->at++;
        if (scan_digits(s) == 0)
            return fail_at(s, start, "this number has no digit after its point", remedy);
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        s->at++;
        if (peek(s) == '+' || peek(s) == '-')
            s->at++;
        if (scan_digits(s) == 0)
            return fail_at(s, start, "this number has no digit in its exponent", remedy);
    }
    return true;
}

static bool scan_word(scanner *s, const char *word)
{
    size_t length = strlen(word);
    if (s->length - s->at < length || memcmp(s->text + s->at, word, length) != 0)
        return fail_at(s, s->at, "this is not a JSON value",
                       "write finite numbers (no NaN, no Infinity), texts in quotes, or true, false, null");
    s->at += length;
    return true;
}

/* What people and programs leave in JSON files by mistake, wherever it stands. */
typedef struct leftover {
    const char *start, *message, *remedy;
} leftover;

static bool fail_leftover(scanner *s)
{
    static const char conflict[] = "a conflict of version control was not resolved here";
    static const char resolve[] =
        "keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>";
    static const leftover leftovers[] = {
        {"//", "JSON has no comments", "remove it"},
        {"/*", "JSON has no comments", "remove it"},
        {"#", "JSON has no comments", "remove it"},
        {"<<<<<<<", conflict, resolve},
        {"=======", conflict, resolve},
        {">>>>>>>", conflict, resolve},
        {"'", "this text is in single quotes", "write it in double quotes: \"text\""},
    };
    for (size_t i = 0; i < sizeof leftovers / sizeof *leftovers; i++) {
        size_t length = strlen(leftovers[i].start);
        if (s->length - s->at >= length && memcmp(s->text + s->at, leftovers[i].start, length) == 0) {
            fail_at(s, s->at, leftovers[i].message, leftovers[i].remedy);
            return true;
        }
    }
    return false;
}

static void fail_name(scanner *s)
{
    if (s->at >= s->length)
        fail_at(s, s->at, "the text ends inside a bracket", "the file seems cut: restore it");
    else if (peek(s) == '}')
        fail_at(s, s->at, "a comma stands before the closing }", "remove the comma");
    else if (!fail_leftover(s))
        fail_at(s, s->at, "a member name in quotes is missing here", "write \"name\": value");
}

static step scan_name(scanner *s)
{
    skip_space(s);
    if (peek(s) != '"') {
        fail_name(s);
        return STEP_FAILED;
    }
    if (!scan_string(s))
        return STEP_FAILED;
    s->out->name_count++;
    skip_space(s);
    if (s->at >= s->length) {
        fail_at(s, s->at, "the text ends after a member name", "the file seems cut: restore it");
        return STEP_FAILED;
    }
    if (peek(s) != ':' && !fail_leftover(s))
        fail_at(s, s->at, "a colon is missing after the member name", "write \"name\": value");
    if (peek(s) != ':')
        return STEP_FAILED;
    s->at++;
    return STEP_VALUE;
}

static step scan_open(scanner *s)
{
    bool object = s->text[s->at] == '{';
    if (s->depth == VV_JSON_MAX_DEPTH) {
        fail_at(s, s->at, "brackets are nested too deep", "use at most 64 levels");
        s->out->code = VV_ERROR_LIMIT;
        return STEP_FAILED;
    }
    s->object[s->depth++] = object;
    s->at++;
    skip_space(s);
    if (peek(s) == (object ? '}' : ']')) {
        s->at++;
        s->depth--;
        return STEP_AFTER;
    }
    return object ? scan_name(s) : STEP_VALUE;
}

static step scan_value(scanner *s)
{
    skip_space(s);
    s->out->value_count++;
    char c = peek(s);
    if (c == '{' || c == '[')
        return scan_open(s);
    if (s->at >= s->length) {
        fail_at(s, s->at, "the text ends where a value must come", "the file seems cut: restore it");
        return STEP_FAILED;
    }
    if (c == ']' && s->depth > 0 && !s->object[s->depth - 1]) {
        fail_at(s, s->at, "a comma stands before the closing ]", "remove the comma");
        return STEP_FAILED;
    }
    if (fail_leftover(s))
        return STEP_FAILED;
    bool good = c == '"'                             ? scan_string(s)
                : c == 't'                           ? scan_word(s, "true")
                : c == 'f'                           ? scan_word(s, "false")
                : c == 'n'                           ? scan_word(s, "null")
                : c == '-' || (c >= '0' && c <= '9') ? scan_number(s)
                                                     : scan_word(s, "null");
    return good ? STEP_AFTER : STEP_FAILED;
}

static step scan_after(scanner *s)
{
    skip_space(s);
    char c = peek(s);
    if (s->depth == 0) {
        if (s->at == s->length)
            return STEP_DONE;
        if (!fail_leftover(s))
            fail_at(s, s->at, "something follows the end of the JSON value", "remove it");
        return STEP_FAILED;
    }
    bool object = s->object[s->depth - 1];
    if (c == ',') {
        s->at++;
        return object ? scan_name(s) : STEP_VALUE;
    }
    if (c == (object ? '}' : ']')) {
        s->at++;
        s->depth--;
        return STEP_AFTER;
    }
    if (s->at >= s->length)
        fail_at(s, s->at, "the text ends inside a bracket", "the file seems cut: restore it");
    else if (!fail_leftover(s))
        fail_at(s, s->at, object ? "a comma or } is missing here" : "a comma or ] is missing here", "add it");
    return STEP_FAILED;
}

bool vvi_json_check(const char *text, size_t length, vvi_json_scan *scan)
{
    *scan = (vvi_json_scan){.code = VV_OK};
    scanner s = {.text = text, .length = length, .out = scan};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        return fail_at(&s, 0, "the text begins with a byte order mark", "save it as UTF-8 without one");
    step next = STEP_VALUE;
    while (next < STEP_DONE)
        next = next == STEP_VALUE ? scan_value(&s) : scan_after(&s);
    return next == STEP_DONE;
}
