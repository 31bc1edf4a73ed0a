import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { auditAll } from '../../src/platform/database/audit.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { Currency, Deleted, ObservedAt } from './fields.ts'
import { aliasesOf } from './reading/names.ts'
import { compileReader, type Reader } from './reading/reader.ts'
import { callOf, type FactTable, type Upsert, upsertOf } from './upsert.ts'

/** A kind of record that upstream systems push, and how it is read, checked and stored. */
export interface Feed extends Reader {
  name: string
  /** What the feed is about, for the documentation. */
  summary: string
  description: string
  record: TObject
  /** Where the list of records is in a JSON body, if a mapping says so. */
  listAt?: string
  /** What a mapping makes of a record, before it is read. */
  shape?(raw: unknown): unknown
  /** The fields that together identify a record. */
  key: string[]
  /** Where its facts are, and how long they are kept; sellers are no facts. */
  facts?: Pick<FactTable, 'table' | 'period' | 'kept' | 'dayFields'>
  /** Stores records that were read and passed `check`, in the caller's transaction. */
  store(tx: Transaction, records: object[], push: Push): Promise<Stored>
}

/** The push in whose name records are stored. */
export interface Push {
  request: FastifyRequest
  /** false: nothing is stored, only what can't be is found. */
  keep: boolean
}

/** The result of one call of `store`; a record that is in no count changed nothing. */
export interface Stored {
  created: number
  updated: number
  deleted: number
  /** `at` counts the records given, from 0. */
  refused: { at: number; error: string }[]
  periods: PeriodCount[]
  days: DayCount[]
  /** Good records that are so old that retention deletes them. */
  past: number
}

/** Facts created, updated and deleted in a month, and how many of them came after the seller's score was final. */
export interface PeriodCount {
  period: string
  created: number
  updated: number
  deleted: number
  late: number
}

/** Records by the day of their fact, null where they name none: what came, and what became of it. */
export interface DayCount {
  day: string | null
  received: number
  created: number
  updated: number
  deleted: number
  rejected: number
}

/** A feed of facts: what differs from one to the next. `record` has the feed's own fields, without those of COMMON. */
interface FactFeed<Fields extends TProperties>
  extends Omit<Feed, 'record' | 'key' | 'store' | 'facts' | keyof Reader>,
    FactTable<keyof Fields & string> {
  record: TObject<Fields>
}

/** The fields that a record of each feed has beside its own, and their columns. Here is where to add one. */
const COMMON = {
  fields: { observed_at: ObservedAt(), deleted: Deleted(), currency: Currency() },
  columns: { observed_at: 'timestamptz(3)' },
}

interface UpsertResult {
  /** The rows that were removed, with the number of the record that took them back, from 1. */
  removed: { n: number; row: object }[] | null
  /** Records that name something that does not exist: their number from 1, and the field. */
  unknown: { n: number; field: string }[] | null
  periods: PeriodCount[] | null
  days: DayCount[] | null
  past: number
}

/** Makes a feed of its record and its table. */
export function factFeed<Fields extends TProperties>(feed: FactFeed<Fields>): Feed {
  const { name, summary, description, key, columns, ...table } = feed
  const fields: TProperties = { ...feed.record.properties, ...COMMON.fields }
  const record = Type.Object(fields, { title: feed.record.title })
  const upsert = upsertOf({ ...table, name, key, columns: { ...columns, ...COMMON.columns } })
  return {
    name,
    summary,
    description: `${description} A record replaces what is stored under its key: a field that is missing counts as null or its default.\n\n${otherNames(record)}`,
    record,
    key,
    ...compileReader(record, key),
    facts: table,
    store: (tx, records, push) => storeFacts(tx, name, upsert, records, push),
  }
}

/** The sentence that lists the other names of the fields, for the documentation. */
export function otherNames({ properties }: TObject) {
  const lists = Object.entries(properties)
    .map(([field, schema]) => ({ field, aliases: aliasesOf(schema) }))
    .filter(({ aliases }) => aliases.length > 0)
    .map(({ field, aliases }) => `\`${field}\` (${aliases.map((name) => `\`${name}\``).join(', ')})`)
  return `Fields may have other names: ${lists.join(', ')}; and all of them may be written in camelCase. Two names of one field with different values reject the record.`
}

async function storeFacts(
  tx: Sql,
  feed: string,
  upsert: Upsert,
  records: object[],
  { request, keep }: Push,
): Promise<Stored> {
  const rows = records as Record<string, unknown>[]
  const { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS } = request.server.env
  const result = await tx.one<UpsertResult>(
    ...callOf(upsert, [BUSINESS_TIMEZONE, keep, KEEP_FACTS_MONTHS], rows),
  )
  const periods = result.periods ?? []
  const removed = (result.removed ?? []).toSorted((one, other) => one.n - other.n)
  await auditRemoved(
    tx,
    request,
    feed,
    removed.map(({ row }) => row),
  )
  return {
    created: total(periods, 'created'),
    updated: total(periods, 'updated'),
    deleted: removed.length,
    refused: (result.unknown ?? []).map(({ n, field }) => ({
      at: n - 1,
      error: `${field} ${JSON.stringify(rows[n - 1]?.[field])} names no ${field.replace(/_(code|id)$/, '')}`,
    })),
    periods,
    days: result.days ?? [],
    past: result.past,
  }
}

async function auditRemoved(tx: Sql, request: FastifyRequest, feed: string, rows: object[]) {
  if (rows.length === 0) return
  await auditAll(
    tx,
    request,
    rows.map((before) => ({ action: `sync.${feed}.deleted`, entity: 'feed', entity_id: feed, before })),
  )
}

const total = (periods: PeriodCount[], count: 'created' | 'updated') =>
  periods.reduce((sum, period) => sum + period[count], 0)
