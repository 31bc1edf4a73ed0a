import type { ComponentChildren } from 'preact'
import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { useStatus } from './use-status.ts'
import { words } from './words.ts'

type Seller = Model<'Seller'>

const TONES = { active: 'good', suspended: 'warn', terminated: 'bad' } as const

interface Props {
  rows: Seller[]
  onOpen: (seller: Seller) => void
  empty: ComponentChildren
  foot: ComponentChildren
}

/** Sellers with their state and whether their orders may be shipped. */
export function SellerTable({ rows, ...rest }: Props) {
  const { may } = useMe()
  const setStatus = useStatus()
  const blocks = useBlocks(rows)
  const columns: Column<Seller>[] = [
    {
      key: 'code',
      head: words.code,
      cell: ({ seller_code }) => (
        <Link class="mono" to={`/sellers/${encodeURIComponent(seller_code)}`}>
          {seller_code}
        </Link>
      ),
    },
    {
      key: 'name',
      head: words.name,
      cell: ({ company_name }) => (
        <span class="wraps" dir="auto">
          {company_name}
        </span>
      ),
    },
    {
      key: 'state',
      wide: true,
      head: words.state,
      cell: ({ status }) => <Badge tone={TONES[status]}>{words[status]}</Badge>,
    },
    ...(blocks
      ? [
          {
            key: 'blocked',
            head: words.blocked,
            cell: ({ seller_code }: Seller) => {
              const found = blocks.get(seller_code)
              if (!found) return <span class="faint">–</span>
              return found.is_blocked ? (
                <Badge tone="bad">{words.isBlocked}</Badge>
              ) : found.active_surcharges.length > 0 ? (
                words.surcharges(found.active_surcharges.length)
              ) : (
                <span class="faint">{words.mayShip}</span>
              )
            },
          },
        ]
      : []),
    {
      key: 'warehouse',
      head: words.warehouse,
      wide: true,
      cell: ({ warehouse_name }) => warehouse_name ?? '–',
    },
    {
      key: 'am',
      head: words.am,
      wide: true,
      cell: ({ am_name }) => <span dir="auto">{am_name ?? '–'}</span>,
    },
    { key: 'contract', head: words.contract, wide: true, cell: ({ contract_type }) => contract_type ?? '–' },
    ...(may('sellers.write')
      ? [
          {
            key: 'actions',
            head: words.action,
            wide: true,
            cell: (seller: Seller) =>
              seller.status === 'terminated' ? null : (
                <button
                  type="button"
                  class="button small"
                  onClick={() => setStatus(seller, seller.status === 'active' ? 'suspended' : 'active')}
                >
                  {seller.status === 'active' ? words.suspend : words.reactivate}
                </button>
              ),
          },
        ]
      : []),
  ]
  return (
    <DataTable<Seller>
      caption={words.caption}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      {...rest}
    />
  )
}

/** Whether the sellers of a page are blocked: one question for all of them. */
function useBlocks(rows: Seller[]) {
  const { may } = useMe()
  const codes = rows.map(({ seller_code }) => seller_code).join()
  const { data } = useRead(
    '/api/sos/enforcement',
    { query: { seller_codes: codes } },
    { enabled: may('enforcement.read') && codes !== '', keep: true },
  )
  if (!may('enforcement.read')) return null
  return new Map((data?.data ?? []).map((one) => [one.seller_code, one]))
}
