/** What pushes are warned of, by its kind, and how many different texts are told apart: senders make them up without end. */
const MOST_TEXTS = {
  /** Names in records that are not read. */
  unknown: 200,
  /** Records that have several values where a mapping reads one, by the two paths. */
  several: 50,
  /** Stored records with a text of three decimals, their key, where there are at most two, by the field: 1.500 may be 1500. */
  threeDecimals: 50,
  /** Records that are no facts, by why, and those of them that took back what was stored. */
  leftOut: 50,
  tookBack: 50,
  /** Records of one key that say different things, and by their keys alone. */
  differing: 1,
  differingKeys: 1,
  /** Those of a stream that changed what a chunk before had: at least one line each, and maybe of keys counted before. */
  differingAgain: 1,
  /** Records whose dates can hardly be meant, and what else a feed notes, by what is said of them. */
  odd: 50,
}
type Kind = keyof typeof MOST_TEXTS

/** How many records were found, and the keys of some. */
interface Found {
  records: number
  keys: string[]
}

/** What was found in records, by what is said of it. */
export type Findings = { [kind in Kind]?: Map<string, Found> }

/** So many keys are named with what is said of records. */
export const KEYS_NAMED = 3
/** Stands for all texts beyond the most; no sender's text is it. */
export const OTHERS = '\0others'

/** Counts records of which something is said. */
export function say(findings: Findings, kind: Kind, text = '', records = 1, keys: string[] = []) {
  findings[kind] ??= new Map()
  const said = findings[kind]
  const known = said.get(text) ?? (said.size < MOST_TEXTS[kind] ? undefined : said.get(OTHERS))
  if (!known) {
    said.set(said.size < MOST_TEXTS[kind] ? text : OTHERS, { records, keys: keys.slice(0, KEYS_NAMED) })
    return
  }
  known.records += records
  if (known.keys.length < KEYS_NAMED) known.keys.push(...keys.slice(0, KEYS_NAMED - known.keys.length))
}

const LONGEST_NAME = 60

/** Counts a name that is not read. Of a long one a copy is kept: a part of a text keeps the whole of it in memory. */
export const sayUnknown = (findings: Findings, name: string) =>
  say(
    findings,
    'unknown',
    name.length > LONGEST_NAME ? `${Buffer.from(name.slice(0, LONGEST_NAME)).toString()}…` : name,
  )

/** Those of two parts of a push. */
export function addFindings(one: Findings, other: Findings): Findings {
  const sum: Findings = {}
  for (const part of [one, other])
    for (const [kind, said] of Object.entries(part))
      for (const [text, { records, keys }] of said) say(sum, kind as Kind, text, records, keys)
  return sum
}

/** What is said of one kind, most records first. */
export const mostSaid = (findings: Findings, kind: Kind): [string, Found][] =>
  [...(findings[kind] ?? [])].toSorted(([, one], [, other]) => other.records - one.records)
