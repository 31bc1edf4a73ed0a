import { useQuery } from '@tanstack/preact-query'
import { useRead } from '../../api/queries.ts'
import { MOST_ROWS, readAll } from '../../api/read-all.ts'
import { betterWay, isCostly } from '../../logic/costly.ts'
import { count, plural } from '../../logic/format.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { division, type Metric } from './counted.tsx'
import { type Fact, FactTable } from './fact-table.tsx'

const LIMIT = 50

/** The rows: all of them by pages, or only those that cost points, looked for in the first 2,000. */
export function FactsPanel({ code, period, metric }: { code: string; period: string; metric: Metric }) {
  const [{ page, cost }, change] = useUrlState({ page: number(1), cost: oneOf(['only'], '') })
  const way = betterWay(metric.curve as [number, number][])
  const isFiltered = cost === 'only' && way !== null
  const asked = { period, metric: metric.metric as 'on_time_ready_rate' }
  const request = { path: { seller_code: code }, query: { ...asked, page, limit: LIMIT } }
  const some = useRead('/api/sos/sellers/{seller_code}/score/facts', request, {
    enabled: !isFiltered,
    keep: true,
  })
  const all = useAllFacts(code, asked, isFiltered)
  return (
    <Panel
      title="The facts behind it"
      class="flush"
      source={{
        path: '/api/sos/sellers/{seller_code}/score/facts',
        request: { path: { seller_code: code }, query: { ...asked, limit: 500 } },
        csv: true,
      }}
      aside={
        way !== null && (
          <Checkbox
            checked={isFiltered}
            onValue={(checked) => change({ page: 1, cost: checked ? 'only' : '' })}
          >
            Only what cost points
          </Checkbox>
        )
      }
    >
      {isFiltered ? (
        <Loaded of={all} height="24rem">
          {({ rows, total }) => {
            const costly = rows.filter((row) => isCostly(row, way))
            return (
              <>
                {total > MOST_ROWS && (
                  <p class="pad faint small">{`The first ${count(MOST_ROWS)} rows were looked through.`}</p>
                )}
                <Rows
                  rows={costly.slice((page - 1) * LIMIT, page * LIMIT)}
                  sumOf={costly}
                  total={costly.length}
                  page={page}
                  empty="No row cost points."
                  onPage={(page) => change({ page })}
                />
              </>
            )
          }}
        </Loaded>
      ) : (
        <Loaded of={some} height="24rem">
          {({ data, total }) => (
            <Rows
              rows={data}
              sumOf={data}
              total={total}
              page={page}
              empty="No facts of this month."
              onPage={(page) => change({ page })}
            />
          )}
        </Loaded>
      )}
    </Panel>
  )
}

interface RowsProps {
  rows: Fact[]
  /** The rows whose sum stands below. */
  sumOf: Fact[]
  total: number
  page: number
  empty: string
  onPage: (page: number) => void
}

function Rows({ rows, sumOf, total, page, empty, onPage }: RowsProps) {
  if (total === 0) return <Empty title={empty} />
  const kinds = [...new Set(rows.map(({ fact }) => fact))]
  const sum = (key: 'numerator' | 'denominator') => sumOf.reduce((all, row) => all + row[key], 0)
  return (
    <>
      {kinds.map((kind) => (
        <FactTable key={kind} kind={kind} rows={rows.filter(({ fact }) => fact === kind)} />
      ))}
      <p class="pad numeric facts-sum">
        {`${plural(sumOf.length, 'row', 'rows')}: ${division(sum('numerator'), sum('denominator'))}`}
      </p>
      <Pager page={page} limit={LIMIT} total={total} onPage={onPage} />
    </>
  )
}

const PATH = '/api/sos/sellers/{seller_code}/score/facts'

/** The first rows of a metric. */
const useAllFacts = (seller_code: string, query: object, enabled: boolean) =>
  useQuery({
    queryKey: [PATH, 'all', seller_code, query] as const,
    enabled,
    queryFn: ({ signal }) => readAll<Fact>(PATH, { path: { seller_code }, query }, signal),
  })
