import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { month } from '../../logic/format.ts'
import { type Narrowing, OVERVIEW, trendRequest } from '../../logic/overview-state.ts'
import { useManagers, useWarehouses } from '../../parts/choices.ts'
import { SelectField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { LaterPanels } from './later.tsx'
import { Tiles } from './tiles.tsx'
import { words } from './words.ts'

type Trend = Answer<'GET', '/api/dashboard/trend'>
export type TrendMonth = Trend['data'][number]

/** A month at a glance. */
export default function Overview() {
  const period = usePeriod()
  const { current_period, scope } = useMe()
  const [asked, change] = useUrlState(OVERVIEW)
  const narrowing = scope.am_id === null ? asked : { ...asked, am: undefined } // one's own portfolio anyway
  const request = trendRequest(period, narrowing)
  const trend = useRead('/api/dashboard/trend', request, { keep: true })
  const source = { path: '/api/dashboard/trend', request }
  return (
    <Page
      title={month(period)}
      above={period >= current_period ? common.running : undefined}
      actions={<Filters narrowing={narrowing} onChange={change} />}
    >
      <Loaded of={trend} height="60rem">
        {({ data }) => (
          <>
            <Tiles months={data} narrowing={narrowing} />
            {data.at(-1)?.scored === 0 && <NothingScored />}
            <LaterPanels period={period} months={data} narrowing={narrowing} source={source} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const NothingScored = () => (
  <section class="panel">
    <Empty title={words.nothingScored}>
      <p>{words.nothingScoredText}</p>
      <Link class="button" to="/scores">
        {words.toScores}
      </Link>
    </Empty>
  </section>
)

interface FiltersProps {
  narrowing: Narrowing
  onChange: (part: Partial<Narrowing>) => void
}

function Filters({ narrowing: { warehouse, am }, onChange }: FiltersProps) {
  const warehouses = useWarehouses()
  const managers = useManagers()
  return (
    <search class="filters">
      {warehouses && (
        <SelectField
          label={words.warehouse}
          value={String(warehouse ?? '')}
          onValue={(id) => onChange({ warehouse: Number(id) || undefined })}
          options={warehouses}
        />
      )}
      {managers && (
        <SelectField
          label={words.manager}
          value={String(am ?? '')}
          onValue={(id) => onChange({ am: Number(id) || undefined })}
          options={managers}
        />
      )}
    </search>
  )
}
