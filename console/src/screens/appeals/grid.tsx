import { useNavigate } from '@tanstack/react-router'
import type { DataTableColumn, DataTableProps } from 'mantine-datatable'
import { Code } from '../../ui/code.tsx'
import { Dim } from '../../ui/dim.tsx'
import { monthOf, points, since } from '../../ui/format.ts'
import { Grid, type GridProps } from '../../ui/grid.tsx'
import { NameLink } from '../../ui/links.tsx'
import { nameOf } from '../../ui/names.ts'
import { Status } from '../../ui/status.tsx'
import { TierPill } from '../../ui/tier.tsx'
import { type Appeal, isOpen } from './data.ts'

const wide = { noWrap: true, visibleMediaQuery: '(width >= 48em)' }

const columns: DataTableColumn<Appeal>[] = [
  {
    accessor: 'company_name',
    title: 'Seller',
    render: ({ id, company_name, seller_code, component_appealed, appeal_reason_type, period }) => (
      <>
        <NameLink to="/appeals/$id" params={{ id: String(id) }}>
          {company_name} <Code visibleFrom="sm">{seller_code}</Code>
        </NameLink>
        <Dim>
          {nameOf(component_appealed)} in {monthOf(period)}: {nameOf(appeal_reason_type).toLowerCase()}
        </Dim>
      </>
    ),
  },
  { accessor: 'am_name', title: 'Account manager', ...wide, render: ({ am_name }) => am_name ?? '–' },
  {
    accessor: 'score_before',
    title: 'Score',
    ...wide,
    render: ({ score_before: before, score_after: after }) =>
      before && (
        <>
          {after && `${points(before.total_sos)} → `}
          {points((after ?? before).total_sos)} <TierPill tier={(after ?? before).tier} />
        </>
      ),
  },
  {
    accessor: 'expires_at',
    title: 'Expires',
    ...wide,
    render: (appeal) => (isOpen(appeal) ? since(appeal.expires_at) : '–'),
  },
  { accessor: 'status', render: ({ status }) => <Status list="appeal_statuses" word={status} /> },
]

/** Appeals in lines; each leads to its page. */
export function AppealGrid(props: GridProps<Appeal>) {
  const navigate = useNavigate()
  const given = { ...props, columns } as DataTableProps<Appeal>
  return (
    <Grid
      {...given}
      onRowClick={({ record }) => void navigate({ to: '/appeals/$id', params: { id: String(record.id) } })}
    />
  )
}
