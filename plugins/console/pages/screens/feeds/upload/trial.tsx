import { useQuery } from '@tanstack/preact-query'
import { type Feed, fieldOf } from '../../../logic/feed-columns.ts'
import type { FileRow } from '../../../logic/file-rows.ts'
import { count } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { pushRows } from './push-part.ts'
import { words } from './words.ts'

interface Props {
  feed: Feed
  rows: FileRow[]
  toRecord: (row: FileRow) => Record<string, unknown>
}

interface Read {
  row: FileRow
  record: Record<string, unknown>
  error: string | null
}

/** How the service reads the first rows; nothing is stored. */
export function Trial({ feed, rows, toRecord }: Props) {
  const asked = rows.map(toRecord)
  const trial = useQuery({
    queryKey: ['trial', feed.feed, asked],
    queryFn: () => pushRows(rows, { feed: feed.feed, toRecord }, true),
  })
  return (
    <section class="stack numbered">
      <div>
        <h3>{words.trial}</h3>
        <p class="hint">{words.trialText}</p>
      </div>
      <Loaded of={trial} height="12rem">
        {({ records = [], rejected, warnings = [] }) => (
          <>
            <p class={rejected > 0 ? 'wrong' : undefined}>
              {rejected > 0 ? words.trialBad(rejected, rows.length) : words.trialGood(rows.length)}
            </p>
            {warnings.map((warning) => (
              <p class="hint" key={warning}>
                {warning}
              </p>
            ))}
            <ReadRows
              feed={feed}
              read={records.flatMap(({ index, record, error }) => {
                const row = rows[index]
                const shown = error ? byField(feed, asked[index]) : record
                return row ? [{ row, record: (shown ?? {}) as Read['record'], error }] : []
              })}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** A record that could not be read, as it was sent, under the names of its fields. */
const byField = (feed: Feed, record: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [fieldOf(feed, name), value]))

function ReadRows({ feed, read }: { feed: Feed; read: Read[] }) {
  const shown = feed.fields.filter(({ name }) => read.some(({ record }) => isThere(record[name])))
  return (
    <DataTable
      caption={words.trialCaption}
      rows={read}
      keyOf={({ row }) => row.line}
      columns={[
        { key: 'line', head: words.line, numeric: true, cell: ({ row }) => count(row.line) },
        {
          key: 'outcome',
          head: words.outcome,
          cell: ({ error }) =>
            error ? <span class="wraps wrong">{error}</span> : <Badge tone="good">{words.good}</Badge>,
        },
        ...shown.map(({ name }) => ({
          key: name,
          head: name,
          cell: ({ record }: Read) => (
            <span class="cut" dir="auto">
              {textOf(record[name])}
            </span>
          ),
        })),
      ]}
    />
  )
}

const isThere = (value: unknown) => value !== null && value !== undefined && value !== ''

const textOf = (value: unknown) =>
  isThere(value) ? (typeof value === 'object' ? JSON.stringify(value) : String(value)) : '–'
