// SPDX-License-Identifier: MIT

import { openNotebook } from './notebook.mjs'
import { MemoryStorage } from './storage-memory.mjs'

/**
 * A notebook in memory with sample notes, and a second page of it, "Pixel", that types now and then.
 *
 * @param {object} [options]
 * @param {object} [options.module] The classes of decent-notes.wasm; by default they are loaded.
 * @param {boolean} [options.isTyping] Whether the other page types.
 */
export async function openSample({ module, isTyping = true } = {}) {
  module ??= await (await import('../decent.mjs')).loadDecentNotes()
  const storage = new MemoryStorage()
  const channelName = `sample-${Math.random()}`
  const open = () => openNotebook({ module, storage, channel: new BroadcastChannel(channelName) })
  const notebook = await open()
  const other = await open()
  const ids = samples.map((parts) => notebook.create(parts))
  await notebook.save()
  await notebook.edit([ids[0]], { isPinned: true })
  await notebook.edit([ids[3]], { priority: 3 })
  await notebook.edit([ids[7]], { priority: 1 })
  await notebook.edit([ids[9]], { isTrashed: true })
  const typing = isTyping ? startTyping(other, ids) : null
  const { close } = notebook
  notebook.close = () => {
    clearInterval(typing)
    other.close()
    close.call(notebook)
  }
  return notebook
}

/** Lets a page type a word every few seconds, letter by letter. */
function startTyping(page, ids) {
  const words = ' and then we walked home along the river. '
  let [note, place, turn] = [null, 0, 0]
  return setInterval(async () => {
    if (turn++ % 100 > words.length) return
    note ??= await page.open(ids[4])
    const letter = words[place++ % words.length]
    note.replace(note.length, note.length, letter)
    if (place % words.length === 0) {
      note.close()
      note = null
    }
  }, 150)
}

const samples = [
  { title: 'Shopping', folder: 'Home', tags: ['home', 'week'],
    text: '- [ ] oat milk\n- [x] bread\n- [ ] **coffee**, the dark one\n- [ ] apples' },
  { title: 'Camping trip', folder: 'Travel', tags: ['summer'],
    text: '# Camping\n\nWe leave on Friday. Tent, stove, the good torch.\n\nThe lake is cold until July.' },
  { title: 'Crème brûlée', folder: 'Home/Kitchen', tags: ['recipe'],
    text: 'Heat 400 ml cream with a vanilla pod. Six yolks, 80 g sugar.\n\nBake at 100 °C for an hour.' },
  { title: 'Rent contract', folder: 'Home/Papers', tags: ['important'],
    text: 'Notice period: three months. The landlord is Ms. Øvergård.' },
  { title: 'Diary', folder: 'Diary', tags: [],
    text: 'Monday. Rain again.\n\nTuesday. The sun came out at four' },
  { title: 'Garden plan', folder: 'Home/Garden', tags: ['garden', 'week'],
    text: 'Beans along the fence. Tomatoes need the wall.\n\n1. dig\n2. compost\n3. wait' },
  { title: '読書メモ', folder: 'Books', tags: ['日本語'],
    text: '雪国。「国境の長いトンネルを抜けると雪国であった。」' },
  { title: 'قائمة المشتريات', folder: 'Home', tags: ['rtl'], text: 'حليب، خبز، تفاح' },
  { title: 'Ideas for the talk', folder: 'Work', tags: ['talk'],
    text: 'Local-first: the copy on your device is the one that counts.\n\n> You own your data.\n\n'
      + 'Show the *offline* demo first.' },
  { title: 'Old list', folder: '', tags: [], text: 'Nothing of this is needed any more.' },
  { title: 'Meeting notes', folder: 'Work/Meetings', tags: ['talk', 'week'],
    text: Array.from({ length: 120 }, (_, line) =>
      `- Point ${line + 1}: ${['agreed', 'put off', 'asked again', 'done'][line % 4]}.`).join('\n') },
  { title: 'A very long title that goes on and on, so that rows must cut it somewhere with an ellipsis '
    + 'and the head of the note must wrap it', folder: 'Work', tags: ['long', 'home', 'talk', 'week'],
  text: 'Short text.' },
]
