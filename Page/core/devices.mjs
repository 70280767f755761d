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
 * A device as rows and arrivals show it; null for this one, and for one that is not known.
 *
 * @returns {{ id: string, name: string, color: number }|null}
 */
export function deviceOf(devices, id) {
  const found = id ? coloredDevices(devices).find((device) => device.id === id) : null
  if (!found || found.isThisDevice) return null
  return { id, name: found.name ?? digitsOf(id), color: found.color }
}
