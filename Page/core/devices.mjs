// SPDX-License-Identifier: MIT

/** How many colours devices have. */
const colors = 6

/** The devices as the server tells them, each with its colour: a number from 1, in the order they were met. */
export const coloredDevices = (devices) =>
  devices.map((device, place) => ({ ...device, color: place % colors + 1 }))

/**
 * A device as rows and arrivals show it; null for this one, and for one that is not known.
 *
 * @returns {{ id: string, name: string, color: number }|null}
 */
export function deviceOf(devices, id) {
  const found = id ? coloredDevices(devices).find((device) => device.id === id) : null
  if (!found || found.isThisDevice) return null
  return { id, name: found.name ?? `Device ${id.slice(0, 4)}`, color: found.color }
}
