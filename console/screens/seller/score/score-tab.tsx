import { asApiError } from '../../../api/errors.ts'
import { useRead } from '../../../api/queries.ts'
import { month } from '../../../logic/format.ts'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { sellerPath } from '../../../parts/seller-link.tsx'
import { CertificatePanel } from './certificate/certificate-panel.tsx'
import { ComponentsPanel } from './components-panel.tsx'
import { HistoryPanel, historyOf } from './history-panel.tsx'
import { ProjectionPanel } from './projection/projection-panel.tsx'
import { ReasonsPanel } from './reasons-panel.tsx'
import { RevisionsPanel } from './revisions-panel.tsx'
import { Summary } from './summary.tsx'
import { WaterfallPanel } from './waterfall-panel.tsx'
import { WayPanels } from './way/way-panels.tsx'

export interface Of {
  code: string
  period: string
}

/** How good, which way, why, and what to do next. */
export function ScoreTab({ code, period }: Of) {
  const { current_period } = useMe()
  const of = { path: { seller_code: code }, query: { period } }
  const explained = useRead('/api/sos/sellers/{seller_code}/score/explanation', of)
  // What the panels below read is asked for at the same time.
  useRead('/api/sos/tiers')
  useRead('/api/sos/sellers/{seller_code}/score/reasons', of)
  useRead('/api/sos/sellers/{seller_code}/score/history', historyOf({ code, period }))
  const { code: reason } = asApiError(explained.error ?? '')
  if (!explained.data && reason === 'score_not_found')
    return (
      <div class="stack">
        <NoScore code={code} period={period} />
        {period === current_period && <ProjectionPanel code={code} period={period} />}
      </div>
    )
  return (
    <Loaded of={explained} height="60rem">
      {(explanation) => (
        <div class="grid">
          <Summary code={code} period={period} explanation={explanation} />
          <HistoryPanel code={code} period={period} />
          {period === current_period && <ProjectionPanel code={code} period={period} />}
          <div class="two-thirds stack">
            <WaterfallPanel code={code} period={period} explanation={explanation} />
            <RevisionsPanel code={code} period={period} explanation={explanation} />
            {explanation.status === 'final' && (
              <CertificatePanel code={code} period={period} revision={explanation.revision} />
            )}
          </div>
          <div class="third stack">
            <ComponentsPanel code={code} period={period} explanation={explanation} />
            <ReasonsPanel code={code} period={period} />
          </div>
          <WayPanels code={code} period={period} explanation={explanation} />
        </div>
      )}
    </Loaded>
  )
}

/** Which months have a score, where this one has none. */
function NoScore({ code, period }: Of) {
  const history = useRead('/api/sos/sellers/{seller_code}/score/history', { path: { seller_code: code } })
  const months = history.data?.data.map((one) => one.period).reverse() ?? []
  return (
    <section class="panel">
      <Empty title={`No score for ${month(period)}`}>
        <p>A score appears once the month is calculated and the seller is active in it.</p>
        {months.length > 0 && (
          <p class="row">
            Months with a score:
            {months.map((one) => (
              <Link key={one} to={sellerPath(code, `?period=${one}`)}>
                {month(one)}
              </Link>
            ))}
          </p>
        )}
      </Empty>
    </section>
  )
}
