import type { Answer } from '../../api/types.ts'
import { month, score } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { ReadPanel } from '../../parts/read-panel.tsx'
import { COMPONENTS, nameOf } from '../../words/metrics.ts'
import { words } from './traits-and-outcomes.ts'

type Cell = Answer<'GET', '/api/sos/model/stability'>['data'][number]
interface Row {
  period: string
  cells: Cell[]
}

const MEASURES = ['total_sos', ...COMPONENTS] as const

/** How far the distribution of each month is from the one before. */
export function Stability() {
  return (
    <ReadPanel class="flush" title={words.stability} path="/api/sos/model/stability" height="16rem">
      {({ data, sentence }) => (
        <>
          <p class="pad">
            <strong>{sentence}</strong>{' '}
            <span class="faint">
              Population stability index. A shift is above 0.25, and above what chance passes once in a
              hundred. Faint: not enough scores.
            </span>
          </p>
          <DataTable
            caption={words.stability}
            columns={COLUMNS}
            rows={monthsOf(data)}
            keyOf={({ period }) => period}
            empty={<Empty title="There are no two months with scores to compare" />}
          />
        </>
      )}
    </ReadPanel>
  )
}

/** The months that can be compared with the one before, the newest first. */
const monthsOf = (data: Cell[]): Row[] =>
  [
    ...Map.groupBy(
      data.filter(({ psi }) => psi !== null),
      ({ period }) => period,
    ),
  ]
    .map(([period, cells]) => ({ period, cells }))
    .reverse()

const COLUMNS: Column<Row>[] = [
  { head: 'Month', cell: ({ period }) => <Link to={`/scores?period=${period}`}>{month(period)}</Link> },
  ...MEASURES.map(
    (measure): Column<Row> => ({
      head: measure === 'total_sos' ? 'Total' : nameOf(measure),
      numeric: true,
      cell: ({ cells }) => <Psi cell={cells.find((one) => one.measure === measure)} />,
    }),
  ),
]

function Psi({ cell }: { cell: Cell | undefined }) {
  if (!cell) return <span class="faint">–</span>
  const { psi, threshold, shifted, enough } = cell
  if (shifted) return <Badge tone="warn">{score(psi)} shifted</Badge>
  return (
    <span class={enough ? undefined : 'faint'} title={`A shift is over ${score(threshold)}`}>
      {score(psi)}
    </span>
  )
}
