/** Whether two texts are one word of an open vocabulary: case does not count, and blanks, - and _ are alike. */
export const sameWord = (one: string, other: string) => wordKey(one) === wordKey(other)

/** A word as it is stored: a known one as it is documented, any other as it is written. */
export const documentedWord = (known: readonly string[], text: string) =>
  known.find((word) => sameWord(word, text)) ?? text.trim()

/** How a word of an open vocabulary is compared. */
export const wordKey = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
