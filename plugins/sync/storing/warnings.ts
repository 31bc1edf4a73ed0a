import type { Push, PushedFeed } from '../pushed-feed.ts'
import { type Findings, mostSaid, OTHERS } from '../reading/findings.ts'
import type { Tally } from './tally.ts'

/** So many things of a kind are named one by one. */
const MOST_SAID = 10

const digits = (count: number) => count.toLocaleString('en')
const records = (count: number) => `${digits(count)} ${count === 1 ? 'record' : 'records'}`
const have = (count: number, what: string) =>
  count === 1 ? `One ${what} has` : `${digits(count)} ${what}s have`

/** The sentences of what was found in the records of a push, and was stored nevertheless. */
export function warningsOf({ feed, request, seen }: Push, tally: Tally): string[] {
  const { received, found, withoutOffset, past } = tally
  const { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS } = request.server.env
  const warnings = [
    ...reasons('left_out', mostSaid(found, 'leftOut')),
    ...reasons('deleted, because they are no facts any more', mostSaid(found, 'tookBack')),
    ...severalWarnings(found, feed.mapping),
    ...threeDecimalsWarnings(found),
    ...differingWarnings(found, feed.name, seen ? 'lines' : 'records'),
    ...unknownWarnings(found, feed),
    ...oddWarnings(found, feed),
  ]
  if (received === 0) warnings.push('Nothing was sent: the push holds no records.')
  if (withoutOffset > 0)
    warnings.push(
      `${have(withoutOffset, 'timestamp')} no time zone and ${withoutOffset === 1 ? 'was' : 'were'} read in ${BUSINESS_TIMEZONE}, the one of the service; the recommended form is 2026-01-31T08:30:00Z.`,
    )
  if (past > 0)
    warnings.push(
      `${past === 1 ? 'One record is' : `${past} records are`} of months more than ${KEEP_FACTS_MONTHS} months ago (KEEP_FACTS_MONTHS), and tonight's clean-up deletes ${past === 1 ? 'it' : 'them'}; then these months can't be calculated.`,
    )
  return warnings
}

/** Which records a mapping took for no facts, and which of them were facts before. */
function reasons(what: string, all: ReturnType<typeof mostSaid>): string[] {
  if (all.length === 0) return []
  const total = all.reduce((sum, [, { records }]) => sum + records, 0)
  const named = all
    .slice(0, MOST_SAID)
    .map(([why, { records }]) => `${why === OTHERS ? 'other reasons' : why}: ${digits(records)}`)
  const more = all.length > named.length ? [`${all.length - named.length} more reasons`] : []
  return [`${what}: ${digits(total)} (${[...named, ...more].join('; ')})`]
}

/** Where records have several values and a mapping reads the one in a certain place. */
const severalWarnings = (found: Findings, mapping = '') =>
  mostSaid(found, 'several')
    .slice(0, MOST_SAID)
    .map(([paths, { records }]) => {
      const [all, read] = paths.split('\0')
      return `${have(records, 'record')} several values at ${all}, and the mapping ${mapping} reads only ${read}: choose one as in list[key=text], or make a record of each with "each"`
    })

/** Which numbers may have been meant as thousands. */
const threeDecimalsWarnings = (found: Findings) =>
  mostSaid(found, 'threeDecimals').map(([field, { records, keys }]) => {
    const [sent = ''] = keys
    return `${have(records, 'record')} three decimals in ${field}: ${sent} was read as ${Number(sent)}. If you mean thousands, write ${sent.replace('.', '')}.`
  })

/** What feeds call their facts, where it is not the name of the feed. */
const CALLED: Record<string, string> = {
  'campaign-actuals': 'campaign actuals',
  inventory: 'stock records',
  payments: 'invoices',
  revenue: 'revenue records',
}

/** Which keys have several records that differ. Of a stream that repeats earlier chunks not all of them are known. */
function differingWarnings(found: Findings, feed: string, those: string): string[] {
  const [[, differing] = []] = mostSaid(found, 'differing')
  const [[, { records: keys } = { records: 0 }] = []] = mostSaid(found, 'differingKeys')
  const [[, again] = []] = mostSaid(found, 'differingAgain')
  const many = CALLED[feed] ?? feed
  if (again) {
    const some = differing ? ` (such as ${differing.keys.join(', ')})` : ''
    const least = (differing?.records ?? 1) + again.records
    return [
      `At least ${digits(least)} ${those} are of the same ${many}${some} and differ; of each the last one stands`,
    ]
  }
  if (!differing) return []
  const of = keys === 1 ? `one ${many.replace(/s$/, '')}` : `${digits(keys)} ${many}`
  const stands = keys === 1 ? 'the last one stands' : 'of each the last one stands'
  const named = differing.keys.join(', ')
  const some = named && ` (${keys === differing.keys.length ? '' : 'such as '}${named})`
  return [`${digits(differing.records)} ${those} are of ${of}${some} and differ; ${stands}`]
}

/** Which names in records are not read. */
function unknownWarnings(found: Findings, { describeUnknown }: PushedFeed): string[] {
  const described = mostSaid(found, 'unknown').flatMap(([name, of]) => {
    const description = name === OTHERS ? undefined : describeUnknown(name)
    return description ? [{ name, of, ...description }] : []
  })
  const said = described
    .slice(0, MOST_SAID)
    .map(
      ({ name, of, what, meant }) =>
        `${name.trim() === '' ? 'A value without a name' : name.replaceAll('\0', '\uFFFD')} ${what} (${records(of.records)})${meant ? `; did you mean ${meant}?` : ''}`,
    )
  const more = described.length - said.length
  if (more === 0) return said
  const areMore = found.unknown?.has(OTHERS) ? 'More than ' : ''
  return [...said, `${areMore}${more} more ${more === 1 ? 'name is' : 'names are'} not known either`]
}

/** Which dates can hardly be meant, and what else the feed notes of its facts. */
const oddWarnings = (found: Findings, { facts }: PushedFeed) =>
  mostSaid(found, 'odd')
    .slice(0, MOST_SAID)
    .map(([said, { records: count, keys }]) => {
      const note = facts?.notes?.find(({ many }) => many === said)
      const some = keys.join(', ')
      const isAll = count === keys.length
      if (note)
        return `${digits(count)} ${count === 1 ? note.one : note.many} (${isAll ? '' : 'such as '}${some})`
      return `${said} in ${records(count)} (${isAll ? '' : 'such as '}${some}).`
    })
