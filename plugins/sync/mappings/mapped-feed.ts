import type { Database } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { PushedFeed } from '../pushed-feed.ts'
import { say, sayUnknown } from '../reading/findings.ts'
import { isNone } from '../reading/forms.ts'
import { closest, isRecord } from '../reading/names.ts'
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
  const isMapped = new Set(looked.flatMap(headsOf))
  const given = new Set<string>()
  const several = sources
    .map((path) => ({ path, all: throughAll(path) }))
    .filter(({ all }) => all !== undefined)
  const sums = Object.keys(lines).map((field) => summedPath(feed, fields, field) as string)
  return {
    ...feed,
    mapping: name,
    listAt: records ?? undefined,
    lines: sums.length > 0 ? sums : undefined,
    partsOf: compileEach(each),
    noFact: compileOnly(only),
    shape,
    notice: (raw, found) => {
      if (!isRecord(raw)) return
      for (const name in raw) {
        if (isNone(raw[name])) continue
        if (isMapped.has(name)) given.add(name)
        else sayUnknown(found, name)
      }
      for (const { path, all } of several)
        if (hasSeveral(raw, path, all)) say(found, 'several', `${all}\0${path}`)
    },
    describeUnknown: (column) => {
      const missing = looked.filter((path) => !headsOf(path).some((head) => given.has(head)))
      const meant = closest(column, missing)
      return meant === undefined ? undefined : { what: `is not read by the mapping ${name}`, meant }
    },
    // Constants and defaults alone make no record of what holds a list of records.
    missing: (raw) =>
      feed.missing(sources.some((path) => !isNone(valueAt(raw, path))) ? (shape(raw) as object) : {}),
    // The conditions can be asked of a table's lines only by its columns.
    missingColumns: (header) =>
      only
        .flatMap(({ set, field }) => (set === undefined ? field : []))
        .filter((path) => !headsOf(path).some((name) => header.includes(name))),
  }
}

/** Whether a record has several values where a mapping names one place of a list; `all` is the path through all of it. */
const hasSeveral = (raw: Record<string, unknown>, path: string, all = path) =>
  !Object.hasOwn(raw, path) && new Set([valueAt(raw, all)].flat(5).filter((value) => !isNone(value))).size > 1

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
