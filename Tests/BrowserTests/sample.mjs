// SPDX-License-Identifier: MIT
//
// Runs what the README shows for keeping two browsers in step, with a channel and two
// text areas made up, and says how it ends.
//
// Usage: node sample.mjs MODULE README MINE YOURS     (the last two: saved texts, in Base64)

import { readFileSync } from 'node:fs'
import { loadDecent } from '../../Browser/decent.mjs'

const [, , modulePath, readmePath, ...saved] = process.argv
const { ReplicatingText } = await loadDecent(readFileSync(modulePath))
const sample = readFileSync(readmePath, 'utf8').split('```').find(
  (block) => block.startsWith('js\n') && block.includes('channel.addEventListener'))
const run = new Function('text', 'channel', 'area', 'alert', sample.slice(3))

const onTheWay = []
const sides = saved.map((base64) => {
  const side = { text: ReplicatingText.load(Buffer.from(base64, 'base64')), isClosed: false }
  side.area = {
    value: side.text.toString(), readOnly: false,
    addEventListener: (_, listener) => { side.onInput = listener },
  }
  side.channel = {
    postMessage: (data) => onTheWay.push({ from: side, data: structuredClone(data) }),
    addEventListener: (_, listener) => { side.onMessage = listener },
    close: () => { side.isClosed = true },
  }
  run(side.text, side.channel, side.area, (words) => { side.alert = words })
  return side
})

for (const [index, side] of sides.entries()) {
  side.area.value += index
  side.onInput()
}
let count = 0
for (; onTheWay.length > 0 && count < 100; count++) {
  const { from, data } = onTheWay.shift()
  for (const side of sides) if (side !== from && !side.isClosed) side.onMessage({ data })
}
console.log(count < 100 ? 'at rest' : 'without end')
for (const { area, alert } of sides) {
  console.log(`${JSON.stringify(area.value)}${area.readOnly ? ` stopped: ${alert}` : ''}`)
}
