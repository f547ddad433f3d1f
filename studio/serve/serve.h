/* The local HTTP server behind `verve studio`: it serves the page's files to a browser on the same machine, and reads
 * and writes one project folder for it. It computes nothing; of a project it reads only names.
 *
 * ---- Access control -------------------------------------------------------------------------------------------------
 *
 * It listens on 127.0.0.1 only, at http://127.0.0.1:PORT/TOKEN/ with a TOKEN of 128 random bits. Every request passes
 * one gate (gate.c) before any of its body is read:
 *
 *   Host                 127.0.0.1:PORT or localhost:PORT, else 403: this stops DNS rebinding
 *   Origin               http://127.0.0.1:PORT or http://localhost:PORT; may be missing for GET only; else 403
 *   Sec-Fetch-Site       same-origin or none, if present; else 403
 *   TOKEN                compared in constant time; else 404, the same for every path
 *   method, path, size   those of the table in routes.c; else 405, 404 or 400, 413
 *
 * Errors are JSON {"message": what is wrong, "remedy": what to do}: 400 bad request, 403 refused, 404 not found, 405
 * wrong method, 409 another page has write access, 411 a body without Content-Length, 412 changed in the meantime,
 * 413 too large, 500 the disk failed, 503 busy, 507 disk full.
 *
 * A connection carries one request, and is unauthenticated until it has presented TOKEN. An unauthenticated
 * connection is closed after 2 seconds at most, whatever it does; there are at most 256 of them, and a new one
 * replaces the oldest. Authenticated connections have a separate pool of 128 and are read first. One that is silent
 * for 15 seconds is closed, and when the pool is full, a new one replaces the one that was silent for longest. So
 * clients without TOKEN cannot exhaust the server (connections.c).
 *
 * ---- Requests (relative to /TOKEN/) ---------------------------------------------------------------------------------
 *
 * POST /return                 without TOKEN, for a page whose server was restarted on the same project and port
 *                              (return.c). {"nonce"} → {"start", "proof"}; {"nonce", "start", "proof"} → {"token"},
 *                              else 403. The page chooses the nonce, 32 hexadecimal digits. A proof is the
 *                              HMAC-SHA256, with the key of api/state, of the text "verve WHO NONCE START PORT" where
 *                              WHO is "server" or "page". 404 while no project is open
 * GET  (empty), app.js …       the page's files: those that were in its folder when the server started
 * GET  api/state               {"mode": "project"|"gallery", "name", "folder", "version", "video": whether ffmpeg is
 *                              installed, "key": for /return, "" if no project is open}
 * GET  api/gallery             {"examples": [{"id", "name", "about", "scene"}], "recent": [{"id", "name",
 *                              "changed"}]}
 * GET  api/examples/ID/PATH    a file of a shipped example
 * GET  api/recent/ID/PATH      a file of a project in the projects' home
 * POST api/open                {"example": ID} opens a copy made in the home | {"recent": ID} | {"new": NAME}; →
 *                              api/state. Pages that had another project open receive {"type": "closed"}
 * POST api/close               returns to the gallery; → api/state
 * GET  api/project/PATH        a file of the open project, with ETag: "16 hexadecimal digits of vv_hash_bytes, seed
 *                              0". A missing journal reads as an empty one
 * PUT  api/project/PATH        replaces project.json, journal.jsonl or a file in art/, clips/, forms/ or creatures/
 *                              atomically; → {"hash"}. If-Match: "hash" or *, If-None-Match: *; project.json needs
 *                              one of them. project-kept-N.json can be created, never replaced
 * POST api/journal             appends the body to journal.jsonl and answers once it is on the disk; → {"size"}.
 *                              X-Verve-Offset: the size that the journal must have, else 412 with "size" beside the
 *                              message
 * POST api/journal/keep        renames journal.jsonl to journal-kept-N.jsonl; → {"name"}
 * POST api/writer              requests write access; → {"writer": ID}. 409 while another page has it, unless the
 *                              body is {"take": true}
 * GET  api/events?writer=ID    server-sent events: {"type": "hello"}; {"type": "file", "path", "hash" (null:
 *                              deleted)} when another program changed a file; {"type": "taken"}; {"type": "closed"};
 *                              a comment every 2 seconds
 * POST api/export              starts an export; → {"job"}; jobs.h describes the body
 * GET  api/export/JOB          {"progress": 0…1, "done", "error": null or a sentence, "name", "bytes"}
 * GET  api/export/JOB/file     the finished file
 * DELETE api/export/JOB        cancels the export and removes its file; → {}
 *
 * PUT, api/journal and api/journal/keep need X-Verve-Writer: the ID that api/writer returned last. A page keeps write
 * access until another takes over; another gets it without "take" once the event stream of the first has been gone
 * for 5 seconds. */
#ifndef VV_SERVE_H
#define VV_SERVE_H

#include <verve/base.h>

#define VV_SERVE_PORT 8737u

typedef struct vv_serve_def {
    const char *project;  /* folder or project.json to open; NULL: show the gallery */
    const char *page;     /* folder with index.html; NULL: beside the program, or ../share/verve/page */
    const char *home;     /* where projects are created; NULL: $VERVE_HOME, or ~/Verve */
    const char *examples; /* NULL: share/verve/examples beside the program, or those of the sources it was built from */
    uint32_t port;        /* VV_NONE: the project's last port, else the first free one from VV_SERVE_PORT; 0: any */
    bool browser;         /* open a browser, if there is a display */
} vv_serve_def;

/* Prints the address on standard output, then serves until SIGINT, SIGTERM or SIGHUP. */
vv_result vv_serve(const vv_serve_def *def, vv_error *error);

#endif
