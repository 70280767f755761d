// SPDX-License-Identifier: MIT

/** Whether the first letter of a text is of a script that is written from right to left. */
export const isRightToLeft = (text) =>
  /^\P{L}*[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u.test(text)
