import { useQuery } from '@tanstack/preact-query'
import { type Feed, fieldOf } from '../../../logic/feeds/feed-columns.ts'
import type { FileRow } from '../../../logic/feeds/file-rows.ts'
import { count, plural } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Text } from '../../../parts/text.tsx'
import { pushRows } from './push-part.ts'

type ToRecord = (row: FileRow) => Record<string, unknown>

interface Props {
  feed: Feed
  rows: FileRow[]
  toRecord: ToRecord
  trial: ReturnType<typeof useTrial>
}

interface Read {
  row: FileRow
  record: Record<string, unknown>
  error: string | null
}

/** Asks the service how it reads the first rows; nothing is stored. */
export const useTrial = (feed: Feed, rows: FileRow[], toRecord: ToRecord, enabled: boolean) =>
  useQuery({
    queryKey: ['trial', feed.feed, rows.map(toRecord)],
    queryFn: () => pushRows(rows, { feed: feed.feed, toRecord }, true),
    enabled,
  })

/** How the service reads the first rows. */
export function Trial({ feed, rows, toRecord, trial }: Props) {
  return (
    <section class="stack numbered">
      <div>
        <h3>How the first rows are read</h3>
        <p class="hint">A trial run by the service; nothing is stored.</p>
      </div>
      <Loaded of={trial} height="12rem">
        {({ records = [], rejected, warnings = [] }) => (
          <>
            <p class={rejected > 0 ? 'wrong' : undefined}>
              {rejected > 0
                ? `${count(rejected)} of the first ${plural(rows.length, 'row', 'rows')} would be rejected.`
                : `All of the first ${plural(rows.length, 'row', 'rows')} can be stored.`}
            </p>
            <ReadRows
              feed={feed}
              warned={warnings.length > 0}
              read={records.flatMap(({ index, record, error }) => {
                const row = rows[index]
                const shown = error ? byField(feed, row && toRecord(row)) : record
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

function ReadRows({ feed, read, warned }: { feed: Feed; read: Read[]; warned: boolean }) {
  const shown = feed.fields.filter(({ name }) => read.some(({ record }) => isThere(record[name])))
  return (
    <DataTable
      caption="The first rows as the service reads them"
      rows={read}
      keyOf={({ row }) => row.line}
      columns={[
        { head: 'Line', numeric: true, cell: ({ row }) => count(row.line) },
        {
          head: 'Outcome',
          cell: ({ error }) =>
            error ? (
              <span class="wraps wrong">{error}</span>
            ) : warned ? (
              <Badge tone="warn">See the warning</Badge>
            ) : (
              <Badge tone="good">Good</Badge>
            ),
        },
        ...shown.map(({ name }) => ({
          head: name,
          cell: ({ record }: Read) => <Text class="cut">{textOf(record[name])}</Text>,
        })),
      ]}
    />
  )
}

const isThere = (value: unknown) => value !== null && value !== undefined && value !== ''

const textOf = (value: unknown) =>
  isThere(value) ? (typeof value === 'object' ? JSON.stringify(value) : String(value)) : '–'
