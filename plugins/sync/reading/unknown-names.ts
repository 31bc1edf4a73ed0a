/** Names that stand for no field: how many records had a value under each. */
export interface UnknownNames {
  /** The first of them, shortened to LONGEST_NAME characters. */
  records: Map<string, number>
  /** Whether there are more. */
  areMore: boolean
}

/** So many are counted, and so many are said one by one. */
const MOST_NAMES = 200
const MOST_SAID = 10
const LONGEST_NAME = 60

export const noUnknownNames = (): UnknownNames => ({ records: new Map(), areMore: false })

/** Counts a name in so many records. */
export function countUnknown(unknown: UnknownNames, name: string, records = 1) {
  const short = name.length > LONGEST_NAME ? shortened(name) : name
  const counted = unknown.records.get(short)
  if (counted === undefined && unknown.records.size >= MOST_NAMES) unknown.areMore = true
  else unknown.records.set(short, (counted ?? 0) + records)
}

/** A copy: a part of a text keeps the whole of it in memory. */
const shortened = (name: string) => `${Buffer.from(name.slice(0, LONGEST_NAME)).toString()}…`

/** Those of two parts of a push. */
export function addUnknown(one: UnknownNames, other: UnknownNames): UnknownNames {
  const sum = { records: new Map(one.records), areMore: one.areMore || other.areMore }
  for (const [name, records] of other.records) countUnknown(sum, name, records)
  return sum
}

/** What a name is not, and what it may mean; undefined when nobody needs to know. */
export type DescribeUnknown = (name: string) => { what: string; meant?: string } | undefined

/** The sentences that name them, most records first. */
export function unknownWarnings({ records, areMore }: UnknownNames, describe: DescribeUnknown): string[] {
  const described = [...records].flatMap(([name, count]) => {
    const description = describe(name)
    return description ? [{ name, count, ...description }] : []
  })
  const sorted = described.sort((one, other) => other.count - one.count)
  const said = sorted.slice(0, MOST_SAID).map(({ name, count, what, meant }) => {
    const of = `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`
    return `${name.replaceAll('\0', '\uFFFD')} ${what} (${of})${meant ? `; did you mean ${meant}?` : ''}`
  })
  const more = sorted.length - said.length
  if (more === 0) return said
  const names = `${areMore ? 'More than ' : ''}${more} more ${more === 1 ? 'name is' : 'names are'}`
  return [...said, `${names} not known either`]
}
