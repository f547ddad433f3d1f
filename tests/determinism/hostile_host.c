/* A host with another floating-point environment, put between a program and every public function of the library:
 * hostile_host.py makes one trampoline a function, the linker's --wrap leads calls to them. Each call is made under the
 * next environment of the list in VV_HOST (all of them by default); on return the environment must be the one of the
 * call, and the caller's is set again, so that what the program itself computes stays as it is. With `traps` any
 * arithmetic outside the guard that rounds is a SIGFPE at its place.
 *
 * VV_HOST_LOG=FILE: appends the name and the number of calls of each public function that was called. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct record { /* of a public function, as the trampolines lay it out */
    void *function;
    const char *name;
    uint64_t calls;
} record;

typedef struct frame { /* of a call under way */
    void *back;        /* where it returns to */
    record *called;
    uint32_t before, hostile, after, unused; /* MXCSR */
} frame;

#define FRAMES 256
frame host_frames[FRAMES];
uint64_t host_depth;
uint32_t host_words[8], host_word_count, host_next;
extern record host_records[], host_records_end[];

/* Keeps every register in which arguments come, apart from r10 and r11, and on the way back those of results. */
__asm__(".text\n"
        ".globl host_call\n"
        "host_call:\n" /* r11: the record */
        "    pushq %rax\n"
        "    pushq %rcx\n"
        "    incq 16(%r11)\n"
        "    movq host_depth(%rip), %r10\n"
        "    cmpq $255, %r10\n"
        "    jae host_too_deep\n"
        "    incq host_depth(%rip)\n"
        "    shlq $5, %r10\n"
        "    leaq host_frames(%rip), %rax\n"
        "    addq %rax, %r10\n"
        "    movq 16(%rsp), %rax\n"
        "    movq %rax, 0(%r10)\n"
        "    movq %r11, 8(%r10)\n"
        "    movl host_next(%rip), %eax\n"
        "    incl %eax\n"
        "    cmpl host_word_count(%rip), %eax\n"
        "    jb 1f\n"
        "    xorl %eax, %eax\n"
        "1:  movl %eax, host_next(%rip)\n"
        "    leaq host_words(%rip), %rcx\n"
        "    movl (%rcx,%rax,4), %eax\n"
        "    movl %eax, 20(%r10)\n"
        "    stmxcsr 16(%r10)\n"
        "    ldmxcsr 20(%r10)\n"
        "    leaq host_return(%rip), %rax\n"
        "    movq %rax, 16(%rsp)\n"
        "    popq %rcx\n"
        "    popq %rax\n"
        "    jmp *(%r11)\n"
        "host_return:\n"
        "    movq host_depth(%rip), %r10\n"
        "    decq %r10\n"
        "    movq %r10, host_depth(%rip)\n"
        "    shlq $5, %r10\n"
        "    leaq host_frames(%rip), %r11\n"
        "    addq %r11, %r10\n"
        "    stmxcsr 24(%r10)\n"
        "    ldmxcsr 16(%r10)\n"
        "    movl 24(%r10), %r11d\n"
        "    xorl 20(%r10), %r11d\n"
        "    andl $0xffffffc0, %r11d\n" /* all but the flags */
        "    jnz 2f\n"
        "    jmp *(%r10)\n"
        "2:  movq %r10, %rdi\n"
        "    andq $-16, %rsp\n"
        "    call host_was_changed\n"
        "host_too_deep:\n"
        "    ud2\n");

__attribute__((noreturn, used)) void host_was_changed(const frame *f)
{
    fprintf(stderr, "%s: the host's MXCSR was %08x and is %08x after the call\n", f->called->name, f->hostile,
            f->after);
    exit(1);
}

static void write_log(void)
{
    const char *path = getenv("VV_HOST_LOG");
    FILE *file = path ? fopen(path, "a") : NULL;
    for (const record *r = host_records; file && r < host_records_end; r++)
        if (r->calls)
            fprintf(file, "%s %llu\n", r->name, (unsigned long long)r->calls);
    if (file)
        fclose(file);
}

__attribute__((constructor)) static void choose(void)
{
    static const struct {
        const char *name;
        uint32_t word;
    } environments[] = {
        {"flush", 0x9fc0}, {"down", 0x3f80}, {"up", 0x5f80}, {"zero", 0x7f80}, {"traps", 0x0000},
    };
    const char *wanted = getenv("VV_HOST");
    for (size_t i = 0; i < sizeof environments / sizeof *environments; i++)
        if (!wanted || strcmp(wanted, environments[i].name) == 0)
            host_words[host_word_count++] = environments[i].word;
    if (host_word_count == 0) {
        fprintf(stderr, "VV_HOST is %s; it must be flush, down, up, zero or traps\n", wanted);
        exit(2);
    }
    atexit(write_log);
}
