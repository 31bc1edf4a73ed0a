import { useState } from 'preact/hooks'
import { useRead } from '../../../api/queries.ts'
import { type Line, linesOf } from '../../../logic/control-totals.ts'
import { count, day, month } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { Pager } from '../../../parts/pager.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { DeclareDialog, type Declaring } from './declare-dialog.tsx'
import { type TotalsPath, totalsPath } from './totals-path.ts'
import { TOTALS, words } from './words.ts'

/** What the sender of a feed says to have sent for the month, beside what is stored. */
export function TotalsPanel({ feed }: { feed: string }) {
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
      title={words.title(month(period))}
      class="flush"
      source={{ path, request }}
      aside={
        mayWrite && (
          <button type="button" class="button small" onClick={() => ask({ seller_code: '', totals: {} })}>
            {words.enter}
          </button>
        )
      }
    >
      <Loaded of={read} height="8rem">
        {({ data, total, limit }) => (
          <DataTable
            caption={words.caption}
            rows={linesOf(feed, data)}
            keyOf={(line) => `${line.seller_code} ${line.total}`}
            columns={columns(mayWrite ? again : undefined)}
            empty={<Empty title={words.none}>{words.noneText}</Empty>}
            foot={
              total > limit && (
                <Pager page={page} limit={limit} total={total} onPage={(totals) => change({ totals })} />
              )
            }
          />
        )}
      </Loaded>
      {asked && <DeclareDialog feed={feed} period={period} from={asked} onClose={() => ask(null)} />}
    </Panel>
  )
}

const columns = (again?: (line: Line) => void): Column<Line>[] => [
  {
    key: 'seller',
    head: words.seller,
    cell: ({ seller_code }) =>
      seller_code === null ? words.all : <Link to={`/sellers/${seller_code}`}>{seller_code}</Link>,
  },
  { key: 'total', head: words.total, cell: ({ total }) => TOTALS[total] ?? total },
  { key: 'theirs', head: words.theirs, numeric: true, cell: ({ theirs }) => count(theirs) },
  { key: 'ours', head: words.ours, numeric: true, cell: ({ ours }) => count(ours) },
  {
    key: 'difference',
    head: words.difference,
    numeric: true,
    cell: ({ difference }) => <Difference value={difference} />,
  },
  {
    key: 'declared',
    head: words.declared,
    wide: true,
    cell: ({ received_at, user_id }) => <span class="faint">{words.by(day(received_at), user_id)}</span>,
  },
  ...(again ? [replaceColumn(again)] : []),
]

const replaceColumn = (again: (line: Line) => void): Column<Line> => ({
  key: 'again',
  head: words.change,
  cell: (line) => (
    <button
      type="button"
      class="button small"
      aria-label={words.replaceOf(nameOf(line))}
      onClick={() => again(line)}
    >
      {words.replace}
    </button>
  ),
})

const nameOf = ({ seller_code, total }: Line) => `${seller_code ?? words.all}, ${TOTALS[total] ?? total}`

const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })

/** Ours without theirs: by its sign, a word and a mark. */
function Difference({ value }: { value: number }) {
  if (value === 0)
    return (
      <span class="delta up">
        <Icon name="check" />
        {words.same}
      </span>
    )
  return (
    <span class="delta fall">
      <Icon name="warn" />
      {signed.format(value)} {value < 0 ? words.missing : words.tooMany}
    </span>
  )
}
