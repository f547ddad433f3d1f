// The browser's database: projects of the studio that is one HTML file, and, for every kind of storage, what was not yet
// written when a page went away.

const NAME = "verve";
const VERSION = 1;

// Stores: "projects" by id; "files" by [project, path]; "journal" by a running number, found by project; "stash" by key.
let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
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
        opening = null;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opening = null;
      reject(request.error ?? new Error("The browser keeps no data for this page."));
    };
  });
  return opening;
}

export type StoreName = "projects" | "files" | "journal" | "stash";

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser's database did not answer."));
  });

// Runs `work` in one transaction; resolved when all of it is on the disk, rejected with nothing changed.
export async function transact<T>(
  names: readonly StoreName[],
  mode: "readonly" | "readwrite",
  work: (store: (name: StoreName) => IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  const database = await open();
  const transaction = database.transaction([...names], mode, { durability: mode === "readwrite" ? "strict" : "default" });
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("The browser's database took back what was written."));
  });
  done.catch(() => {}); // told through `await done` below, or by `work` itself
  let result: T;
  try {
    result = await work((name) => transaction.objectStore(name));
  } catch (problem) {
    try {
      transaction.abort();
    } catch {
      // it has ended by itself
    }
    throw problem;
  }
  await done;
  return result;
}
