// SPDX-License-Identifier: MIT

import { folded } from './folding.mjs'

/** The characters of which words are made: letters, numbers and private signs. */
const letter = '[\\p{L}\\p{N}\\p{Co}]'
const hasLetter = new RegExp(letter, 'u')
const space = /\s/u

/** A search that cannot be made; its message says why. */
export class SearchFault extends Error {}

/**
 * The text of a search, as a person types it. A note fits if it has all of these:
 *
 * - `word`: a word that begins so, in title, tags or text.
 * - `"some words"`: these words, one after the other.
 * - `tag:name`: a tag of this name.
 * - `in:folder`: a place in this folder, or in one within it; `in:/` is a place in none.
 * - `-word`, `-"some words"`, `-tag:name`, `-in:folder`: none of these.
 *
 * Case, accents and composition do not matter. A word with punctuation in it, such as `e-mail`,
 * stands for its parts one after the other.
 */
export class SearchWords {
  wanted = []
  unwanted = []
  tags = []
  unwantedTags = []
  folders = []
  unwantedFolders = []

  /** @throws {SearchFault} */
  constructor(text) {
    if (text.length > 1000) throw new SearchFault('This search is too long: 1,000 characters at most.')
    for (const { isUnwanted, kind, value } of terms(text)) {
      this[places[kind][isUnwanted ? 1 : 0]].push(value)
    }
    if (Object.values(places).flat().every((list) => this[list].length === 0)) {
      throw new SearchFault('There is no letter or digit to search for.')
    }
  }

  /** Whether texts must be read to answer. */
  get needsTexts() {
    return this.wanted.length + this.unwanted.length > 0
  }

  /** Whether tags and folder of a note fit. */
  fitsEntry({ tags, folder }) {
    const hasTag = (wanted) => tags.some((tag) => fitsTag(wanted, tag))
    const isIn = (wanted) => contains(wanted, folder)
    return this.tags.every(hasTag) && !this.unwantedTags.some(hasTag)
      && this.folders.every(isIn) && !this.unwantedFolders.some(isIn)
  }

  /**
   * How well the words of a note fit, or 0 if they do not. A word in the title counts ten times one in
   * the text, a word in a tag five times. Each part is folded, the tags with line ends between.
   */
  score({ title, tags, text }) {
    if (this.unwanted.some(({ pattern }) => [title, tags, text].some((part) => pattern.test(part)))) {
      return 0
    }
    let score = 1
    for (const { first, pattern } of this.wanted) {
      const has = (part) => part.includes(first) && pattern.test(part)
      const found = (has(title) ? 10 : 0) + (has(tags) ? 5 : 0) + (has(text) ? 1 : 0)
      if (found === 0) return 0
      score += found
    }
    return score
  }
}

const places = {
  words: ['wanted', 'unwanted'], tag: ['tags', 'unwantedTags'], folder: ['folders', 'unwantedFolders'],
}

/** The terms of a text that have a letter or a digit. */
function* terms(text) {
  let rest = text
  while ((rest = rest.trimStart()) !== '') {
    const isUnwanted = rest[0] === '-'
    if (isUnwanted) rest = rest.slice(1)
    const sign = ['tag:', 'in:'].find((sign) => rest.startsWith(sign) && rest.length > sign.length
      && !space.test(rest[sign.length]))
    if (sign) rest = rest.slice(sign.length)
    const isQuoted = rest[0] === '"'
    let value
    if (isQuoted) {
      const end = rest.indexOf('"', 1)
      value = rest.slice(1, end < 0 ? undefined : end)
      rest = end < 0 ? '' : rest.slice(end + 1)
    } else {
      value = rest.match(/^\S*/u)[0]
      rest = rest.slice(value.length)
    }
    if (sign === 'tag:') {
      const tag = typedTag(value)
      if (tag !== '') yield { isUnwanted, kind: 'tag', value: tag }
    } else if (sign === 'in:') {
      yield { isUnwanted, kind: 'folder', value: typedFolder(value) }
    } else if (hasLetter.test(value)) {
      yield { isUnwanted, kind: 'words', value: wordsPattern(value, isQuoted) }
    }
  }
}

/** Words one after the other; the last may go on unless they are quoted. */
function wordsPattern(value, isQuoted) {
  const words = folded(value).match(new RegExp(`${letter}+`, 'gu'))
  const source = `(?<!${letter})${words.join(`[^\\p{L}\\p{N}\\p{Co}]+`)}${isQuoted ? `(?!${letter})` : ''}`
  return { first: words[0], pattern: new RegExp(source, 'u'), source }
}

/** A tag as it is typed, with or without the sign before it. */
function typedTag(text) {
  const trimmed = text.trim()
  return trimmed.startsWith('#') ? trimmed.slice(1).trim() : trimmed
}

function fitsTag(wanted, tag) {
  const key = loose(wanted)
  return loose(tag) === key || (tag.startsWith('#') && loose(tag.slice(1)) === key)
}

function typedFolder(text) {
  const names = text.split('/').map((name) => name.trim())
  if (names[0] === '') names.shift()
  if (names.at(-1) === '') names.pop()
  if (names.some((name) => name === '' || name.startsWith('.') || /\p{Cc}/u.test(name))) {
    throw new SearchFault(`“${text}” cannot be a folder.`)
  }
  return names
}

/** Whether a folder is the wanted one or lies in it; no names stand for the notes in none. */
function contains(wanted, folder) {
  const names = folder === '' ? [] : folder.split('/')
  if (wanted.length === 0) return names.length === 0
  return names.length >= wanted.length
    && wanted.every((name, place) => loose(name) === loose(names[place]))
}

/** A name without case and any mark, as names are compared. */
export function loose(name) {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')
}
