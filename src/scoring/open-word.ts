/** Whether two texts are one word of an open vocabulary: case does not count, and blanks, - and _ are alike. */
export const sameWord = (one: string, other: string) => wordKey(one) === wordKey(other)

/** How a word of an open vocabulary is compared. */
export const wordKey = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
