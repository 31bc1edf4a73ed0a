import { useRead } from '../../../api/queries.ts'
import { day, score } from '../../../logic/format.ts'
import type { Explanation } from '../../../logic/waterfall.ts'
import { Badge, Delta, TierBadge } from '../../../parts/badges.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { statusOf, words } from '../words.ts'
import { NextSteps } from './next-steps.tsx'
import type { Of } from './score-tab.tsx'
import { sentencesOf } from './sentences.ts'
import { TierScale } from './tier-scale.tsx'

const TONES = { draft: 'plain', under_review: 'info', final: 'good' } as const

/** The score in one look: number, tier, trend, and the sentence that says it all. */
export function Summary({ code, period, explanation }: Of & { explanation: Explanation }) {
  const { current_period } = useMe()
  const of = { path: { seller_code: code }, query: { period } }
  const tiers = useRead('/api/sos/tiers')
  const { total_sos, trend, tier, status, grace, components } = explanation
  const color = tiers.data?.data.find(({ name }) => name === tier.name)?.color ?? 'transparent'
  const imputed = Object.entries(components).flatMap(([name, { imputed }]) => (imputed ? [name] : []))
  return (
    <Panel
      title={words.score}
      class="half"
      source={{ path: '/api/sos/sellers/{seller_code}/score', request: of, csv: true }}
      aside={
        <>
          {period === current_period && <Badge tone="info">{words.running}</Badge>}
          {grace.is_grace_period && <Badge tone="info">{words.grace}</Badge>}
          <Badge tone={TONES[status]}>{statusOf(status)}</Badge>
        </>
      }
    >
      <div class="stack">
        <p class="score-now">
          <span class="score-figure">{score(total_sos)}</span>
          <TierBadge tier={{ name: tier.name, color }} />
          {trend.direction !== 'new' && trend.previous_period && tier.is_rated && (
            <Delta value={trend.delta} />
          )}
        </p>
        <TierScale total={total_sos} />
        <p>{sentencesOf(explanation).join(' ')}</p>
        {tier.is_rated && <NextSteps code={code} period={period} />}
        {!tier.is_rated && (
          <p class="notice warn">
            <Icon name="info" />
            <span>{tier.sentence}</span>
          </p>
        )}
        {tier.is_rated && imputed.length > 0 && (
          <p class="notice">
            <Icon name="info" />
            <span>{words.imputed(imputed)}</span>
          </p>
        )}
        {grace.is_grace_period && (
          <p class="notice">
            <Icon name="info" />
            <span>{words.graceText(day(grace.until))}</span>
          </p>
        )}
      </div>
    </Panel>
  )
}
