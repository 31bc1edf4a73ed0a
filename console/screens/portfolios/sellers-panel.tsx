import { useState } from 'preact/hooks'
import { count, score } from '../../logic/format.ts'
import { Delta, TierBadge } from '../../parts/badges.tsx'
import { Opener } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useGo } from '../../parts/link.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { SellerCell, sellerPath } from '../../parts/seller-link.tsx'
import { HandOver } from './hand-over.tsx'
import type { Portfolio } from './portfolio.tsx'

type Seller = Portfolio['sellers'][number]

/** The sellers of a portfolio; each can be handed over. */
export function SellersPanel({ portfolio: { am_id, period, sellers } }: { portfolio: Portfolio }) {
  const go = useGo()
  const { may } = useMe()
  const [asked, ask] = useState<Seller | null>(null)
  const action: Column<Seller> = {
    head: 'Actions',
    cell: (seller) => (
      <Opener class="small" aria-label={`Hand over ${seller.seller_code}`} onClick={() => ask(seller)}>
        Hand over
      </Opener>
    ),
  }
  const mayHandOver = may('sellers.write') && may('account-managers.read')
  return (
    <Panel
      class="flush"
      title="Sellers"
      source={{ path: '/api/am/portfolio/{amId}', request: { path: { amId: am_id }, query: { period } } }}
    >
      <DataTable
        caption="Sellers"
        columns={mayHandOver ? [...COLUMNS, action] : COLUMNS}
        rows={sellers}
        keyOf={({ seller_code }) => seller_code}
        onOpen={({ seller_code }) => go(sellerPath(seller_code))}
        empty={
          <Empty title="Nobody is in this portfolio">
            Hand a seller over from another portfolio, or assign one on the seller’s page.
          </Empty>
        }
      />
      {asked && <HandOver from={am_id} code={asked.seller_code} onClose={() => ask(null)} />}
    </Panel>
  )
}

const COLUMNS: Column<Seller>[] = [
  { head: 'Seller', cell: (row) => <SellerCell of={row} /> },
  { head: 'Total', numeric: true, cell: ({ score: one }) => (one?.is_rated ? score(one.total_sos) : '–') },
  {
    head: 'Change',
    numeric: true,
    wide: true,
    cell: ({ score: one }) => <Delta value={one?.counts_for_change ? one.trend.delta : null} />,
  },
  { head: 'Tier', cell: ({ score: one }) => <TierBadge tier={one?.tier} /> },
  { head: 'Orders', numeric: true, wide: true, cell: ({ score: one }) => count(one?.orders) },
]
