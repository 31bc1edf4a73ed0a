import { type SchemaOptions, type Static, Type } from '@sinclair/typebox'
import { Closed, filled, Model, Nullable, readAs, warnings } from '../../src/platform/schemas/schemas.ts'
import type { PushedFeed } from './pushed-feed.ts'

/** How many records a JSON body may hold; a stream may hold any number. */
export const MOST_RECORDS = 10_000

export const Counted = (description: string, examples: number[]) =>
  Type.Integer({ minimum: 0, description, examples })

/** The name of a feed within that of an operation: CampaignActuals. */
export const inOneWord = (feed: string) =>
  feed.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())

/** Where each record of a push ends up. */
export const counts = {
  received: Counted('Records that were sent; one of which a mapping makes several counts as so many', [3]),
  created: Counted('New ones', [1]),
  updated: Counted('Known ones that changed', [1]),
  unchanged: Counted('Known as they are, or older than what is known', [0]),
  repeated: Counted(
    'Those beside the one that the other counts name, where several records of a push have one key; the last stands, or the one observed last',
    [0],
  ),
  deleted: Counted('Those that took back what was stored', [0]),
  left_out: Counted('Those that are no facts, as the `only` of a mapping says, and took nothing back', [0]),
  rejected: Counted('Bad ones', [1]),
}

export const COUNTS = Object.keys(counts) as (keyof typeof counts)[]

export const Late = () =>
  Counted(
    'Facts created, updated or taken back after the score of their seller was final in a month that counts them; in a dry run also those that would change nothing',
    [0],
  )

/** What the rejections of a push are found by. */
export const PushId = (options: SchemaOptions = {}) =>
  Type.String({ format: 'uuid', examples: ['0d5c2f1e-6f5b-4d0c-9a57-3b8f2f4c9e10'], ...options })

const HOW = `Takes \`{"records": [...]}\` with up to ${MOST_RECORDS} records, or NDJSON (\`application/x-ndjson\`, one record a line, any length), or CSV (\`text/csv\`, any length), which are stored in chunks of some thousand records while they arrive. Each may be packed with \`Content-Encoding: gzip\`, up to 32 MiB unpacked. A JSON body may also be the array alone, one record, or have the array under \`data\`, \`items\` or the feed’s name; what else an envelope holds is ignored, and an object that names all required fields is a record. A push may take any time, as long as each kilobyte of it comes within REQUEST_TIMEOUT_SECONDS (a minute); else it is ended with 408.

Good records are stored even when others are not; with \`?atomic=true\` all are stored or none, when all have arrived; NDJSON or CSV of more than SPOOL_MAX_MB (a gigabyte) is then refused with 413. A record has a natural key: pushing it again changes nothing, so a push that was cut can simply be repeated. A record with an earlier \`observed_at\` than what is stored changes nothing. Of several records with one key in a push the last wins, or the one observed last: the others count as \`repeated\`, and where they differ and none is observed later, \`warnings\` says so. Of a stream of more than a million keys this is said of the first million. Fields that are not listed here are not read, and named in \`warnings\`. A record has at most 64 KiB and 200 fields.

Numbers and booleans may be texts. A timestamp may have a blank for the T and lack seconds; without an offset it is read in the business time zone (BUSINESS_TIMEZONE), with a warning. A blank text is none.

\`?mapping=\` names a mapping (/api/sync/mappings) that reads records of another shape; with \`?dry_run=true\` nothing is stored: all records of a JSON body, or the first 20 of NDJSON and CSV, are tried, and the answer has the errors and warnings that they would have, and shows the first 20 as they are read.

\`Idempotency-Key\` works for JSON; NDJSON and CSV ignore it, because natural keys make them repeatable. Bad records are kept: GET /api/sync/rejections. Facts for a month whose score is final are stored, counted as late, and change no score.`

/** A count that what an Idempotency-Key kept before an update lacks. */
const orNone = (count: ReturnType<typeof Counted>) => ({ ...count, default: 0 })

const PushAnswer = Model('PushResult', {
  success: Type.Boolean({
    description: 'false: records were sent, and every one of them was rejected',
    examples: [true],
  }),
  push_id: Type.Optional(
    PushId({
      description: 'GET /api/sync/rejections?push_id= lists what was rejected. A dry run has none',
    }),
  ),
  ...counts,
  repeated: orNone(counts.repeated),
  deleted: orNone(counts.deleted),
  left_out: orNone(counts.left_out),
  late: orNone(Late()),
  errors: Type.Array(
    Type.Object({
      index: Type.Integer({
        description: 'Place of the record in the push, from 0; blank lines don’t count',
        examples: [1],
      }),
      line: Type.Optional(
        Type.Integer({
          description: 'Of NDJSON and CSV: where it begins in the file, from 1',
          examples: [3],
        }),
      ),
      key: Nullable(Type.String(), { description: 'Its natural key', examples: ['S-1001/ORD-100234'] }),
      field: Nullable(Type.String(), {
        description: 'The field that it is about; null where it is about the whole record',
        examples: ['units'],
      }),
      value: Type.Unknown({
        description: 'Its value as it was sent, or the beginning of a long one; null where none was sent',
        examples: [-3],
      }),
      error: Type.String({ examples: ['units must be at least 0'] }),
    }),
    {
      description:
        'The first 1,000 bad fields: a record may have several. GET /api/sync/rejections has all bad records, each with its first',
    },
  ),
  warnings,
  records: Type.Optional(
    Type.Array(
      Type.Object({
        index: Type.Integer({ examples: [0] }),
        record: Type.Unknown({ description: 'As it was read' }),
        error: Nullable(Type.String(), { examples: [null] }),
        left_out: Type.Optional(
          Type.String({ description: 'Why it is no fact', examples: ['Status is DRAFT'] }),
        ),
      }),
      { description: 'Of a dry run: the first 20 records' },
    ),
  ),
})

/** Off unless it is true or 1. */
const Switch = (description: string) =>
  filled(
    readAs(Type.Boolean({ default: false, description }), (value) =>
      value === '1' ? 'true' : value === '0' ? 'false' : value,
    ),
  )

const PushQuery = Closed({
  atomic: Switch('Store all records or none: a bad one is a 400'),
  mapping: Type.Optional(
    Type.String({ description: 'Name of a mapping that reads the records', examples: ['my-shopify'] }),
  ),
  dry_run: Switch(
    'Store nothing, and answer what is wrong with the records of a JSON body, or with the first 20 of NDJSON and CSV, and how the first 20 are read',
  ),
})
export type PushQuery = Static<typeof PushQuery>

/** What a feed's POST is told by, takes and answers (see `route`). */
export const pushSchema = (feed: PushedFeed) => ({
  config: { alsoTakes: bodiesOf(feed), longBody: true },
  operationId: `push${inOneWord(feed.name)}`,
  summary: feed.summary,
  description: `${feed.description}\n\nNatural key: ${feed.key.map((field) => `\`${field}\``).join(', ')}.\n\n${HOW}`,
  querystring: PushQuery,
  response: { 200: PushAnswer },
})

const Records = (record: PushedFeed['record'], options = {}) =>
  Type.Array(record, { maxItems: MOST_RECORDS, ...options })

/**
 * The bodies that a feed's POST takes, as the documentation shows them. Records are checked one by one, so that a bad one
 * does not refuse the push.
 */
const bodiesOf = ({ name, record }: PushedFeed) => ({
  'application/json': Type.Union([
    Type.Object({ records: Records(record) }, { description: 'The recommended form' }),
    Records(record, { description: 'The records alone' }),
    Type.Object({ data: Records(record) }),
    Type.Object({ items: Records(record) }),
    Type.Object(
      { [name.replaceAll('-', '_')]: Records(record) },
      { description: 'Under the name of the feed' },
    ),
    record,
  ]),
  'application/x-ndjson': Type.String({
    description: 'One record a line, as an object like those of `records`; lines of up to 64 KiB',
  }),
  'text/csv': Type.String({
    description:
      'UTF-8. The first line names the fields, by any of their names; commas or semicolons stand between cells; an empty cell is no value',
    examples: ['order_code,seller_code,ordered_at\r\nORD-100234,S-1001,2026-10-05T10:00:00Z\r\n'],
  }),
})
