import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { isTyping, singleKeys } from './shell/keys.ts'

export interface Column<Row> {
  /** Its title; no two columns of a table have the same. */
  head: string
  cell: (row: Row) => ComponentChildren
  /** Right-aligned, in figures of one width. */
  numeric?: boolean
  /** The name by which the server sorts. */
  sort?: string
  /** Not shown on a phone. */
  wide?: boolean
}

/** The columns of a table; those that are false are left out. */
export type Columns<Row> = (Column<Row> | false)[]

export interface TableProps<Row> {
  /** What the table holds; read by screen readers, not shown. */
  caption: string
  columns: Columns<Row>
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** The present order: a column's `sort`, with `-` in front for descending. */
  sort?: string
  onSort?: (sort: string) => void
  /** Where Enter on a row leads. */
  onOpen?: (row: Row) => void
  selection?: {
    chosen: Set<string | number>
    onChange: (chosen: Set<string | number>) => void
    nameOf: (row: Row) => string
  }
  /** What is shown when there is no row. */
  empty?: ComponentChildren
  /** Under the rows: see Pager. */
  foot?: ComponentChildren
}

/** Rows that the server has sorted and paged. `j` and `k` move along them, Enter opens one, `x` selects it. */
export function DataTable<Row>({
  caption,
  columns: given,
  rows,
  keyOf,
  sort,
  onSort,
  onOpen,
  selection,
  empty,
  foot,
}: TableProps<Row>) {
  const columns = given.filter((column) => column !== false)
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body, {
    open: (index) => rows[index] && onOpen?.(rows[index]),
    select: (index) => rows[index] && selection && toggle(keyOf(rows[index])),
  })
  function toggle(key: string | number) {
    const chosen = new Set(selection?.chosen)
    if (!chosen.delete(key)) chosen.add(key)
    selection?.onChange(chosen)
  }
  const keys = rows.map(keyOf)
  const all = selection && keys.length > 0 && keys.every((key) => selection.chosen.has(key))
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    <div class="table-frame">
      <div class="table-scroll" role="group" aria-label={caption} tabIndex={0}>
        <table class="table">
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {selection && (
                <th class="check" scope="col">
                  <input
                    type="checkbox"
                    aria-label="Select all rows of this page"
                    checked={all}
                    onChange={() => selection.onChange(all ? new Set() : new Set(keys))}
                  />
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.head} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                tabIndex={-1}
                aria-selected={selection ? selection.chosen.has(keyOf(row)) : undefined}
              >
                {selection && (
                  <td class="check">
                    <input
                      type="checkbox"
                      aria-label={`Select ${selection.nameOf(row)}`}
                      checked={selection.chosen.has(keyOf(row))}
                      onChange={() => toggle(keyOf(row))}
                    />
                  </td>
                )}
                {columns.map(({ head, cell, numeric, wide }) => (
                  <td key={head} class={classOf({ numeric, wide })}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {foot}
    </div>
  )
}

const classOf = ({ numeric, wide }: { numeric?: boolean; wide?: boolean }) =>
  [numeric && 'numeric', wide && 'wide'].filter(Boolean).join(' ') || undefined

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort?: string
  onSort?: (sort: string) => void
}) {
  const { head, sort: by, numeric, wide } = column
  const down = by !== undefined && sort === `-${by}`
  const up = by !== undefined && sort === by
  const order = down ? 'descending' : up ? 'ascending' : undefined
  if (!by || !onSort)
    return (
      <th scope="col" class={classOf({ numeric, wide })}>
        {head}
      </th>
    )
  return (
    <th scope="col" class={classOf({ numeric, wide })} aria-sort={order}>
      <button type="button" class="sort" onClick={() => onSort(up ? `-${by}` : by)}>
        {head}
        {order && <Icon name={down ? 'fall' : 'up'} />}
      </button>
    </th>
  )
}

/** `j` and `k` move along the rows of a table, Enter opens, `x` selects: as long as nobody types. */
function useRowKeys(
  body: RefObject<HTMLElement>,
  { open, select }: { open: (index: number) => void; select: (index: number) => void },
) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const rows = [...(body.current?.children ?? [])] as HTMLElement[]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      if (isTyping(event) || document.querySelector('dialog[open]')) return
      if (event.key === 'Enter' && at >= 0) return open(at)
      if (!singleKeys.get()) return
      if (event.key === 'j') rows[Math.min(at + 1, rows.length - 1)]?.focus()
      if (event.key === 'k') rows[Math.max(at - 1, 0)]?.focus()
      if (event.key === 'x' && at >= 0) select(at)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
