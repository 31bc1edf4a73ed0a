import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dim } from '../../ui/dim.tsx'

/** Things and their numbers, one pair a row. */
export const Pairs = ({ label, rows }: { label: string; rows: [what: ReactNode, number: ReactNode][] }) => (
  <div>
    <Dim>{label}</Dim>
    <Table aria-label={label} fz="sm" horizontalSpacing={0} verticalSpacing={5}>
      <Table.Tbody>
        {rows.map(([what, number], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no names
          <Table.Tr key={i}>
            <Table.Th scope="row" fw={400}>
              {what}
            </Table.Th>
            <Table.Td ta="right" c="var(--strong)">
              {number}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
)
