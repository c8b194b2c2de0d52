// Sends a chosen file in pieces. A piece that did not arrive is sent again, and after a break the file goes on where
// the server has it.

import { api } from "../core/api.js";
import { notice } from "../core/notices.js";

const pieceBytes = 1 << 20;
const tries = 5;
const waitMs = 1000;
/** The server's disk has no space for the file. */
const insufficientStorage = 507;

class Uploads {
  /** {name, size, sent, isStuck, reason}; null where nothing is sent. */
  current = null;
  /** Why the last file was not kept: {code, text}, as the server says it of a file that it has read; else null. */
  refusal = null;
  #file = null;
  #id = null;
  #serial = 0;
  #listeners = new Set();

  /** Calls `action()` after each change; gives what ends that. */
  onChange(action) {
    this.#listeners.add(action);
    return () => this.#listeners.delete(action);
  }

  #change(values) {
    this.current = values === null ? null : { ...this.current, ...values };
    for (const action of [...this.#listeners]) action();
  }

  begin(file) {
    this.#file = file;
    this.#id = null;
    this.refusal = null;
    this.#change({ name: file.name, size: file.size, sent: 0, isStuck: false, reason: null });
    this.#send();
  }

  /** Goes on after a break. */
  resume = () => {
    if (this.#file === null) return;
    this.#change({ isStuck: false, reason: null });
    this.#send();
  };

  cancel() {
    const id = this.#id;
    this.#forget();
    if (id !== null) api.dropUpload(id).catch(() => {});
  }

  #forget() {
    this.#serial += 1;
    this.#file = null;
    this.#id = null;
    this.#change(null);
  }

  async #send() {
    const serial = ++this.#serial;
    const file = this.#file;
    const isCurrent = () => serial === this.#serial;
    try {
      // The server knows a file that was begun before by its name, size and date.
      const begun = await api.beginUpload({ name: file.name, size: file.size, modifiedMs: file.lastModified });
      if (!isCurrent()) {
        api.dropUpload(begun.id).catch(() => {});
        return;
      }
      this.#id = begun.id;
      let sent = begun.received;
      this.#change({ sent });
      while (sent < file.size) {
        sent = await this.#piece(begun.id, file, sent, isCurrent);
        if (!isCurrent()) return;
        this.#change({ sent });
      }
      await api.importUpload(begun.id);
      if (isCurrent()) this.#forget();
    } catch (error) {
      if (!isCurrent()) return;
      if (error.status === insufficientStorage) {
        this.refusal = { code: "no_room", text: error.message };
        return this.#forget();
      }
      if (error.status === 0 || error.status >= 500) return this.#change({ isStuck: true, reason: error.message });
      this.cancel();
      notice(error.message, "error");
    }
  }

  /** Sends one piece, again where the line fell; gives how much the server has. */
  async #piece(id, file, offset, isCurrent) {
    for (let left = tries; ; left -= 1) {
      try {
        return (await api.sendPiece(id, offset, file.slice(offset, offset + pieceBytes))).received;
      } catch (error) {
        // Where the server has another length, it says which.
        if (error.status === 409) return (await api.upload(id)).received;
        if (error.status !== 0 || left <= 1 || !isCurrent()) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }
}

export const uploads = new Uploads();
