/** The storage of this browser: texts under keys in IndexedDB, changed in transactions. */

const SHELF = "kept";

/** @param {string} name @returns {Promise<IDBDatabase>} */
function opened(name) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(SHELF);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** All entries whose key has this prefix. @param {string} prefix */
const range = (prefix) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Open the storage, if this browser allows it. @param {string} name */
export async function openStorage(name) {
  let database = await opened(name);
  /** @param {IDBTransactionMode} mode */
  const begin = async (mode) => {
    try {
      return database.transaction(SHELF, mode);
    } catch {
      database = await opened(name); // the browser has closed it in the meantime
      return database.transaction(SHELF, mode);
    }
  };
  return {
    /** @param {string} prefix @returns {Promise<string>} pairs of key and text as JSON, in the order of the keys */
    async read(prefix) {
      const shelf = (await begin("readonly")).objectStore(SHELF);
      const [keys, texts] = await Promise.all(
        [shelf.getAllKeys(range(prefix)), shelf.getAll(range(prefix))].map(result),
      );
      return JSON.stringify(
        keys.map((/** @type {string} */ key, /** @type {number} */ at) => [key, texts[at]]),
      );
    },
    /** @param {string} changes as JSON: what, key and text of each @returns {Promise<boolean>} */
    async change(changes) {
      const under_way = await begin("readwrite"),
        shelf = under_way.objectStore(SHELF);
      let refused = false;
      const refuse = () => {
        refused = true;
        under_way.abort();
      };
      const done = new Promise((resolve, reject) => {
        under_way.oncomplete = () => resolve(true);
        under_way.onabort = () =>
          refused ? resolve(false) : reject(under_way.error ?? new Error("aborted"));
      });
      for (const [what, key, text] of JSON.parse(changes)) {
        if (what === "put") shelf.put(text, key);
        else if (what === "gone") shelf.delete(range(key));
        else if (what === "has")
          shelf.getKey(key).onsuccess = ({ target }) =>
            /** @type {IDBRequest} */ (target).result === undefined && refuse();
        else
          shelf.add(text, key).onerror = (event) => {
            if (/** @type {IDBRequest} */ (event.target).error?.name !== "ConstraintError") return;
            event.preventDefault();
            refuse();
          };
      }
      return /** @type {Promise<boolean>} */ (done);
    },
  };
}

/** @param {IDBRequest} asked @returns {Promise<any>} */
function result(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
