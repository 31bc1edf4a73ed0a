import { Group, Text } from '@mantine/core'
import type { DataTableProps } from 'mantine-datatable'
import { Code } from '../../ui/code.tsx'
import { Dim } from '../../ui/dim.tsx'
import { monthOf } from '../../ui/format.ts'
import { Grid, type GridProps, WIDE } from '../../ui/grid.tsx'
import { NameLink } from '../../ui/links.tsx'
import { useMoney } from '../../ui/money.ts'
import { named, nameOf } from '../../ui/names.ts'
import { Blocked, State } from '../../ui/status.tsx'
import { isBlock, type Surcharge } from './data.ts'

/** A column that a phone has no room for: there it stands with the seller. */
const wide = { visibleMediaQuery: WIDE, noWrap: true }

/** Surcharges in lines, each with the rule that brought it, in words; several can be selected for a deed. */
export function SurchargeGrid(props: Omit<GridProps<Surcharge>, 'columns'>) {
  const money = useMoney()
  const given = {
    ...props,
    isRecordSelectable: ({ status }) => status !== 'waived',
    getRecordSelectionCheckboxProps: ({ company_name, surcharge_type }) => ({
      'aria-label': `${company_name}, ${nameOf(surcharge_type)}`,
    }),
    allRecordsSelectionCheckboxProps: { 'aria-label': 'All on this page' },
    columns: [
      {
        accessor: 'seller_code',
        title: 'Seller',
        sortable: true,
        render: (one) => <Seller charge={one} />,
      },
      {
        accessor: 'period',
        title: 'Month',
        sortable: true,
        ...wide,
        render: ({ period }) => monthOf(period),
      },
      {
        accessor: 'amount',
        sortable: true,
        textAlign: 'right',
        noWrap: true,
        render: ({ amount, status }) => (
          <>
            <div>{amount ? money(amount) : 'No charge'}</div>
            <Group hiddenFrom="sm" justify="end">
              <State state={status} />
            </Group>
          </>
        ),
      },
      {
        accessor: 'status',
        ...wide,
        render: ({ status }) => <State state={status} />,
      },
    ],
  } as DataTableProps<Surcharge>
  return <Grid {...given} />
}

/** Who is charged, by what rule, with what was measured, and what somebody said about it. */
const Seller = ({ charge }: { charge: Surcharge }) => (
  <>
    <NameLink to="/sellers/$code" params={{ code: charge.seller_code }} search={{ period: charge.period }}>
      {charge.company_name} <Code visibleFrom="sm">{charge.seller_code}</Code>
    </NameLink>{' '}
    <Text span size="sm" visibleFrom="sm">
      {nameOf(charge.surcharge_type)}
    </Text>{' '}
    {isBlock(charge) && charge.status !== 'waived' && <Blocked />}
    <Dim lineClamp={2}>
      <Text span inherit hiddenFrom="sm">
        {nameOf(charge.surcharge_type)} in {monthOf(charge.period)}.{' '}
      </Text>
      {charge.trigger_details.reason ? named(String(charge.trigger_details.reason)) : null}
      {charge.status_reason && ` “${charge.status_reason}”`}
    </Dim>
  </>
)
