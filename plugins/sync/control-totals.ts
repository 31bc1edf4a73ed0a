import { Type } from '@sinclair/typebox'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { requireDecimals } from '../../src/domain/decimals.ts'
import { areFactsDeleted } from '../../src/domain/facts/retention-deletions.ts'
import { type Compared, compareTotals, storedTotals } from '../../src/domain/quality/control-totals.ts'
import { keepSeller } from '../../src/domain/sellers/deletion-queries.ts'
import type { ControlTotal, Feed } from '../../src/feeds/feed.ts'
import { Money } from '../../src/feeds/fields.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  Closed,
  Code,
  filled,
  Nullable,
  Period,
  Problem,
  Success,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { inOneWord } from './push-schemas.ts'

const MOST = 9_999_999_999_999.99

const RECORDS: ControlTotal = { column: '*', description: 'Records of the month', example: 1200 }

const schemaOf = ({ description, example, isMoney }: ControlTotal) =>
  isMoney
    ? Money({ minimum: -MOST, maximum: MOST, description, examples: [example] })
    : Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] })

const declareTotals = (feed: Feed) => {
  const totals = Object.entries({ records: RECORDS, ...feed.controlTotals })
  const examples = [Object.fromEntries(totals.map(([name, { example }]) => [name, example]))]
  return endpoint('POST', `/api/sync/${feed.name}/control-totals`, 'sync.write', {
    operationId: `declare${inOneWord(feed.name)}Totals`,
    summary: `Say what was sent of ${feed.name} for a month`,
    description: `Control totals: what the sending system counts, which the service compares with what it has stored (GET, and the check \`control_total:${feed.name}\` of the month’s quality). One for the month and each seller, or all together: a later one replaces it. A record counts in the month of its day, as in GET /api/sync/status.`,
    body: Closed({
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
        Closed(Object.fromEntries(totals.map(([name, total]) => [name, Type.Optional(schemaOf(total))])), {
          minProperties: 1,
          description: `Any of ${totals.map(([name]) => name).join(', ')}`,
          examples,
        }),
      ),
    }),
    response: { 200: Success, 404: Problem('There is no such seller') },
  })((request) =>
    change(request, async (tx) => {
      const { period, seller_code = null, totals } = request.body
      for (const [name, total] of Object.entries(totals))
        if (feed.controlTotals[name]?.isMoney)
          requireDecimals(`totals.${name}`, total, request.server.env.CURRENCY)
      const seller_id = seller_code === null ? ALL : await keepSeller(tx, 'seller_code', seller_code)
      // Of two at once the later one sees what the earlier has declared, also where that is the first.
      await tx.run`select pg_advisory_xact_lock(hashtextextended(${`control totals of ${feed.name} ${period}`}, 0))`
      const before = await tx.row<Pick<Declared, 'totals'>>`
        select totals from sync_control_totals
        where seller_id = ${seller_id} and feed = ${feed.name} and period = ${period}`
      await tx.run`
        insert into sync_control_totals (seller_id, feed, period, totals, user_id)
        values (${seller_id}, ${feed.name}, ${period}, ${JSON.stringify(totals)}::jsonb, ${request.actor.id})
        on conflict (seller_id, feed, period) do update set
          totals = excluded.totals, user_id = excluded.user_id, received_at = now()`
      await audit(tx, request, {
        action: `sync.${feed.name}.control_totals`,
        entity: 'feed',
        entity_id: feed.name,
        before: before && { period, seller_code, totals: before.totals },
        after: { period, seller_code, totals },
      })
      return { success: true }
    }),
  )
}

const Side = (description: string, example: Record<string, number>) =>
  Type.Record(Type.String(), Type.Number(), { description, examples: [example] })

const listTotals = (feed: Feed) =>
  endpoint('GET', `/api/sync/${feed.name}/control-totals`, 'sync.read', {
    config: { reads: 'sums' },
    operationId: `list${inOneWord(feed.name)}Totals`,
    summary: `What was said to be sent of ${feed.name}, beside what is stored`,
    description: 'Control totals of a month: that of all sellers together first, then by seller code.',
    ...wholeList(
      Type.Object({
        period: Period(),
        seller_code: Nullable(Type.String(), {
          description: 'null for all sellers together',
          examples: ['S-1001'],
        }),
        totals: Side('What was declared', { records: 1200 }),
        ours: Side('What is stored', { records: 1198 }),
        difference: Side('Ours without theirs', { records: -2 }),
        facts_deleted: Type.Boolean({
          description:
            'Whether retention (KEEP_FACTS_MONTHS) has deleted facts of the month: then they are missing in `ours`, and the month’s quality does not compare them',
          examples: [false],
        }),
        received_at: Timestamp({ description: 'When it was declared' }),
        user_id: Nullable(Type.Integer(), { description: 'Who declared it', examples: [1] }),
      }),
      { period: Type.Optional(Period({ description: 'Default: the current month' })) },
    ),
  })(async ({ server, query }) => {
    const { db, env } = server
    const period = query.period ?? runningPeriod(server)
    const { data, ...page } = await pageOfRows<Declared>(db, query, {
      rows: `
        select c.seller_id, s.seller_code, c.totals, c.received_at, c.user_id
        from sync_control_totals c left join sellers s on s.id = c.seller_id
        where c.feed = $1 and c.period = $2`,
      values: [feed.name, period],
      order: `seller_id <> ${ALL}, seller_code`,
    })
    const sellers = data.map(({ seller_id }) => seller_id)
    const stored = await storedTotals(db, feed, period, env.BUSINESS_TIMEZONE, sellers)
    const facts_deleted = await areFactsDeleted(db, period, [feed.name])
    return {
      data: data.map(({ seller_id, seller_code, totals, ...said }) => {
        const compared = compareTotals(stored.get(seller_id), totals)
        const beside = { ours: by('ours', compared), difference: by('difference', compared) }
        return { period, seller_code, totals, ...beside, facts_deleted, ...said }
      }),
      ...page,
    }
  })

const by = (side: 'ours' | 'difference', compared: Compared[]) =>
  Object.fromEntries(compared.map((one) => [one.total, one[side]]))

/** The seller of what is declared for all together. */
const ALL = 0

interface Declared {
  seller_id: number
  seller_code: string | null
  totals: Record<string, number>
  received_at: string
  user_id: number | null
}

/** Where senders say what they have sent, and see it beside what is stored. */
export const controlTotalRoutes = (feeds: readonly Feed[]) =>
  feeds.flatMap((feed) => [declareTotals(feed), listTotals(feed)])
