import { useState } from 'preact/hooks'
import { count, score } from '../../logic/format.ts'
import { Delta, TierBadge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { HandOver } from './hand-over.tsx'
import type { Portfolio } from './portfolio.tsx'
import { words } from './words.ts'

type Seller = Portfolio['sellers'][number]

/** The sellers of a portfolio; each can be handed over. */
export function SellersPanel({ portfolio: { am_id, period, sellers } }: { portfolio: Portfolio }) {
  const go = useGo()
  const { may } = useMe()
  const [asked, ask] = useState<Seller | null>(null)
  const action: Column<Seller> = {
    key: 'hand-over',
    head: words.actions,
    cell: (seller) => (
      <button
        type="button"
        class="button small"
        aria-label={words.handOverOf(seller.seller_code)}
        onClick={() => ask(seller)}
      >
        {words.handOver}
      </button>
    ),
  }
  const mayHandOver = may('sellers.write') && may('account-managers.read')
  return (
    <Panel
      class="flush"
      title={words.sellers}
      source={{ path: '/api/am/portfolio/{amId}', request: { path: { amId: am_id }, query: { period } } }}
    >
      <DataTable
        caption={words.sellers}
        columns={mayHandOver ? [...COLUMNS, action] : COLUMNS}
        rows={sellers}
        keyOf={({ seller_code }) => seller_code}
        onOpen={({ seller_code }) => go(`/sellers/${encodeURIComponent(seller_code)}`)}
        empty={<Empty title={words.noSellers}>{words.noSellersText}</Empty>}
      />
      {asked && <HandOver from={am_id} code={asked.seller_code} onClose={() => ask(null)} />}
    </Panel>
  )
}

const COLUMNS: Column<Seller>[] = [
  {
    key: 'seller',
    head: words.seller,
    cell: ({ seller_code, company_name }) => (
      <span class="case-cell">
        <Link to={`/sellers/${encodeURIComponent(seller_code)}`} class="mono">
          {seller_code}
        </Link>
        <span class="cut" dir="auto" title={company_name}>
          {company_name}
        </span>
      </span>
    ),
  },
  {
    key: 'total',
    head: words.total,
    numeric: true,
    cell: ({ score: one }) => (one?.is_rated ? score(one.total_sos) : '–'),
  },
  {
    key: 'change',
    head: words.change,
    numeric: true,
    wide: true,
    cell: ({ score: one }) => <Delta value={one?.counts_for_change ? one.trend.delta : null} />,
  },
  { key: 'tier', head: words.tier, cell: ({ score: one }) => <TierBadge tier={one?.tier} /> },
  {
    key: 'orders',
    head: words.orders,
    numeric: true,
    wide: true,
    cell: ({ score: one }) => count(one?.orders),
  },
]
