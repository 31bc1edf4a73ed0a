import type { Database } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { PushedFeed } from '../pushed-feed.ts'
import { say, sayUnknown } from '../reading/findings.ts'
import { isNone } from '../reading/forms.ts'
import { closest, isRecord } from '../reading/names.ts'
import type { ReadContext } from '../reading/reader.ts'
import { summedPath } from './check-mapping.ts'
import type { Condition, MappingRules } from './mapping-schemas.ts'
import { compileEach } from './parts.ts'
import { compileMapping, headsOf, isWord, sourcesOf, throughAll, valueAt } from './paths.ts'

type Rules = Omit<MappingRules, 'feed'>

/**
 * The feed whose records come in the shape that a mapping reads. What other systems export has many columns that nobody
 * maps: one is said only where it looks like one that the mapping reads and no record of the push has.
 */
function mappedFeed(feed: PushedFeed, name: string, rules: Rules): PushedFeed {
  const { records, fields, only, each, lines } = rules
  const shape = compileMapping(rules)
  const sources = sourcesOf(rules)
  const looked = [...sources, ...only.map(({ field }) => field), ...each]
  const isMapped = new Set(looked.flatMap((path) => [path, ...headsOf(path)]))
  const given = new Set<string>()
  const countSeveral = severalIn(sources)
  const keyOf = (raw: unknown) => feed.keyOf(shape(raw))
  const sums = Object.keys(lines).map((field) => summedPath(feed, fields, field) as string)
  return {
    ...feed,
    mapping: name,
    listAt: records ?? undefined,
    lines: sums.length > 0 ? { keyOf, sums } : undefined,
    partsOf: compileEach(each),
    noFact: compileOnly(only),
    takeBack: (raw, reading) => takeBack(feed, shape(raw), reading),
    read: (raw, reading) => {
      if (!isRecord(raw)) return feed.read(raw, reading)
      for (const name in raw) {
        if (isNone(raw[name])) continue
        if (isMapped.has(name)) given.add(name)
        else sayUnknown(reading.found, name)
      }
      countSeveral(raw, reading)
      return feed.read(shape(raw), reading)
    },
    problemsOf: (raw, reading) => feed.problemsOf(isRecord(raw) ? shape(raw) : raw, reading),
    knownOf: shape,
    describeUnknown: (column) => {
      const missing = looked.filter((path) => ![path, ...headsOf(path)].some((head) => given.has(head)))
      const meant = closest(column, missing)
      return meant === undefined ? undefined : { what: `is not read by the mapping ${name}`, meant }
    },
    missing: (raw) => feed.missing(shape(raw) as object),
    missingColumns: (header) =>
      columnsAsked(only).filter((path) => ![path, ...headsOf(path)].some((name) => header.includes(name))),
    keyOf,
    valueOf: (raw, field) => feed.valueOf(shape(raw), field),
  }
}

/**
 * The record that takes back what is stored under the key of one that is no fact; undefined where its key can't be read.
 * Sellers are no facts: none is removed because it is left out.
 */
function takeBack(feed: PushedFeed, made: unknown, reading: ReadContext): object | undefined {
  if (!feed.facts || !isRecord(made)) return undefined
  const needed = [...feed.key, 'observed_at']
  const kept = Object.entries(made).filter(([name]) => needed.includes(feed.nameOf(name)?.field ?? ''))
  const record = feed.read({ ...Object.fromEntries(kept), deleted: true }, reading)
  return typeof record === 'string' ? undefined : record
}

/** Counts the records that have several values where a mapping names one place of a list. */
function severalIn(sources: string[]) {
  const places = sources.flatMap((path) => {
    const all = throughAll(path)
    return all === undefined ? [] : [{ path, all }]
  })
  return (raw: Record<string, unknown>, { found }: ReadContext) => {
    for (const { path, all } of places) {
      if (Object.hasOwn(raw, path)) continue
      const values = [valueAt(raw, all)].flat(5).filter((value) => !isNone(value))
      if (new Set(values).size > 1) say(found, 'several', `${all}\0${path}`)
    }
  }
}

/**
 * The feed as a mapping reads it.
 * @throws 400 when there is no such mapping, or it is of another feed
 */
export async function feedWith(db: Database, feed: PushedFeed, name: string): Promise<PushedFeed> {
  const mapping = await db.row<MappingRules>`
    select feed, records, fields, "only", each, lines from sync_mappings where name = ${name}`
  if (!mapping)
    throw badRequest(
      'unknown_reference',
      `mapping ${name} does not exist: GET /api/sync/mappings lists those that do`,
    )
  if (mapping.feed !== feed.name)
    throw badRequest(
      'mapping_of_other_feed',
      `mapping ${name} is of ${mapping.feed}: push to /api/sync/${mapping.feed}`,
    )
  return mappedFeed(feed, name, mapping)
}

/** Why a record is no fact. */
export interface NoFact {
  /** As a sentence: Status is DRAFT. */
  why: string
  /** Whether it may have been one before. */
  mayHaveBeen: boolean
}

/** Compiles the conditions of a mapping into the function that says why a record is no fact; undefined for one that is. */
function compileOnly(only: Condition[]): (record: unknown) => NoFact | undefined {
  return (record) => {
    const failed = only.filter((condition) => !holds(condition, valueAt(record, condition.field)))
    const [first] = failed
    if (!first) return undefined
    return {
      why: sentenceOf(first, valueAt(record, first.field)),
      mayHaveBeen: failed.every((condition) => !condition.lasting && isAnswered(condition, record)),
    }
  }
}

/** A record that does not have the field at all says nothing of what became of it. */
const isAnswered = ({ field, set }: Condition, record: unknown) =>
  set !== undefined || valueAt(record, field) !== undefined

/** The columns that a table must have, so that the conditions can be asked of its lines. */
const columnsAsked = (only: Condition[]): string[] =>
  only.filter(({ set }) => set === undefined).map(({ field }) => field)

function holds({ is, in: some, not_in, set }: Condition, value: unknown): boolean {
  const isOneOf = (texts: (string | number | boolean)[]) => texts.some((text) => isWord(value, String(text)))
  if (set !== undefined) return isGiven(value) === set
  return not_in ? !isOneOf(not_in) : isOneOf(some ?? [is as string])
}

const isGiven = (value: unknown) => !isNone(value) && !(Array.isArray(value) && value.length === 0)

const LONGEST = 40

/** What is said of a record that fails a condition. Of a list that holds what it must not, this is said. */
function sentenceOf({ field, is, not_in, set }: Condition, value: unknown): string {
  if (set !== undefined) return `${field} is ${set ? 'not set' : 'set'}`
  if (is !== undefined && value !== undefined) return `${field} is not ${is}`
  const said = Array.isArray(value) ? not_in?.find((text) => isWord(value, String(text))) : value
  if (isNone(said) || typeof said === 'object') return `${field} is not given`
  return `${field} is ${String(said).slice(0, LONGEST).toWellFormed().replaceAll('\0', '\uFFFD')}`
}
