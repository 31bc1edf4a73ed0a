import { Curve, type Points } from '../../charts/curve.tsx'
import { score } from '../../logic/format.ts'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { nameOf } from '../../words/metrics.ts'
import type { Portfolio } from './portfolio.tsx'
import { words } from './words.ts'

type Parts = NonNullable<Portfolio['parts']>
type Part = NonNullable<Parts[keyof Parts]>

/** The parts of the KPI, each value on its curve. */
export default function PartsPanel({ parts }: { parts: Parts }) {
  return (
    <Panel title={words.parts}>
      <div class="kpi-parts">
        {Object.entries(parts).map(([name, part]) => part && <OnePart key={name} name={name} part={part} />)}
      </div>
    </Panel>
  )
}

const UNITS: Record<string, string> = { low_tier_share: 'percent' }

function OnePart({ name, part }: { name: string; part: Part }) {
  const { description, value, points, weight, weighted, record } = part
  const { may } = useMe()
  const title = nameOf(name)
  return (
    <section class="stack tight" aria-label={title}>
      <h3>
        {may('config.read') ? <Link to={`/rules/am-kpi-weight/${record.id}`}>{title}</Link> : title}{' '}
        <span class="faint small">{words.weight(score(weight))}</span>
      </h3>
      <p class="faint small">{description}</p>
      <Curve
        label={title}
        curve={record.curve as Points}
        unit={UNITS[name] ?? ''}
        height={190}
        marks={
          value === null || points === null
            ? []
            : [{ value, points, label: `${score(value)} → ${score(points)}` }]
        }
      />
      <p class="small">
        {points === null || weighted === null ? words.noValue : words.brings(score(points), score(weighted))}
      </p>
    </section>
  )
}
