import { Pagination, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { named, nameOf, sentenceCase } from '../../ui/names.ts'
import { type Feed, fault } from './data.ts'
import classes from './rows.module.css'

const PAGE = 50
const WIDEST = 28

interface RowsProps {
  columns: string[]
  rows: string[][]
  errors: Map<number, string>
  fields: Feed['fields']
  isNarrowed: boolean
  onEdit: (row: number, column: number, text: string) => void
}

/** The file as a sheet: what is wrong is red, says why, and can be written over. */
export function Rows({ columns, rows, errors, fields, isNarrowed, onEdit }: RowsProps) {
  const [page, setPage] = useState(1)
  const indexes = [...rows.keys()].filter((i) => !isNarrowed || errors.has(i))
  const pages = Math.max(1, Math.ceil(indexes.length / PAGE))
  const shown = indexes.slice((Math.min(page, pages) - 1) * PAGE, Math.min(page, pages) * PAGE)
  const widths = columns.map((name, j) =>
    Math.min(WIDEST, Math.max(name.length, ...shown.map((i) => rows[i]?.[j]?.length ?? 0))),
  )
  return (
    <>
      <Table.ScrollContainer minWidth={600}>
        <Table className={classes.sheet} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={48}>Line</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column}>{nameOf(column)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((i) => {
              const error = errors.get(i)
              const { column: wrong, text } =
                error === undefined ? { column: -1, text: '' } : fault(error, columns, fields)
              return (
                <Table.Tr key={i}>
                  <Table.Td c="dimmed">{i + 2}</Table.Td>
                  {columns.map((column, j) => (
                    <Table.Td key={column} data-wrong={(error && (j === wrong || wrong < 0)) || undefined}>
                      <input
                        style={{ minWidth: `calc(${widths[j]}ch + 20px)` }}
                        value={rows[i]?.[j] ?? ''}
                        aria-label={`${nameOf(column)}, line ${i + 2}`}
                        aria-invalid={j === wrong}
                        aria-describedby={j === wrong ? `why-${i}` : undefined}
                        onChange={(event) => onEdit(i, j, event.currentTarget.value)}
                      />
                      {error && j === Math.max(0, wrong) && (
                        <Text id={`why-${i}`} size="xs" c="var(--bad)" px={8} pb={6}>
                          {sentenceCase(named(text))}
                        </Text>
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pages > 1 && <Pagination value={page} onChange={setPage} total={pages} />}
    </>
  )
}
