// The ECG of a strap that has Polar's measurement data service, such as an H10.

const uuid = (number) => `fb005c8${number}-02e7-f387-1cad-8acd2d8df0c8`;

/** What a page has to name when it asks for the strap, or it may not use it. */
export const measurementService = uuid(0);
const control = uuid(1);
const data = uuid(2);

/** Start the ECG (stream 0): 130 Hz (setting 0), 14 bits (setting 1). */
const startOrder = Uint8Array.of(2, 0, 0, 1, 130, 0, 1, 1, 14, 0);
const stopOrder = Uint8Array.of(3, 0);

/** An answer of the control characteristic: this, the order, the stream, a status. */
const responseMarker = 0xf0;
/** Statuses under which the ECG comes: it was started, or it runs already. */
const running = [0, 6];

/**
 * Starts the ECG. Throws where the strap has none.
 *
 * - hand(characteristic, view): gets every value of the service
 * - refused(): is called where the strap answers that it will not
 *
 * Gives what stops it again: without that a strap sends until its battery is empty.
 */
export async function startECG(server, hand, refused) {
  const service = await server.getPrimaryService(measurementService);
  const controls = await listen(service, control, (view) => {
    hand(control, view);
    if (isRefusal(view)) refused();
  });
  await listen(service, data, (view) => hand(data, view));
  await controls.writeValueWithResponse(startOrder);
  return () => controls.writeValueWithResponse(stopOrder);
}

async function listen(service, name, onValue) {
  const characteristic = await service.getCharacteristic(name);
  characteristic.oncharacteristicvaluechanged = ({ target }) => onValue(target.value);
  await characteristic.startNotifications();
  return characteristic;
}

function isRefusal(view) {
  const [marker, order, stream, status] = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return marker === responseMarker && order === startOrder[0] && stream === startOrder[1] && !running.includes(status);
}
