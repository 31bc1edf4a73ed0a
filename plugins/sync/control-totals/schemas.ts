import { Type } from '@sinclair/typebox'
import type { ControlTotal, Feed } from '../../../src/feeds/feed.ts'
import { Money } from '../../../src/feeds/fields.ts'
import { route } from '../../../src/platform/http/route.ts'
import { filled } from '../../../src/platform/schemas/lenient.ts'
import {
  Closed,
  Code,
  Nullable,
  Period,
  Success,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../../src/platform/schemas/schemas.ts'
import { inOneWord } from '../schemas.ts'

const MOST = 9_999_999_999_999.99

const RECORDS: ControlTotal = { column: '*', description: 'Records of the month', example: 1200 }

/** What a sender may declare of a feed, with the schema of each total. */
const totalsOf = ({ controlTotals }: Feed) =>
  Object.entries({ records: RECORDS, ...controlTotals }).map(([name, total]) => ({
    name,
    example: total.example,
    schema: total.isMoney ? amount(total) : count(total),
  }))

const amount = ({ description, example }: ControlTotal) =>
  Money({ minimum: -MOST, maximum: MOST, description, examples: [example] })

const count = ({ description, example }: ControlTotal) =>
  Type.Unsafe<number>(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] }),
  )

export const declareRoute = (feed: Feed) =>
  route('POST', `/api/sync/${feed.name}/control-totals`, 'sync.write', {
    operationId: `declare${inOneWord(feed.name)}Totals`,
    summary: `Say what was sent of ${feed.name} for a month`,
    description: `Control totals: what the sending system counts, which the service compares with what it has stored (GET, and the check \`control_total:${feed.name}\` of the month’s quality). One for the month and each seller, or all together: a later one replaces it. A record counts in the month of its day, as in GET /api/sync/status.`,
    body: Type.Object(
      {
        period: Period(),
        seller_code: Type.Optional(
          filled(
            Nullable(Code(), {
              description: 'One seller; null or left out: all together',
              examples: ['S-1001'],
            }),
          ),
        ),
        totals: Type.Unsafe<Record<string, number>>(
          Type.Object(
            Object.fromEntries(totalsOf(feed).map(({ name, schema }) => [name, Type.Optional(schema)])),
            {
              additionalProperties: false,
              minProperties: 1,
              description: `Any of ${totalsOf(feed)
                .map(({ name }) => name)
                .join(', ')}`,
              examples: [Object.fromEntries(totalsOf(feed).map(({ name, example }) => [name, example]))],
            },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: Success, 404: { $ref: 'Problem#', description: 'There is no such seller' } },
  })

const Side = (description: string, example: Record<string, number>) =>
  Type.Record(Type.String(), Type.Number(), { description, examples: [example] })

export const listTotalsRoute = (feed: Feed) =>
  route('GET', `/api/sync/${feed.name}/control-totals`, 'sync.read', {
    config: { reads: 'sums' },
    operationId: `list${inOneWord(feed.name)}Totals`,
    summary: `What was said to be sent of ${feed.name}, beside what is stored`,
    description: 'Control totals of a month: that of all sellers together first, then by seller code.',
    querystring: Closed({
      period: Type.Optional(Period({ description: 'Default: the current month' })),
      ...WholeListQuery,
    }),
    response: {
      200: WholeList(
        Type.Object({
          period: Period(),
          seller_code: Nullable(Type.String(), {
            description: 'null for all sellers together',
            examples: ['S-1001'],
          }),
          totals: Side('What was declared', { records: 1200 }),
          ours: Side('What is stored', { records: 1198 }),
          difference: Side('Ours without theirs', { records: -2 }),
          received_at: Timestamp({ description: 'When it was declared' }),
          user_id: Nullable(Type.Integer(), { description: 'Who declared it', examples: [1] }),
        }),
      ),
    },
  })

export type DeclareRoute = ReturnType<typeof declareRoute>
export type ListTotalsRoute = ReturnType<typeof listTotalsRoute>
