// SPDX-License-Identifier: MIT

/** Gives notes of a module that has neither folders nor pins these, as tags that are not shown. */
export function withInterimFields(module) {
  const { prototype } = module.Note
  if (prototype.setFolder) return module
  const { summary } = prototype
  const set = (note, sign, value) => {
    for (const tag of summary.call(note).tags) if (tag.startsWith(sign)) note.removeTag(tag)
    if (value) note.addTag(sign + value)
  }
  prototype.summary = function () {
    const all = summary.call(this)
    const value = (sign) => all.tags.find((tag) => tag.startsWith(sign))?.slice(sign.length)
    return {
      ...all, tags: all.tags.filter((tag) => !tag.startsWith('§')), folder: value('§folder:') ?? '',
      isPinned: value('§pinned:') === 'yes',
    }
  }
  prototype.setFolder = function (folder) { set(this, '§folder:', folder) }
  prototype.setPinned = function (isPinned) { set(this, '§pinned:', isPinned ? 'yes' : '') }
  return module
}
