// SPDX-License-Identifier: MIT

/** Bold, italic, boxes and lines: edits of a textarea's text that keys and buttons make. */

const selectionOf = ({ area }) => [area.selectionStart, area.selectionEnd]

/** Puts a mark around the selection, or takes it off. */
export function toggleAround(binding, mark) {
  const [start, end] = selectionOf(binding)
  const { text } = binding
  const size = mark.length
  // Two stars are those of bold text, three have one of their own.
  const before = /\**$/.exec(text.slice(Math.max(0, start - 3), start))[0].length
  const isOther = mark === '*' && before % 2 === 0
  const isMarked = !isOther && text.slice(start - size, start) === mark && text.slice(end, end + size) === mark
  const inner = text.slice(start, end)
  if (isMarked) binding.replace(start - size, end + size, inner, start - size, end - size)
  else binding.replace(start, end, mark + inner + mark, start + size, end + size)
}

/** The lines that the selection touches, as a range. */
export function lines(text, start, end) {
  const from = start ? text.lastIndexOf('\n', start - 1) + 1 : 0
  const to = text.indexOf('\n', end > start && text[end - 1] === '\n' ? end - 1 : end)
  return [from, to < 0 ? text.length : to]
}

/** Checks or unchecks the line's box; a line without one gets one. */
export function toggleBox(binding) {
  const [start, end] = selectionOf(binding)
  const [from, to] = lines(binding.text, start, end)
  const line = binding.text.slice(from, to)
  const box = /^(\s*[-*+] \[)([ xX])(\] ?)/.exec(line)
  if (box) {
    const at = from + box[1].length
    return binding.replace(at, at + 1, box[2] === ' ' ? 'x' : ' ', start, end)
  }
  const [, indent, bullet] = /^(\s*)([-*+] )?/.exec(line)
  const at = from + indent.length
  const old = bullet?.length ?? 0
  const by = 6 - old
  binding.replace(at, at + old, '- [ ] ', Math.max(at, start + by), Math.max(at, end + by))
}

/** Moves the selected lines up (-1) or down (1). */
export function moveLines(binding, by) {
  const { text } = binding
  const [start, end] = selectionOf(binding)
  const [from, to] = lines(text, start, end)
  const moved = text.slice(from, to)
  if (by < 0) {
    if (!from) return
    const [above] = lines(text, from - 1, from - 1)
    const other = text.slice(above, from - 1)
    const shift = other.length + 1
    binding.replace(above, to, `${moved}\n${other}`, start - shift, end - shift)
  } else {
    if (to >= text.length) return
    const [, below] = lines(text, to + 1, to + 1)
    const other = text.slice(to + 1, below)
    const shift = other.length + 1
    binding.replace(from, below, `${other}\n${moved}`, start + shift, end + shift)
  }
}

/** Indents the selected lines by two spaces, or takes two off. */
export function indent(binding, by) {
  const { text } = binding
  const [start, end] = selectionOf(binding)
  const [from, to] = lines(text, start, end)
  let first = 0
  let total = 0
  const shifted = text.slice(from, to).split('\n').map((line, index) => {
    const change = by > 0 ? 2 : -/^ {0,2}/.exec(line)[0].length
    total += change
    if (!index) first = change
    return change > 0 ? '  ' + line : line.slice(-change)
  }).join('\n')
  if (total) binding.replace(from, to, shifted, Math.max(from, start + first), Math.max(from, end + total))
}

/** Enter within a list begins its next item; on an empty item it ends the list. */
export function continueList(binding) {
  const [start, end] = selectionOf(binding)
  if (start !== end) return false
  const [from, to] = lines(binding.text, start, start)
  const line = binding.text.slice(from, start)
  const item = /^(\s*)(?:([-*+])|(\d{1,4})([.)]))( \[[ xX]\])? /.exec(line)
  if (!item) return false
  const [prefix, space, bullet, digits, sign, box] = item
  if (line.length === prefix.length && !binding.text.slice(start, to).trim()) {
    binding.replace(from, start, '')
    return true
  }
  const next = bullet ?? Number(digits) + 1 + sign
  binding.replace(start, start, `\n${space}${next}${box ? ' [ ]' : ''} `)
  return true
}

/** The title in the link to a note, `[[Title]]`, in which the caret stands; null if it is in none. */
export function linkedTitle(binding) {
  const [start] = selectionOf(binding)
  const { text } = binding
  const from = text.lastIndexOf('\n', start - 1) + 1
  for (const { 0: link, 1: title, index } of text.slice(from).split('\n', 1)[0].matchAll(/\[\[([^[\]]+)\]\]/g)) {
    if (from + index < start && start < from + index + link.length) return title.trim()
  }
  return null
}

/** Puts a link to a note in place of a part of the text. */
export function link(binding, title, start, end) {
  binding.replace(start, end, `[[${title}]]`)
}
