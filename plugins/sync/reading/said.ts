/** How many records were found, by what is said of them. */
export type Said = Record<string, number>

/** So many different sentences are counted: values that senders make up have no end. */
const MOST_SENTENCES = 50
const OTHER = 'other reasons'

/** Counts a sentence for so many records. */
export function say(said: Said, sentence: string, records = 1) {
  const isKnown = sentence in said || Object.keys(said).length < MOST_SENTENCES
  const key = isKnown ? sentence : OTHER
  said[key] = (said[key] ?? 0) + records
}

/** The counts of two parts of a push together. */
export function addSaid(one: Said, other: Said): Said {
  const sum = { ...one }
  for (const [sentence, records] of Object.entries(other)) say(sum, sentence, records)
  return sum
}

/** The sentences with their counts, most records first. */
export const mostSaid = (said: Said): [string, number][] =>
  Object.entries(said).toSorted(([, one], [, other]) => other - one)
