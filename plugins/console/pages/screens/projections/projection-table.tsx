import type { ComponentChildren } from 'preact'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { chancesOf } from '../../logic/chances.ts'
import { month, ratio, score } from '../../logic/format.ts'
import { TierBadge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Pager } from '../../parts/pager.tsx'
import { words } from './words.ts'

type List = Answer<'GET', '/api/sos/projections'>
type Row = List['data'][number]

const pageOf = ({ seller_code, period }: Row) =>
  `/sellers/${encodeURIComponent(seller_code)}?period=${period}`

interface Props {
  answer: List
  onPage: (page: number) => void
  empty: ComponentChildren
}

/** Sellers with what becomes of their tier. */
export function ProjectionTable({ answer: { data, total, page, limit }, onPage, empty }: Props) {
  const go = useGo()
  const known = useRead('/api/sos/tiers')
  const tierOf = (name: string) => ({
    name,
    color: known.data?.data.find((tier) => tier.name === name)?.color ?? 'transparent',
  })
  return (
    <DataTable
      caption={words.list}
      columns={columnsOf(tierOf)}
      rows={data}
      keyOf={({ seller_code }) => seller_code}
      onOpen={(row) => go(pageOf(row))}
      empty={empty}
      foot={<Pager page={page} limit={limit} total={total} onPage={onPage} />}
    />
  )
}

const columnsOf = (tierOf: (name: string) => { name: string; color: string }): Column<Row>[] => [
  {
    key: 'seller',
    head: words.seller,
    cell: (row) => (
      <span class="at-risk">
        <Link to={pageOf(row)} class="mono">
          {row.seller_code}
        </Link>
        <span class="cut" dir="auto" title={row.company_name}>
          {row.company_name}
        </span>
      </span>
    ),
  },
  {
    key: 'fall',
    head: words.fall,
    numeric: true,
    cell: ({ below_last_final }) => <strong>{ratio(below_last_final)}</strong>,
  },
  {
    key: 'last',
    head: words.last,
    cell: ({ seller_code, last_final }) =>
      last_final && (
        <span class="at-risk">
          <TierBadge tier={tierOf(last_final.tier)} />
          <Link
            class="faint small"
            to={`/sellers/${encodeURIComponent(seller_code)}?period=${last_final.period}`}
          >
            {month(last_final.period)}
          </Link>
        </span>
      ),
  },
  {
    key: 'likeliest',
    head: words.likeliest,
    cell: (row) => {
      const { name, probability } = chancesOf(row).likeliest
      return (
        <span class="row">
          <TierBadge tier={tierOf(name)} /> <span class="faint tabular">{ratio(probability)}</span>
        </span>
      )
    },
  },
  {
    key: 'expected',
    head: words.expected,
    numeric: true,
    cell: ({ expected_total }) => score(expected_total),
  },
  {
    key: 'range',
    head: words.range,
    numeric: true,
    wide: true,
    cell: ({ low, high }) => `${score(low)} – ${score(high)}`,
  },
]
