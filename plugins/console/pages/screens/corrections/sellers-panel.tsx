import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import type { Correction } from '../../logic/correction-state.ts'
import { month, score } from '../../logic/format.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import { Badge, Delta, TierBadge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { useTiers } from '../rules/impact/use-tiers.ts'
import { words } from './words.ts'

const PATH = '/api/sos/monthly/corrections/{id}/sellers'
type Row = Answer<'GET', typeof PATH>['data'][number]

const WAYS = ['up', 'down', 'none'] as const
const STATE = { moved: oneOf(WAYS, ''), tier: oneOf(['changed', 'kept'], ''), page: number(1) }

/** Every score that changes, before and after. */
export function SellersPanel({ correction: { id, period, status } }: { correction: Correction }) {
  const [{ moved, tier, page }, change] = useUrlState(STATE)
  const { colorOf } = useTiers()
  const request = {
    path: { id },
    query: {
      moved: moved || undefined,
      tier_changed: tier === '' ? undefined : tier === 'changed',
      page,
      limit: 50,
    },
  }
  const read = useRead(PATH, request, { keep: true })
  return (
    <>
      <search class="filters">
        <SelectField
          label={words.moved}
          value={moved}
          onValue={(value) => change({ moved: value as typeof moved, page: 1 })}
          options={[
            ['', words.all],
            ['up', words.up],
            ['down', words.down],
            ['none', words.same],
          ]}
        />
        <SelectField
          label={words.tiers}
          value={tier}
          onValue={(value) => change({ tier: value as typeof tier, page: 1 })}
          options={[
            ['', words.all],
            ['changed', words.tierYes],
            ['kept', words.tierNo],
          ]}
        />
      </search>
      <Panel
        title={words.who}
        class="flush"
        source={{ path: PATH, request: { ...request, query: { ...request.query, limit: 500 } }, csv: true }}
      >
        <Loaded of={read} height="20rem">
          {({ data, total, limit }) => (
            <DataTable
              caption={words.whoOf(month(period))}
              rows={data}
              keyOf={({ seller_code }) => seller_code}
              columns={columnsOf(period, colorOf, status === 'completed')}
              empty={<Empty title={words.nobody} />}
              foot={
                <Pager page={page} limit={limit} total={total} onPage={(next) => change({ page: next })} />
              }
            />
          )}
        </Loaded>
      </Panel>
    </>
  )
}

function columnsOf(period: string, colorOf: (tier: string) => string, isOver: boolean): Column<Row>[] {
  const badge = (name: string) => <TierBadge tier={{ name, color: colorOf(name) }} />
  return [
    {
      key: 'seller',
      head: words.seller,
      cell: ({ seller_code, company_name }) => (
        <span class="appeal-cell">
          <Link to={`/sellers/${encodeURIComponent(seller_code)}?period=${period}`} class="mono">
            {seller_code}
          </Link>
          <span class="wraps" dir="auto">
            {company_name}
          </span>
        </span>
      ),
    },
    {
      key: 'before',
      head: words.before,
      numeric: true,
      cell: ({ is_rated_before, total_before }) => (is_rated_before ? score(total_before) : '–'),
    },
    {
      key: 'after',
      head: words.after,
      numeric: true,
      cell: ({ is_rated_after, total_after }) => (is_rated_after ? score(total_after) : '–'),
    },
    { key: 'change', head: words.change, numeric: true, cell: ({ delta }) => <Delta value={delta} /> },
    {
      key: 'tier',
      head: words.tier,
      cell: ({ tier_before, tier_after, tier_changed }) =>
        tier_changed ? (
          <span class="row nowrap">
            {badge(tier_before)} <span aria-hidden="true">→</span>
            {badge(tier_after)}
          </span>
        ) : (
          badge(tier_after)
        ),
    },
    ...(isOver
      ? [
          {
            key: 'result',
            head: words.result,
            cell: ({ result }: Row) =>
              result && <Badge tone={result === 'corrected' ? 'good' : 'warn'}>{words[result]}</Badge>,
          },
        ]
      : []),
  ]
}
