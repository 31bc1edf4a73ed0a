import { useState } from 'preact/hooks'
import { useRead } from '../../../api/queries.ts'
import {
  type Line,
  linesOf,
  TOTALS,
  type TotalsPath,
  totalsPath,
} from '../../../logic/feeds/control-totals.ts'
import { count, day, month } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { Opener } from '../../../parts/button.tsx'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { Pager } from '../../../parts/pager.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { DeclareDialog, type Declaring } from './declare-dialog.tsx'

/** What the sender of a feed says to have sent for the month, beside what is stored. */
export function TotalsPanel({ feed, totals }: { feed: string; totals: string[] }) {
  const period = usePeriod()
  const [{ totals: page }, change] = useUrlState({ totals: number(1) })
  const mayWrite = useMe().may('sync.write')
  const [asked, ask] = useState<Declaring | null>(null)
  const path: TotalsPath = totalsPath(feed)
  const request = { query: { period, page, limit: 50 } }
  const read = useRead(path, request, { keep: true })
  const again = (line: Line) =>
    ask({
      seller_code: line.seller_code ?? '',
      totals: read.data?.data.find(({ seller_code }) => seller_code === line.seller_code)?.totals ?? {},
    })
  return (
    <Panel
      title={`Control totals of ${month(period)}`}
      class="flush"
      source={{ path, request }}
      aside={
        mayWrite && (
          <Opener class="small" onClick={() => ask({ seller_code: '', totals: {} })}>
            Declare
          </Opener>
        )
      }
    >
      <Loaded of={read} height="8rem">
        {({ data, total, limit }) => (
          <DataTable
            caption="What was declared beside what is stored"
            rows={linesOf(totals, data)}
            keyOf={(line) => `${line.seller_code} ${line.total}`}
            columns={columns(mayWrite ? again : undefined)}
            empty={
              <Empty title="Nothing is declared for this month.">
                The sending system declares what it has sent, or somebody does who has counted it.
              </Empty>
            }
            foot={
              total > limit && (
                <Pager page={page} limit={limit} total={total} onPage={(page) => change({ totals: page })} />
              )
            }
          />
        )}
      </Loaded>
      {asked && (
        <DeclareDialog feed={feed} known={totals} period={period} from={asked} onClose={() => ask(null)} />
      )}
    </Panel>
  )
}

const columns = (again?: (line: Line) => void): Column<Line>[] => [
  {
    head: 'Seller',
    cell: ({ seller_code }) =>
      seller_code === null ? 'All together' : <Link to={`/sellers/${seller_code}`}>{seller_code}</Link>,
  },
  { head: 'Total', cell: ({ total }) => TOTALS[total] ?? total },
  { head: 'Declared', numeric: true, cell: ({ theirs }) => count(theirs) },
  { head: 'Stored', numeric: true, cell: ({ ours }) => count(ours) },
  { head: 'Difference', numeric: true, cell: ({ difference }) => <Difference value={difference} /> },
  {
    head: 'Declared by',
    wide: true,
    cell: ({ received_at, user_id }) => (
      <span class="faint">
        {[day(received_at), user_id !== null && `user ${user_id}`].filter(Boolean).join(', ')}
      </span>
    ),
  },
  ...(again ? [replaceColumn(again)] : []),
]

const replaceColumn = (again: (line: Line) => void): Column<Line> => ({
  head: 'Change',
  cell: (line) => (
    <Opener class="small" aria-label={`Replace: ${nameOf(line)}`} onClick={() => again(line)}>
      Replace
    </Opener>
  ),
})

const nameOf = ({ seller_code, total }: Line) => `${seller_code ?? 'All together'}, ${TOTALS[total] ?? total}`

const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })

/** Ours without theirs: by its sign, a word and a mark. */
function Difference({ value }: { value: number }) {
  if (value === 0)
    return (
      <span class="delta up">
        <Icon name="check" />
        the same
      </span>
    )
  return (
    <span class="delta fall">
      <Icon name="warn" />
      {signed.format(value)} {value < 0 ? 'missing' : 'too many'}
    </span>
  )
}
