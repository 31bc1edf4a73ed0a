import { canonicalJson, sha256 } from '../scoring/canonical-json.ts'

/** The texts that a leaf may name beside those that its score is computed from, by their names. */
export type More = Record<string, string>

/** What this release names, in the order in which it is shown. A leaf may name more: a later release made it. */
export const MORE_NAMES = ['run_id', 'reviewed_by', 'notes'] as const
export type MoreName = (typeof MORE_NAMES)[number]

export const MORE_NAME_PATTERN = '^[a-z][a-z0-9_-]{0,63}$'
/** How many texts a leaf names at the most. */
export const MOST_NAMES = 64

/** What of a score its leaf names by hash; null for what there is not. */
export type NamedValues = { run_id: number | null; reviewed_by: string | null; notes: string | null }

/** What people have written is salted, or a name could be found by trying. */
const SALTED: ReadonlySet<MoreName> = new Set(['reviewed_by', 'notes'])

/** Whether the text of a name has a salt within. */
export const isSalted = (name: MoreName): boolean => SALTED.has(name)

/**
 * The texts of what a leaf names: of the run's id its JSON, of what people have written the JSON of a salt and the
 * value. Each has a salt of its own, so that one that is shown says nothing of another.
 * @param salt of the leaf, in hex; without one there are no texts that need it
 */
export function moreTexts(values: NamedValues, salt: string | null): More {
  const texts: More = {}
  for (const name of MORE_NAMES) {
    const value = values[name]
    if (value === null) continue
    if (!isSalted(name)) texts[name] = canonicalJson(value)
    else if (salt !== null) texts[name] = canonicalJson({ salt: sha256(`${salt} ${name}`), value })
  }
  return texts
}

/** The hashes by which a leaf names texts. */
export const moreHashes = (texts: More): More =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sha256(text)]))

/** The names of a leaf whose meaning this release does not know. */
export const unknownNames = (more: More): string[] =>
  Object.keys(more).filter((name) => !(MORE_NAMES as readonly string[]).includes(name))
