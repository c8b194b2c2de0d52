// A strap that the browser itself connects to; its packets go to the server as they came.

import { t } from "./language.js";
import { live } from "./live.js";
import { notice } from "./notices.js";
import { measurementService, startECG } from "./polar-ecg.js";

const reconnectMs = [500, 1000, 2000, 4000, 8000];

/** Why this browser cannot: "insecure", "absent", or null where it can. */
export function bluetoothObstacle() {
  if (navigator.bluetooth) return null;
  return isSecureContext ? "absent" : "insecure";
}

/** Bytes of a DataView as hex. */
export function hex(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Strap {
  #device = null;
  #failures = 0;
  #timer = 0;
  /** Whether it serves a session, or was only chosen for the next one. */
  #isInUse = false;
  #wantsECG = false;
  /** Stops the ECG; null where none runs. */
  #stopECG = null;

  constructor() {
    live.on("ended", () => this.#isInUse && this.release());
    live.on("welcome", ({ session }) => {
      // The session may have ended while the line was down.
      if (session === null && this.#isInUse) this.release();
      else this.#introduce();
    });
    // A page that is closed leaves no ECG behind that runs on.
    addEventListener("pagehide", () => this.#stopECG?.().catch(() => {}));
  }

  get isChosen() {
    return this.#device !== null;
  }

  /** Asks the person for a strap; needs their click. Throws where they choose none. */
  async choose({ ecg = false } = {}) {
    const device = await navigator.bluetooth.requestDevice({
      filters: [{ services: ["heart_rate"] }],
      optionalServices: ["battery_service", measurementService],
    });
    await this.release();
    this.#device = device;
    this.#wantsECG = ecg;
    device.ongattserverdisconnected = () => this.#lost();
  }

  /** Connects to the chosen strap and hands on what it sends. */
  async connect() {
    const device = this.#device;
    this.#isInUse = true;
    this.#stopECG = null;
    const server = await device.gatt.connect();
    const heart = await server.getPrimaryService("heart_rate");
    const measurement = await heart.getCharacteristic("heart_rate_measurement");
    this.#introduce();
    measurement.oncharacteristicvaluechanged = ({ target }) =>
      live.send({ type: "packet", hex: hex(target.value) });
    await measurement.startNotifications();
    this.#failures = 0;
    await this.#charge(server).catch(() => {}); // Not every strap reports it.
    if (this.#wantsECG) await this.#beginECG(server);
  }

  /** Lets go of the strap; its ECG, which would run on, is stopped before. */
  async release() {
    const device = this.#device;
    const stopECG = this.#stopECG;
    this.#device = this.#stopECG = null;
    this.#isInUse = false;
    clearTimeout(this.#timer);
    if (device === null) return;
    device.ongattserverdisconnected = null;
    await stopECG?.().catch(() => {}); // It may be out of reach.
    device.gatt.disconnect();
  }

  #introduce() {
    if (this.#device) live.send({ type: "device", name: this.#device.name ?? "" });
  }

  async #charge(server) {
    const service = await server.getPrimaryService("battery_service");
    const level = await service.getCharacteristic("battery_level");
    const value = await level.readValue();
    live.send({ type: "charge", percent: value.getUint8(0) });
  }

  async #beginECG(server) {
    const hand = (chr, value) => live.send({ type: "packet", hex: hex(value), chr });
    try {
      const stopECG = await startECG(server, hand, () => this.#lackECG());
      if (this.#wantsECG) this.#stopECG = stopECG;
    } catch {
      // Where the link was lost meanwhile, it is tried again with the next one.
      if (server.connected) this.#lackECG();
    }
  }

  /** The strap sends no ECG, and is not asked again: the session goes on with its intervals. */
  #lackECG() {
    if (!this.#wantsECG) return;
    this.#wantsECG = false;
    this.#stopECG = null;
    live.send({ type: "no_ecg" });
    notice(t("bluetooth.noECG"));
  }

  #lost() {
    this.#stopECG = null;
    live.send({ type: "link", up: false });
    this.#retry();
  }

  #retry() {
    const device = this.#device;
    if (!device) return;
    const wait = reconnectMs[Math.min(this.#failures, reconnectMs.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#device === device) this.connect().catch(() => this.#retry());
    }, wait);
  }
}

export const strap = new Strap();
