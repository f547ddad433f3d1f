// The browser's database. It holds the projects of the studio that is one HTML file and, for every kind of storage,
// what was not written yet when a page was closed.

const NAME = "verve";
const VERSION = 1;

// Stores: "projects" by id; "files" by [project, path]; "journal" by a sequence number, indexed by project; "stash" by
// key.
class Database {
    private opening: Promise<IDBDatabase> | null = null;

    open(): Promise<IDBDatabase> {
        return (this.opening ??= new Promise((resolve, reject) => {
            const request = indexedDB.open(NAME, VERSION);
            request.onupgradeneeded = () => {
                const database = request.result;
                database.createObjectStore("projects", { keyPath: "id" });
                database.createObjectStore("files");
                database.createObjectStore("journal", { autoIncrement: true }).createIndex("project", "project");
                database.createObjectStore("stash");
            };
            request.onsuccess = () => {
                request.result.onversionchange = () => {
                    request.result.close();
                    this.opening = null;
                };
                resolve(request.result);
            };
            request.onerror = () => {
                this.opening = null;
                reject(request.error ?? new Error("The browser does not let this page store data."));
            };
        }));
    }
}
const shared = new Database(); // shared by the whole page

export type StoreName = "projects" | "files" | "journal" | "stash";

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("The browser's database did not answer."));
    });

// Runs `work` in one transaction. Resolves when all of it is stored; rejects with nothing changed.
export async function transact<T>(
    names: readonly StoreName[],
    mode: "readonly" | "readwrite",
    work: (store: (name: StoreName) => IDBObjectStore) => Promise<T> | T,
): Promise<T> {
    const database = await shared.open();
    const transaction = database.transaction([...names], mode, {
        durability: mode === "readwrite" ? "strict" : "default",
    });
    const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () =>
            reject(transaction.error ?? new Error("The browser's database discarded what was written."));
    });
    done.catch(() => {}); // reported through `await done` below, or by `work` itself
    let result: T;
    try {
        result = await work((name) => transaction.objectStore(name));
    } catch (problem) {
        try {
            transaction.abort();
        } catch {
            // the transaction has already ended
        }
        throw problem;
    }
    await done;
    return result;
}
