// SPDX-License-Identifier: MIT
//
// The types of decent.mjs, for editors and TypeScript. `decent.mjs` describes each.

export class DecentError extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message: string)
}

export type FailureCode =
  | 'truncated' | 'corrupt' | 'newer' | 'older' | 'foreign' | 'missing-history' | 'history-dropped'
  | 'history-contradicts' | 'unsuitable' | 'out-of-memory'

export type Source =
  | URL | string | Response | Promise<Response> | BufferSource | WebAssembly.Module

export interface Host {
  milliseconds?: () => number
  random?: (bytes: Uint8Array) => void
}

export function loadDecent(source?: Source, host?: Host): Promise<Decent>
export function loadDecentNotes(source?: Source, host?: Host): Promise<DecentNotes>

export interface Decent {
  ReplicatingText: typeof ReplicatingText
  TextUndo: typeof TextUndo
  setDevice(device: string): void
}

export interface DecentNotes extends Decent {
  Note: typeof Note
  PurgedNote: typeof PurgedNote
}

/** A stretch of a text that reads otherwise than in an earlier version of it. */
export interface TextChange {
  /** The replaced text, in UTF-16 units of the earlier text. */
  start: number
  end: number
  /** The start of the new text, in UTF-16 units of the later text. */
  newStart: number
  text: string
}

// What follows is declared, not exported: the classes come from loadDecent and loadDecentNotes.

declare class ReplicatingText {
  constructor(string?: string)
  free(): void
  copy(): ReplicatingText
  readonly length: number
  toString(): string
  toJSON(): string
  slice(start?: number, end?: number): string
  insert(position: number, string: string): void
  delete(start: number, end: number): void
  replace(start: number, end: number, string: string): void
  update(string: string): void
  leaveSession(): void
  anchor(offset: number, side?: 'before' | 'after'): Uint8Array
  offset(anchor: BufferSource): number | null
  changesSince(version: BufferSource): TextChange[]
  version(): Uint8Array
  deltaSince(version: BufferSource): Uint8Array | null
  mergeDelta(delta: BufferSource): void
  merge(other: ReplicatingText): void
  save(): Uint8Array
  static load(bytes: BufferSource): ReplicatingText
}

declare class TextUndo {
  constructor(text: ReplicatingText, options?: { limit?: number; joiningWithin?: number })
  free(): void
  insert(position: number, string: string): void
  delete(start: number, end: number): void
  replace(start: number, end: number, string: string): void
  update(string: string): void
  readonly canUndo: boolean
  readonly canRedo: boolean
  undo(): TextChange[]
  redo(): TextChange[]
  closeStep(): void
  clear(): void
  save(): Uint8Array
  static load(text: ReplicatingText, bytes: BufferSource): TextUndo
}

declare abstract class ReplicatingDocument {
  free(): void
  copy(): this
  version(): Uint8Array
  deltaSince(version: BufferSource): Uint8Array | null
  mergeDelta(delta: BufferSource): void
  merge(other: this): void
  save(): Uint8Array
}

export type Priority = 'low' | 'normal' | 'high'

export interface NoteSummary {
  title: string
  tags: string[]
  priority: Priority
  /** Names with `/` between; empty for none. */
  folder: string
  /** The first 300 Unicode scalars of the text. */
  snippet: string
  /** Lists sort notes by it: a string that compares with others. */
  order: string
  /** The size of the text, in bytes of UTF-8. */
  size: number
  /** Milliseconds since 1970. */
  created: number
  edited: number
  isTrashed: boolean
  isPinned: boolean
}

declare class Note extends ReplicatingDocument {
  constructor()
  static create(parts: {
    title: string; text?: string; tags?: string[]; priority?: Priority; folder?: string
  }): Note
  static load(bytes: BufferSource): Note
  readonly text: ReplicatingText
  summary(id?: string): NoteSummary
  setTitle(title: string): void
  addTag(tag: string): void
  removeTag(tag: string): void
  setPriority(priority: Priority): void
  setFolder(folder: string): void
  setPinned(isPinned: boolean): void
  setOrder(order: string): void
  static orderBetween(
    id: string, neighbours?: { after?: string | null; before?: string | null }
  ): string
  setTrashed(isTrashed: boolean): void
}

/** The purges of a note: the document `gone/` with its id. */
declare class PurgedNote extends ReplicatingDocument {
  constructor()
  static load(bytes: BufferSource): PurgedNote
  purge(note: Note): void
  drops(note: Note): boolean
}
