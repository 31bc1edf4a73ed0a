/** The word of a closed list that a text means, whatever its case, with blanks, - and _ alike; else the text. */
export function wordOf(words: readonly string[], text: string): string {
  if (words.includes(text)) return text
  const key = keyOf(text)
  return words.find((word) => keyOf(word) === key) ?? text
}

const keyOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
