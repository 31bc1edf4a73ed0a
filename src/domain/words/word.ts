/** What people call a closed word, and one sentence of what it means. */
interface Word {
  label: string
  sentence: string
}

/** The words of a list, each with its label and sentence. */
export type Words<Name extends string = string> = Record<Name, Word>

/** `score_final` and `seller.score_finalized` as a label: Score final, Seller score finalized. */
export const labelOf = (code: string) => {
  const words = code.replaceAll(/[._-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Words whose sentences are a table already. */
export const labelled = <Name extends string>(sentences: Record<Name, string>): Words<Name> =>
  Object.fromEntries(
    Object.entries<string>(sentences).map(([name, sentence]) => [
      name,
      { label: labelOf(name), sentence: `${sentence}.` },
    ]),
  ) as Words<Name>
