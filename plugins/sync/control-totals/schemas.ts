import { type Static, Type } from '@sinclair/typebox'
import { totalsOf } from '../../../src/domain/quality/control-totals-queries.ts'
import type { FactFeed } from '../../../src/domain/quality/fact-tables.ts'
import { filled } from '../../../src/platform/schemas/lenient.ts'
import {
  Code,
  Nullable,
  Page,
  PageQuery,
  Period,
  Success,
  Timestamp,
} from '../../../src/platform/schemas/schemas.ts'
import { Money } from '../fields.ts'

const tags = ['sync']
const MOST = 9_999_999_999_999.99

/** A total of each kind, as senders give it. */
const TOTALS: Record<string, ReturnType<typeof Type.Unsafe<number>>> = {
  records: counted('Records of the month', 1200),
  units: counted('Units of the orders, cancelled ones included', 3400),
  quantity: counted('Pieces of all snapshot rows', 5200),
  forecast_orders: counted('Orders that were forecast', 900),
  actual_orders: counted('Orders of the campaigns', 480),
  amount: Money({ minimum: -MOST, maximum: MOST, description: 'Sum of the amounts', examples: [84210.5] }),
}

function counted(description: string, example: number) {
  return Type.Unsafe<number>(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] }),
  )
}

const title = (feed: string) =>
  feed
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const declareSchema = (feed: FactFeed) => ({
  tags,
  operationId: `declare${title(feed)}Totals`,
  summary: `Say what was sent of ${feed} for a month`,
  description: `Control totals: what the sending system counts, which the service compares with what it has stored (GET, and the check \`control_total:${feed}\` of the month’s quality). One for the month and each seller, or all together: a later one replaces it. A record counts in the month of its day, as in GET /api/sync/status.`,
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
        Type.Object(Object.fromEntries(totalsOf(feed).map((name) => [name, Type.Optional(known(name))])), {
          additionalProperties: false,
          minProperties: 1,
          description: `Any of ${totalsOf(feed).join(', ')}`,
          examples: [Object.fromEntries(totalsOf(feed).map((name) => [name, known(name).examples?.[0]]))],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: Success },
})

const known = (name: string) => TOTALS[name] as (typeof TOTALS)[string]

const Side = (description: string, example: Record<string, number>) =>
  Type.Record(Type.String(), Type.Number(), { description, examples: [example] })

export const listTotalsSchema = (feed: FactFeed) => ({
  tags,
  operationId: `list${title(feed)}Totals`,
  summary: `What was said to be sent of ${feed}, beside what is stored`,
  description: 'Control totals of a month: that of all sellers together first, then by seller code.',
  querystring: Type.Object(
    { period: Type.Optional(Period({ description: 'Default: the current month' })), ...PageQuery },
    { additionalProperties: false },
  ),
  response: {
    200: Page(
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

export type DeclareSchema = ReturnType<typeof declareSchema>
export type ListTotalsSchema = ReturnType<typeof listTotalsSchema>
export type ControlTotals = Static<ListTotalsSchema['response'][200]>['data'][number]
