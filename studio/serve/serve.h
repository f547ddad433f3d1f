/* The small server behind `verve studio`: it hands the page's files to a browser on the same machine, and reads and
 * writes one project folder for it. It computes nothing and understands nothing of projects but their names.
 *
 * ---- Who may talk to it ----------------------------------------------------------------------------------------------
 *
 * It listens on 127.0.0.1 only, at http://127.0.0.1:PORT/TOKEN/ with a TOKEN of 128 random bits. Every request passes one
 * gate (gate.c) before any of its body is read:
 *
 *   Host                 127.0.0.1:PORT or localhost:PORT, else 403: a name that was bound to this address afterwards
 *   Origin               http://127.0.0.1:PORT or http://localhost:PORT; may be missing for GET only; else 403
 *   Sec-Fetch-Site       same-origin or none, if there; else 403
 *   TOKEN                compared in constant time; else 404, the same for everything
 *   method, path, size   of the table in routes.c; else 405, 404 or 400, 413
 *
 * Errors are JSON {"message": what is wrong, "remedy": what to do}: 400 bad request, 403 refused, 404 not there,
 * 405 method, 411 a body without Content-Length, 409 somebody else writes it, 412 changed meanwhile, 413 too large, 500 the disk failed, 503 busy,
 * 507 disk full.
 *
 * A connection carries one request. Until it has shown TOKEN it is a stranger: it is closed after 2 seconds at most, whatever
 * it does, and where there are 256 of them the oldest goes. Connections that have shown TOKEN have 128 places of their own and
 * are read first; one that is silent for 15 seconds is closed, and where all are taken the one that was silent for longest.
 * So nobody without TOKEN keeps the owner out (connections.c).
 *
 * ---- What it answers (relative to /TOKEN/) ----------------------------------------------------------------------------
 *
 * POST /return                 without TOKEN, for a page whose server was started again on the same project and port (return.c).
 *                              {"nonce"} → {"start", "proof"}; {"nonce", "start", "proof"} → {"token"}, else 403. A nonce is 32
 *                              hexadecimal digits of the page's; a proof is HMAC-SHA256 with the key of api/state, of the text
 *                              "verve WHO NONCE START PORT" where WHO is "server" or "page". 404 while no project is open
 * GET  (empty), app.js …       the page's files: those that were in its folder at the start
 * GET  api/state               {"mode": "project"|"gallery", "name", "folder", "version", "video": there is an ffmpeg,
 *                              "key": for /return, "" without a project}
 * GET  api/gallery             {"examples": [{"id", "name", "about", "scene"}], "recent": [{"id", "name", "changed"}]}
 * GET  api/examples/ID/PATH    a file of a shipped example
 * GET  api/recent/ID/PATH      a file of a project in the projects' home
 * POST api/open                {"example": ID}: a copy in the home is opened | {"recent": ID} | {"new": NAME}; → api/state.
 *                              Pages that had another project open get {"type": "closed"}
 * POST api/close               back to the gallery; → api/state
 * GET  api/project/PATH        a file of the open project, with ETag: "16 hexadecimal digits of vv_hash_bytes, seed 0".
 *                              A journal that is not there reads as an empty one
 * PUT  api/project/PATH        replaces project.json, journal.jsonl or a file in art/, clips/ or forms/, whole or not at all;
 *                              → {"hash"}. If-Match: "hash" or *, If-None-Match: *; project.json needs one of them.
 *                              project-kept-N.json can be made, never replaced
 * POST api/journal             appends the body to journal.jsonl, on the disk when the answer comes; → {"size"}.
 *                              X-Verve-Offset: the size that the journal must have, else 412 with "size" beside the message
 * POST api/journal/keep        renames journal.jsonl to journal-kept-N.jsonl; → {"name"}
 * POST api/writer              → {"writer": ID}. 409 while another page writes, unless the body is {"take": true}
 * GET  api/events?writer=ID    server-sent events: {"type": "hello"}, {"type": "file", "path", "hash" (null: it is gone)}
 *                              when another program changed a file, {"type": "taken"}, {"type": "closed"};
 *                              a comment every 2 seconds
 * POST api/export              → {"job"}; see jobs.h for what can be asked
 * GET  api/export/JOB          {"progress": 0…1, "done", "error": null or a sentence, "name", "bytes"}
 * GET  api/export/JOB/file     the finished file
 * DELETE api/export/JOB        ends it and removes its file; → {}
 *
 * PUT, api/journal and api/journal/keep need X-Verve-Writer: the ID that api/writer gave last. A page writes until
 * another takes over; another may, without force, once the writer's event stream has been gone for 5 seconds. */
#ifndef VV_SERVE_H
#define VV_SERVE_H

#include <verve/base.h>

#define VV_SERVE_PORT 8737u

typedef struct vv_serve_def {
    const char *project;  /* folder or project.json to open; NULL: the gallery */
    const char *page;     /* folder with index.html; NULL: beside the program, or ../share/verve/page */
    const char *home;     /* where projects are made; NULL: $VERVE_HOME, or ~/Verve */
    const char *examples; /* NULL: share/verve/examples beside the program, or those of the sources it was built from */
    uint32_t port;        /* VV_NONE: the project's last one, or VV_SERVE_PORT or the next free one; 0: any */
    bool browser;         /* open one, where there is a display */
} vv_serve_def;

/* Serves until it is interrupted (SIGINT, SIGTERM, SIGHUP). Prints the address on standard output first. */
vv_result vv_serve(const vv_serve_def *def, vv_error *error);

#endif
