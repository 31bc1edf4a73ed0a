import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { month, score } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { COMPONENTS, nameOf } from '../../words/metrics.ts'
import { words } from './words.ts'

type Cell = Answer<'GET', '/api/sos/model/stability'>['data'][number]
interface Row {
  period: string
  cells: Cell[]
}

const MEASURES = ['total_sos', ...COMPONENTS] as const

/** How far the distribution of each month is from the one before. */
export function Stability() {
  const read = useRead('/api/sos/model/stability')
  return (
    <Panel class="flush" title={words.stability} source={{ path: '/api/sos/model/stability' }}>
      <Loaded of={read} height="16rem">
        {({ data, sentence }) => (
          <>
            <p class="pad">
              <strong>{sentence}</strong> <span class="faint">{words.stabilityNote}</span>
            </p>
            <DataTable
              caption={words.stability}
              columns={COLUMNS}
              rows={monthsOf(data)}
              keyOf={({ period }) => period}
              empty={<Empty title={words.noMonths} />}
            />
          </>
        )}
      </Loaded>
    </Panel>
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
  {
    key: 'month',
    head: words.month,
    cell: ({ period }) => <Link to={`/scores?period=${period}`}>{month(period)}</Link>,
  },
  ...MEASURES.map(
    (measure): Column<Row> => ({
      key: measure,
      head: measure === 'total_sos' ? words.total : nameOf(measure),
      numeric: true,
      cell: ({ cells }) => <Psi cell={cells.find((one) => one.measure === measure)} />,
    }),
  ),
]

function Psi({ cell }: { cell: Cell | undefined }) {
  if (!cell) return <span class="faint">–</span>
  const { psi, threshold, shifted, enough } = cell
  if (shifted)
    return (
      <Badge tone="warn">
        {score(psi)} {words.shifted}
      </Badge>
    )
  return (
    <span class={enough ? undefined : 'faint'} title={words.psiOver(score(threshold))}>
      {score(psi)}
    </span>
  )
}
