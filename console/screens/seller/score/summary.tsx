import { useAsk } from '../../../api/ask.ts'
import { day, month, plural, score } from '../../../logic/format.ts'
import type { Explanation } from '../../../logic/seller/waterfall.ts'
import { Badge, Delta, TierBadge } from '../../../parts/badges.tsx'
import { Waiting } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Notice } from '../../../parts/notice.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useTier } from '../../../parts/use-tier.ts'
import { nameOf } from '../../../words/metrics.ts'
import { StatusBadge } from '../../scores/columns.tsx'
import type { Of } from './score-tab.tsx'
import { TierScale } from './tier-scale.tsx'

/** The score in one look: number, tier, trend, and the sentence that says it all. */
export function Summary({ code, period, explanation }: Of & { explanation: Explanation }) {
  const { current_period } = useMe()
  const of = { path: { seller_code: code }, query: { period } }
  const tierOf = useTier()
  const { total_sos, trend, tier, status, grace, components } = explanation
  const imputed = Object.entries(components).flatMap(([name, { imputed }]) => (imputed ? [name] : []))
  return (
    <Panel
      title="Score"
      class="half"
      source={{ path: '/api/sos/sellers/{seller_code}/score', request: of, csv: true }}
      aside={
        <>
          {period === current_period && <Badge tone="info">If the month ended today</Badge>}
          {grace.is_grace_period && <Badge tone="info">Grace period</Badge>}
          <StatusBadge status={status} />
        </>
      }
    >
      <div class="stack">
        <p class="score-now">
          <span class="score-figure">{score(total_sos)}</span>
          <TierBadge tier={tierOf(tier.name)} />
          {trend.direction !== 'new' && trend.previous_period && tier.is_rated && (
            <Delta value={trend.delta} />
          )}
        </p>
        <TierScale total={total_sos} />
        <p>{sentencesOf(explanation).join(' ')}</p>
        {tier.is_rated && <NextSteps code={code} period={period} />}
        {!tier.is_rated && (
          <Notice warn icon="info">
            {tier.sentence}
          </Notice>
        )}
        {tier.is_rated && imputed.length > 0 && (
          <Notice>{`${imputed.map(nameOf).join(', ')}: too little data, so ${imputed.length === 1 ? 'it takes' : 'they take'} the mean of the components that have enough.`}</Notice>
        )}
        {grace.is_grace_period && (
          <Notice>
            {`Until ${day(grace.until)} this seller is in its grace period: surcharge rules skip the score.`}
          </Notice>
        )}
      </div>
    </Panel>
  )
}

const size = (points: number) => score(Math.abs(points))

/** The summary of a score: tier, way, greatest loss, what is missing to the next tier. */
function sentencesOf({ period, tier, trend, metrics }: Explanation): string[] {
  const first = tier.is_rated
    ? `${tier.name} in ${month(period)}.`
    : `Not rated in ${month(period)}: too little data for a tier.`
  const worst = metrics[0]
  const lost = worst?.points_lost ?? 0
  const loss =
    worst && lost > 0
      ? `${nameOf(worst.metric)} costs most: ${size(lost)} points.`
      : 'No metric loses a point.'
  return [first, ...(tier.is_rated ? [wayOf(trend)] : []), loss, ...(tier.is_rated ? [nextOf(tier)] : [])]
}

function wayOf({ direction, delta, previous_period }: Explanation['trend']): string {
  if (!previous_period) return 'The first rated score.'
  if (direction === 'up') return `Up ${size(delta)} on ${month(previous_period)}.`
  return direction === 'down'
    ? `Down ${size(delta)} on ${month(previous_period)}.`
    : `The same as in ${month(previous_period)}.`
}

function nextOf({ next }: Explanation['tier']): string {
  if (!next) return 'This is the highest tier.'
  return next.points_missing > 0
    ? `${size(next.points_missing)} points to ${next.name}.`
    : `For ${next.name}, ${next.components_below.map(nameOf).join(' and ')} must rise above the floor of the tier.`
}

const MOST = 3

/** The first steps of the cheapest path: what to do next, in one look. The panel below shows it whole. */
function NextSteps({ code, period }: Of) {
  const { current_period } = useMe()
  const { data, isPending } = useAsk('/api/sos/sellers/{seller_code}/score/path', {
    path: { seller_code: code },
    body: { period, basis: period === current_period ? 'pace' : 'as_is' },
  })
  if (isPending) return <Waiting height="8.5rem" />
  if (!data?.reachable || !data.steps?.length || !data.after) return null
  const rest = data.steps.length - MOST
  return (
    <div class="next-steps">
      <h3>{`The least to do for ${data.after.tier}`}</h3>
      <ul>
        {data.steps.slice(0, MOST).map(({ lever, sentence }) => (
          <li key={lever}>{sentence}</li>
        ))}
        {rest > 0 && (
          <li class="faint">{`and ${plural(rest, 'more thing', 'more things')}, see the path below`}</li>
        )}
      </ul>
    </div>
  )
}
