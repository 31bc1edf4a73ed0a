/** The words of a closed list: what people call each, and one sentence of what it means. */
export type Words<Name extends string = string> = Record<Name, { label: string; sentence: string }>

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
