import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, month, score } from '../../logic/format.ts'
import { lazy } from '../../parts/lazy.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { BandsPanel } from './bands-panel.tsx'
import { bonus } from './bonus.ts'
import { SellersPanel } from './sellers-panel.tsx'
import { words } from './words.ts'

/** Curves and lines are drawn by scripts of their own. */
const HistoryPanel = lazy(() => import('./history-panel.tsx'))
const PartsPanel = lazy(() => import('./parts-panel.tsx'))

export type Portfolio = Answer<'GET', '/api/am/portfolio/{amId}'>

/** One account manager: the KPI, what it is made of, and the sellers. */
export default function PortfolioPage() {
  const amId = Number(useRoute().params.am)
  const period = usePeriod()
  const read = useRead('/api/am/portfolio/{amId}', { path: { amId }, query: { period } }, { keep: true })
  const name = read.data?.name ?? words.title
  return (
    <Page
      title={name}
      above={
        <span class="row">
          <Link to="/portfolios">{words.title}</Link>
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
        <Tile name={words.kpi} figure={score(kpi)} about={band ?? words.notAssessed} />
        <Tile name={words.bonus} figure={bonus(percent)} about={band ?? '\u00a0'} />
        <Tile name={words.mean} figure={score(avg_sos)} about={words.rated(rated_sellers)} />
        <Tile name={words.sellers} figure={count(sellers.length)} />
      </div>
      {parts ? (
        <PartsPanel parts={parts} />
      ) : (
        <Panel title={words.parts}>
          <Empty title={words.noKpi}>{words.noKpiText}</Empty>
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

const Tile = ({ name, figure, about }: { name: string; figure: string; about?: string }) => (
  <div class="tile still">
    <span class="name">{name}</span>
    <span class="figure">{figure}</span>
    <span class="faint small">{about ?? '\u00a0'}</span>
  </div>
)
