import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { Feed } from '../../src/feeds/feed.ts'
import { Currency, Deleted, moneyWith, ObservedAt } from '../../src/feeds/fields.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { type Decimals, decimalsOfCurrency } from '../../src/scoring/currency.ts'
import type { NoFact } from './mappings/mapped-feed.ts'
import type { Findings } from './reading/findings.ts'
import { aliasesOf } from './reading/names.ts'
import { compileReader, type Reader } from './reading/reader.ts'
import { SellerRecord } from './seller-record.ts'
import { storeFacts } from './storing/store-facts.ts'
import { storeSellers } from './storing/store-sellers.ts'
import type { Tally } from './storing/tally.ts'
import { upsertOf } from './storing/upsert.ts'

/** One element of a push, and what was read of it. */
export interface Candidate {
  position: number
  /** Where it begins in a file, from 1; absent where it came as JSON. */
  line?: number
  value: unknown
  /** As it was sent, where a mapping has made the value of it. */
  sent?: unknown
  /** The paths at which the mapping found what can't be added up, by the fields that then hold it. */
  unread?: Record<string, string>
  /** Why it is no record at all; then the value is what was found instead. */
  problem?: string
  /** In its documented form, where it may be stored; and its natural key as one text. */
  record?: object
  key?: string
  /** Why it is no fact, as a mapping says. */
  leftOut?: string
  /** How many lines of a table it was made of, where it was more than one. */
  lines?: number
}

/** What a mapping says of records before they are read. */
interface Mapped {
  mapping: string
  /** Where the list of records is in a JSON body. */
  listAt: string | undefined
  /** The paths whose values are added up where several lines of a table make a record. */
  lines: string[] | undefined
  /** The records that are made of one, or the sentence that says what is wrong with it. */
  partsOf(raw: unknown): unknown[] | string
  /** Why a record is no fact; undefined for one that is. */
  noFact(raw: unknown): NoFact | undefined
  /** The record of the feed that is made of one of theirs; `unread` as in `Candidate`. */
  shape(raw: unknown, unread?: Record<string, string>): unknown
  /** Counts what is said of a record, but not of the one that is made of it. */
  notice(raw: unknown, found: Findings): void
}

/** A kind of record that upstream systems push, and how it is read, checked and stored. */
export interface PushedFeed extends Reader, Partial<Mapped> {
  name: string
  /** What the feed is about, for the documentation. */
  summary: string
  description: string
  record: TObject
  /** The fields that together identify a record. */
  key: string[]
  /** What it says of its facts; sellers are none. */
  facts?: Feed
  /** Stores records that passed `check`, in the caller's transaction; `hasRepeats`: some have one key. */
  store(tx: Transaction, good: Candidate[], push: Push, hasRepeats: boolean): Promise<Stored>
}

/** The push in whose name records are stored. */
export interface Push {
  /** What its rejections are found by. */
  id: string
  request: FastifyRequest
  /** As the mapping reads it that the query names. */
  feed: PushedFeed
  /** false: nothing is stored, only what can't be is found. */
  keep: boolean
  /** Of a stream: the keys of the chunks so far, each with the number of the chunk that had it first. */
  seen?: Map<string, number>
}

/** The result of one call of `store`: a record that is in no count changed nothing. Of facts more is counted than of sellers. */
export interface Stored extends Partial<Omit<Tally, 'deleted'>> {
  /** Those that took back what was stored. */
  deleted: Candidate[]
  refused: Map<Candidate, string>
}

/** The fields that a record of each feed has beside its own. Here is where to add one. */
const COMMON = { observed_at: ObservedAt(), deleted: Deleted(), currency: Currency() }

/** How the facts of a feed are pushed, with so many decimals of money. */
export function pushedFacts(feed: Feed, decimals: Decimals = 2): PushedFeed {
  const { name, summary, description, key } = feed
  const fields: TProperties = { ...feed.record.properties, ...COMMON }
  for (const [field, schema] of Object.entries(fields)) fields[field] = moneyWith(schema, decimals)
  const record = Type.Object(fields, { title: feed.record.title })
  const upsert = upsertOf({ ...feed, record })
  return {
    name,
    summary,
    description: `${description} A record replaces what is stored under its key: a field that is missing counts as null or its default.\n\n${otherNames(record)}`,
    record,
    key,
    ...compileReader(name, record, key),
    facts: feed,
    store: (tx, good, push, hasRepeats) => storeFacts(tx, feed, upsert, good, push, hasRepeats),
  }
}

/** The sentence that lists the other names of the fields, for the documentation. */
function otherNames({ properties }: TObject) {
  const lists = Object.entries(properties)
    .map(([field, schema]) => ({ field, aliases: aliasesOf(schema) }))
    .filter(({ aliases }) => aliases.length > 0)
    .map(({ field, aliases }) => `\`${field}\` (${aliases.map((name) => `\`${name}\``).join(', ')})`)
  return `Fields may have other names: ${lists.join(', ')}; and all of them may be written in camelCase. Two names of one field with different values reject the record.`
}

/** Everything that can be pushed, with amounts of this currency. */
export function pushedFeeds(feeds: readonly Feed[], currency?: string): PushedFeed[] {
  const decimals = decimalsOfCurrency(currency)
  return [...feeds.map((feed) => pushedFacts(feed, decimals)), sellers]
}

/** What GET /api/sellers and /api/sellers/{id} show beside these fields. */
const SHOWN = [
  ...['am_name', 'warehouse_name', 'am', 'warehouse', 'latest_score'],
  ...['exceptions_in_force', 'open_appeals', 'active_surcharges'],
]

/** The sellers themselves, for the first load and for a master system that stays in charge of them. */
const sellers: PushedFeed = {
  name: 'sellers',
  summary: 'Push sellers',
  description: `Sellers by their code: creates new ones and changes known ones. Unlike a fact, a record may be partial: fields that are missing stay as they are, null clears an optional one, and several records of one seller in a push are merged in their order. \`deleted\` removes a seller of whom nothing else is known, unless a later record of the push names it again.\n\n${otherNames(SellerRecord)}`,
  record: SellerRecord,
  key: ['seller_code'],
  ...compileReader('sellers', SellerRecord, ['seller_code'], SHOWN),
  store: storeSellers,
}
