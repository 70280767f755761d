// SPDX-License-Identifier: MIT

/**
 * Counts of the work that grows with a notebook or a text. Tests compare them: a key must not
 * decode another note, nor read a whole text.
 */
export class Work {
  /** Documents read from bytes. */
  decoded = 0
  /** Documents written as bytes. */
  encoded = 0
  /** Whole texts read from the module. */
  textsRead = 0
  /** Transactions of the storage that write. */
  saves = 0
  /** Times that the whole list was sorted. */
  sorts = 0
}
