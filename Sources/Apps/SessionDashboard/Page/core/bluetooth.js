// A strap that the browser itself connects to; its packets go to the server as they came.

import { live } from "./live.js";

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

  constructor() {
    live.on("ended", () => this.release());
    live.on("welcome", () => this.#introduce());
  }

  get isChosen() {
    return this.#device !== null;
  }

  /** Asks the person for a strap; needs their click. Throws where they choose none. */
  async choose() {
    const device = await navigator.bluetooth.requestDevice({
      filters: [{ services: ["heart_rate"] }],
      optionalServices: ["battery_service"],
    });
    this.release();
    this.#device = device;
    device.ongattserverdisconnected = () => this.#lost();
  }

  /** Connects to the chosen strap and hands on what it sends. */
  async connect() {
    const device = this.#device;
    const server = await device.gatt.connect();
    const heart = await server.getPrimaryService("heart_rate");
    const measurement = await heart.getCharacteristic("heart_rate_measurement");
    this.#introduce();
    measurement.oncharacteristicvaluechanged = ({ target }) =>
      live.send({ type: "packet", hex: hex(target.value) });
    await measurement.startNotifications();
    this.#failures = 0;
    await this.#charge(server).catch(() => {}); // Not every strap tells.
  }

  /** Lets go of the strap. */
  release() {
    const device = this.#device;
    this.#device = null;
    if (device) device.ongattserverdisconnected = null;
    device?.gatt.disconnect();
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

  #lost() {
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
