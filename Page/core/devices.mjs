// SPDX-License-Identifier: MIT

/** How many colours devices have. */
const colors = 6

/** That of a device of which the status does not tell. */
export const noColor = 0

/** The devices as the server tells them, each with its colour: a number from 1, by its place among them. */
export const coloredDevices = (devices) =>
  devices.map((device, place) => ({ ...device, color: place % colors + 1 }))

/** What stands for a device without a name. */
const digitsOf = (id) => `Device ${id.slice(0, 4)}`

/**
 * The device on which a version of a text was written, as its history shows it.
 *
 * @param {{ devices: object[], name: string|null, device: string|null }} status
 * @param {{ device: string|null, deviceName: string|null }} version
 * @returns {{ id: string, name: string, color: number }|null} null if it is not known
 */
export function writerOf(status, { device: id, deviceName = null }) {
  if (!id) return null
  const found = coloredDevices(status.devices).find((device) => device.id === id)
  const isHere = id === status.device || found?.isThisDevice
  const name = isHere ? status.name ?? 'This device' : found?.name ?? deviceName ?? digitsOf(id)
  return { id, name, color: found?.color ?? (isHere ? 1 : noColor) }
}

/**
 * The device of edits that came, as rows and arrivals show it; null if it is not known. What came from this device
 * `isOwn`: its command line made it, or a page in another browser. So did all edits where no other device was met.
 *
 * @param {{ devices: object[], name: string|null, device: string|null }} status
 * @param {string|null} [writer] Its id.
 * @returns {{ id: string|null, name: string, color: number, isOwn?: true }|null}
 */
export function deviceOf(status, writer) {
  const devices = coloredDevices(status.devices)
  const isAlone = devices.every(({ isThisDevice }) => isThisDevice)
  const id = writer ?? (isAlone ? status.device : null)
  const found = devices.find((device) => device.id === id)
  const isOwn = found?.isThisDevice || (id === null ? isAlone : id === status.device)
  if (isOwn) return { id, name: status.name ?? 'This device', color: found?.color ?? 1, isOwn: true }
  return found ? { id, name: found.name ?? digitsOf(id), color: found.color } : null
}
