import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { LineChart } from '../../charts/line.tsx'
import { count, month, plural, score } from '../../logic/format.ts'
import { Link, useHref } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadPanel } from '../../parts/read-panel.tsx'
import { Tile } from '../../parts/tile.tsx'
import { BandsPanel, bonus, PartsPanel } from './kpi-panels.tsx'
import { SellersPanel } from './sellers-panel.tsx'

export type Portfolio = Answer<'GET', '/api/am/portfolio/{amId}'>

/** One account manager: the KPI, what it is made of, and the sellers. */
export default function PortfolioPage() {
  const amId = Number(useRoute().params.am)
  const period = usePeriod()
  const read = useRead('/api/am/portfolio/{amId}', { path: { amId }, query: { period } }, { keep: true })
  const name = read.data?.name ?? 'Portfolios'
  return (
    <Page
      title={name}
      above={
        <span class="row">
          <Link to="/portfolios">Portfolios</Link>
          <span>{month(period)}</span>
        </span>
      }
    >
      <Loaded of={read} height="50rem">
        {(portfolio) => <Body portfolio={portfolio} />}
      </Loaded>
    </Page>
  )
}

function Body({ portfolio }: { portfolio: Portfolio }) {
  const { am_id, name, kpi, band, percent, avg_sos, rated_sellers, sellers, parts } = portfolio
  return (
    <>
      <div class="tiles small-tiles">
        <Tile name="KPI" figure={score(kpi)}>
          {band ?? 'Not assessed'}
        </Tile>
        <Tile name="Bonus" figure={bonus(percent)}>
          {band ?? '\u00a0'}
        </Tile>
        <Tile
          name="Mean score"
          figure={score(avg_sos)}
        >{`${plural(rated_sellers, 'seller', 'sellers')} rated`}</Tile>
        <Tile name="Sellers" figure={count(sellers.length)} />
      </div>
      {parts ? (
        <PartsPanel parts={parts} />
      ) : (
        <Panel title="What the KPI is made of">
          <Empty title="No KPI for this month">{words.noKpiText}</Empty>
        </Panel>
      )}
      <div class="grid">
        <HistoryPanel amId={am_id} name={name} />
        <BandsPanel portfolio={portfolio} />
      </div>
      <SellersPanel portfolio={portfolio} />
    </>
  )
}

/** The KPI of the newest twelve months. */
function HistoryPanel({ amId, name }: { amId: number; name: string }) {
  const href = useHref()
  return (
    <ReadPanel
      title="The last 12 months"
      class="two-thirds"
      path="/api/am/portfolio/{amId}/history"
      request={{ path: { amId } }}
      height="260px"
    >
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No KPI for this month">{words.noKpiText}</Empty>
        ) : (
          <LineChart
            caption={`KPI of ${name} by month`}
            periods={data.map(({ period }) => period)}
            main={{ name: 'KPI', values: data.map(({ kpi }) => kpi) }}
            format={score}
            hrefOf={(period) => href(`/portfolios/${amId}?period=${period}`)}
          />
        )
      }
    </ReadPanel>
  )
}

const words = {
  noKpiText: 'It is worked out when the month is calculated, and where enough sellers are rated.',
}
