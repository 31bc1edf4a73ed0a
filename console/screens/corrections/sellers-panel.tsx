import type { Answer } from '../../api/types.ts'
import type { Correction } from '../../logic/correction-state.ts'
import { month, score } from '../../logic/format.ts'
import { keysOf, number, oneOf } from '../../logic/url-state.ts'
import { Badge, Delta, TierBadge } from '../../parts/badges.tsx'
import type { Columns } from '../../parts/data-table.tsx'
import { allOr } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { SellerLink } from '../../parts/seller-link.tsx'
import { Text } from '../../parts/text.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { useTiers } from '../rules/impact/use-tiers.ts'
import { words } from './state-badge.tsx'

const PATH = '/api/sos/monthly/corrections/{id}/sellers'
type Row = Answer<'GET', typeof PATH>['data'][number]

const WAYS = { up: 'Those that rise', down: 'Those that fall', none: 'Same total' }
const TIERS = { changed: 'Those that change it', kept: 'Those that keep it' }
const STATE = { moved: oneOf(keysOf(WAYS), ''), tier: oneOf(keysOf(TIERS), ''), page: number(1) }

/** Every score that changes, before and after. */
export function SellersPanel({ correction: { id, period, status } }: { correction: Correction }) {
  const [values, change] = useUrlState(STATE)
  const { moved, tier } = values
  const { colorOf } = useTiers()
  const query = { moved: moved || undefined, tier_changed: tier === '' ? undefined : tier === 'changed' }
  return (
    <>
      <Filters
        values={values}
        change={change}
        fields={[
          { name: 'moved', label: 'Which way', options: allOr(WAYS) },
          { name: 'tier', label: 'Tier', options: allOr(TIERS) },
        ]}
      />
      <RecordList
        title="Who changes"
        path={PATH}
        request={{ path: { id }, query }}
        whole={{ path: { id }, query: { ...query, limit: 500 } }}
        height="20rem"
        caption={`Scores of ${month(period)} before and after`}
        keyOf={({ seller_code }) => seller_code}
        columns={columnsOf(period, colorOf, status === 'completed')}
        none="Nobody fits these filters."
      />
    </>
  )
}

function columnsOf(period: string, colorOf: (tier: string) => string, isOver: boolean): Columns<Row> {
  const badge = (name: string) => <TierBadge tier={{ name, color: colorOf(name) }} />
  return [
    {
      head: 'Seller',
      cell: ({ seller_code, company_name }) => (
        <span class="appeal-cell">
          <SellerLink code={seller_code} query={`?period=${period}`} />
          <Text class="wraps">{company_name}</Text>
        </span>
      ),
    },
    {
      head: 'Before',
      numeric: true,
      cell: ({ is_rated_before, total_before }) => (is_rated_before ? score(total_before) : '–'),
    },
    {
      head: 'After',
      numeric: true,
      cell: ({ is_rated_after, total_after }) => (is_rated_after ? score(total_after) : '–'),
    },
    { head: 'Change', numeric: true, cell: ({ delta }) => <Delta value={delta} /> },
    {
      head: 'Tier',
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
    isOver && {
      head: 'Result',
      cell: ({ result }: Row) =>
        result && <Badge tone={result === 'corrected' ? 'good' : 'warn'}>{words[result]}</Badge>,
    },
  ]
}
