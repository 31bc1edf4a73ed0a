import type { Answer } from '../../../../api/types.ts'
import { count, moment, month, score } from '../../../../logic/format.ts'
import { chancesOf, hundredths } from '../../../../logic/seller/chances.ts'
import { useMe } from '../../../../parts/me.ts'
import { Notice } from '../../../../parts/notice.tsx'
import { ReadPanel } from '../../../../parts/read-panel.tsx'
import type { Of } from '../score-tab.tsx'
import { TierScale } from '../tier-scale.tsx'
import { TierChances } from './tier-chances.tsx'

type Projection = Answer<'GET', '/api/sos/sellers/{seller_code}/score/projection'>

/** From this probability on, falling is named as a risk, as the event `seller.tier_at_risk` does. */
const RISK = 0.3

/** Where the score of the running month may be at its end, and how likely each tier is. */
export function ProjectionPanel({ code, period }: Of) {
  return (
    <ReadPanel
      title="Where the month may end"
      path="/api/sos/sellers/{seller_code}/score/projection"
      request={{ path: { seller_code: code }, query: { period } }}
      height="15rem"
    >
      {(projection) => <Shown projection={projection} />}
    </ReadPanel>
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
          <span class="visually-hidden">Expected at the month’s end</span>
          <span class="score-figure">{score(expected_total)}</span>
          <span class="faint small">{`${score(low)} to ${score(high)} in 8 of 10 cases`}</span>
        </p>
        <TierScale
          total={expected_total}
          range={{ low, high }}
          label={`Expected ${score(expected_total)}, from ${score(low)} to ${score(high)}, among the tiers`}
        />
        {isAtRisk ? (
          <Notice warn>
            <strong>{`At risk of losing ${last_final?.tier ?? ''}`}.</strong>{' '}
            <Sentences projection={projection} />
          </Notice>
        ) : (
          <p>
            <Sentences projection={projection} />
          </p>
        )}
        <p class="faint small">{`${count(draws)} month ends drawn from the facts as of ${moment(as_of, time_zone)}. It says where things go if they go on as before.`}</p>
      </div>
      <TierChances code={projection.seller_code} tiers={projection.tiers} last={last_final} />
    </div>
  )
}

function Sentences({ projection }: { projection: Projection }) {
  const { last_final, below_last_final } = projection
  const { likeliest, stay, rise } = chancesOf(projection)
  if (!last_final || stay === null || below_last_final === null)
    return <>{`Most likely ${likeliest.name}: ${ofHundred(likeliest.probability)}.`}</>
  const { tier, period } = last_final
  const said = [
    `${ofHundred(stay)} to stay ${tier}.`,
    rise ? `${ofHundred(rise)} to rise.` : '',
    `${below_last_final === 0 ? 'In no case it falls' : `${ofHundred(below_last_final)} to fall`} below ${tier}, the tier of ${month(period)}.`,
  ]
  return <>{said.filter(Boolean).join(' ')}</>
}

/** `0.83` → `83 of 100` */
function ofHundred(probability: number): string {
  const { sign, of } = hundredths(probability)
  return `${sign === '<' ? 'less than ' : sign === '>' ? 'more than ' : ''}${of} of 100`
}
