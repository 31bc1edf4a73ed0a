import { Anchor, Box, Button, Pagination, Table } from '@mantine/core'
import { Fragment, useMemo, useRef, useState } from 'react'
import { nameOf } from '../../ui/names.ts'
import type { Fault, Feed, Row } from './data.ts'
import { keysOf, type Target } from './mapping.ts'
import { doubtOf, repairsOf } from './repair.ts'
import classes from './rows.module.css'
import type { Trial } from './trial.ts'

const PAGE = 50
const WIDEST = 28

interface RowsProps {
  feed: Feed
  targets: Target[]
  rows: Row[]
  trial: Trial
  /** Only what is wrong is shown. */
  isNarrowed: boolean
  onEdit: (row: number, column: number, text: string) => void
  onFix: (column: number) => void
}

/** The file as a sheet: what is wrong is red, says why, and can be written over. */
export function Rows({ feed, targets, rows, trial, isNarrowed, onEdit, onFix }: RowsProps) {
  const [page, setPage] = useState(1)
  /** What stood in the cell before it was written over. */
  const before = useRef('')
  const indexes = [...rows.keys()].filter((i) => !isNarrowed || !trial.isGood(rows[i] ?? []))
  const pages = Math.max(1, Math.ceil(indexes.length / PAGE))
  const at = Math.min(page, pages)
  const shown = indexes.slice((at - 1) * PAGE, at * PAGE)
  const wrong = new Set(rows.flatMap((row) => trial.faultsOf(row).map(({ column }) => column)))
  const keyOf = keysOf(feed.key, targets)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of one file only the rows change
  const records = useMemo(() => Map.groupBy(rows.keys(), (i) => keyOf(rows[i] ?? [])), [rows])
  const sameAs = (row: Row) => {
    const others = records.get(keyOf(row))?.filter((i) => rows[i] !== row) ?? []
    return (
      others.length > 0 &&
      `Is the same record as row ${others
        .slice(0, 3)
        .map((i) => i + 1)
        .join(', ')}`
    )
  }
  const columns = targets.flatMap((target, j) => {
    if (!target) return []
    /** What tells one record from another: no two rows have the same. */
    const isOwn = target.field === feed.key.at(-1)
    const field = feed.fields.find(({ name }) => name === target.field)
    const label = field?.label ?? nameOf(target.field)
    const longest = Math.max(label.length, ...shown.map((i) => rows[i]?.[j]?.length ?? 0))
    const { type = '', follows } = field ?? {}
    const at = targets.findIndex((one) => follows !== undefined && one?.field === follows)
    const doubtIn = (row: Row) =>
      doubtOf(type, row[j] ?? '', { label: nameOf(follows ?? ''), text: row[at] ?? '' }) ||
      (isOwn && sameAs(row))
    const fix = wrong.has(j)
      ? !(isOwn && type === 'text') && 'red'
      : repairsOf(type).includes('point') && rows.some(doubtIn) && 'yellow'
    return [{ j, label, fix, doubtIn, width: Math.min(WIDEST, longest) }]
  })
  return (
    <>
      <Table.ScrollContainer minWidth={300} scrollAreaProps={{ type: 'auto' }}>
        <Table className={classes.sheet} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={48}>Row</Table.Th>
              {columns.map(({ j, label, fix }) => (
                <Table.Th key={j}>
                  {label}
                  {fix && (
                    <Button
                      size="compact-xs"
                      variant="light"
                      color={fix}
                      ml={8}
                      aria-label={`Fix all… ${label}`}
                      onClick={() => onFix(j)}
                    >
                      Fix all…
                    </Button>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((i) => {
              const row = rows[i] ?? []
              const faults = trial.faultsOf(row)
              const doubts = columns.flatMap(({ j, doubtIn }) => {
                const text = !faults.some(({ column }) => column === j) && doubtIn(row)
                return text ? [{ column: j, text, isDoubt: true }] : []
              })
              const notes: (Fault & { isDoubt?: boolean })[] = [...faults, ...doubts]
              return (
                <Fragment key={i}>
                  <Table.Tr>
                    <Table.Td c="dimmed" p={8} ta="right" data-wrong={faults.length > 0 || undefined}>
                      {i + 1}
                    </Table.Td>
                    {columns.map(({ j, label, width }) => {
                      const note = notes.find(({ column }) => column === j)
                      const isWrong = note !== undefined && !note.isDoubt
                      return (
                        <Table.Td key={j} data-wrong={isWrong || undefined} data-doubtful={note?.isDoubt}>
                          <input
                            id={`cell-${i}-${j}`}
                            style={{ minWidth: `calc(${width}ch + 20px)` }}
                            value={row[j] ?? ''}
                            aria-label={`${label}, row ${i + 1}`}
                            aria-invalid={isWrong}
                            aria-describedby={note && `why-${i}`}
                            onFocus={({ currentTarget }) => {
                              before.current = currentTarget.value
                            }}
                            onKeyDown={({ key }) => key === 'Escape' && onEdit(i, j, before.current)}
                            onChange={(event) => onEdit(i, j, event.currentTarget.value)}
                          />
                        </Table.Td>
                      )
                    })}
                  </Table.Tr>
                  {/* Below the row: the cell may lie beyond the edge. */}
                  {notes.length > 0 && (
                    <Table.Tr>
                      <Table.Td id={`why-${i}`} colSpan={columns.length + 1} p="4px 8px 8px" c="var(--bad)">
                        <Box component="p" pos="sticky" left={8} w="fit-content" maw="min(80ch, 80vw)" m={0}>
                          {notes.map(({ column, text, isDoubt }) => (
                            <span key={`${column} ${text}`} data-doubtful={isDoubt}>
                              <Anchor
                                component="button"
                                inherit
                                c="inherit"
                                onClick={() => document.getElementById(`cell-${i}-${column}`)?.focus()}
                              >
                                {columns.find(({ j }) => j === column)?.label ?? `Row ${i + 1}`}
                              </Anchor>
                              : {text}.{' '}
                            </span>
                          ))}
                        </Box>
                      </Table.Td>
                    </Table.Tr>
                  )}
                </Fragment>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pages > 1 && <Pagination value={at} onChange={setPage} total={pages} />}
    </>
  )
}
