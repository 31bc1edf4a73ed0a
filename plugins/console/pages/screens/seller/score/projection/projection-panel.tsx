import { useRead } from '../../../../api/queries.ts'
import type { Answer } from '../../../../api/types.ts'
import { chancesOf } from '../../../../logic/chances.ts'
import { score } from '../../../../logic/format.ts'
import { Icon } from '../../../../parts/icon.tsx'
import { Loaded } from '../../../../parts/loaded.tsx'
import { useMe } from '../../../../parts/me.ts'
import { Panel } from '../../../../parts/panel.tsx'
import type { Of } from '../score-tab.tsx'
import { TierScale } from '../tier-scale.tsx'
import { TierChances } from './tier-chances.tsx'
import { words } from './words.ts'

type Projection = Answer<'GET', '/api/sos/sellers/{seller_code}/score/projection'>

/** From this probability on, falling is named as a risk, as the event `seller.tier_at_risk` does. */
const RISK = 0.3

/** Where the score of the running month may be at its end, and how likely each tier is. */
export function ProjectionPanel({ code, period }: Of) {
  const of = { path: { seller_code: code }, query: { period } }
  const read = useRead('/api/sos/sellers/{seller_code}/score/projection', of)
  return (
    <Panel
      title={words.title}
      source={{ path: '/api/sos/sellers/{seller_code}/score/projection', request: of }}
    >
      <Loaded of={read} height="15rem">
        {(projection) => <Shown projection={projection} />}
      </Loaded>
    </Panel>
  )
}

function Shown({ projection }: { projection: Projection }) {
  const { time_zone } = useMe()
  const { expected_total, low, high, as_of, draws, last_final, below_last_final } = projection
  const isAtRisk = below_last_final !== null && below_last_final > RISK
  return (
    <div class="projection">
      <div class="stack">
        <p class="score-now">
          <span class="visually-hidden">{words.expected}</span>
          <span class="score-figure">{score(expected_total)}</span>
          <span class="faint small">{words.range(score(low), score(high))}</span>
        </p>
        <TierScale
          total={expected_total}
          range={{ low, high }}
          label={words.scale(score(expected_total), score(low), score(high))}
        />
        {isAtRisk ? (
          <p class="notice warn">
            <Icon name="warn" />
            <span>
              <strong>{words.atRisk(last_final?.tier ?? '')}.</strong> <Sentences projection={projection} />
            </span>
          </p>
        ) : (
          <p>
            <Sentences projection={projection} />
          </p>
        )}
        <p class="faint small">{words.foot(draws, as_of, time_zone)}</p>
      </div>
      <TierChances code={projection.seller_code} tiers={projection.tiers} last={last_final} />
    </div>
  )
}

function Sentences({ projection }: { projection: Projection }) {
  const { last_final, below_last_final } = projection
  const { likeliest, stay, rise } = chancesOf(projection)
  const said = [
    ...(last_final && stay !== null
      ? [words.stay(stay, last_final.tier), ...(rise ? [words.rise(rise)] : [])]
      : [words.likeliest(likeliest.name, likeliest.probability)]),
    ...(last_final && below_last_final !== null
      ? [words.fall(below_last_final, last_final.tier, last_final.period)]
      : []),
  ]
  return <>{said.join(' ')}</>
}
