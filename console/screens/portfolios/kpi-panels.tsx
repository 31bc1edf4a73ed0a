import { Curve, type Points } from '../../charts/curve.tsx'
import { score } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { Text } from '../../parts/text.tsx'
import { nameOf } from '../../words/metrics.ts'
import type { Portfolio } from './portfolio.tsx'

type Parts = NonNullable<Portfolio['parts']>
type KpiPart = NonNullable<Parts[keyof Parts]>

/** The parts of the KPI, each value on its curve. */
export function PartsPanel({ parts }: { parts: Parts }) {
  return (
    <Panel title="What the KPI is made of">
      <div class="kpi-parts">
        {Object.entries(parts).map(([name, part]) => part && <OnePart key={name} name={name} part={part} />)}
      </div>
    </Panel>
  )
}

const UNITS: Record<string, string> = { low_tier_share: 'percent' }

function OnePart({ name, part }: { name: string; part: KpiPart }) {
  const { description, value, points, weight, weighted, record } = part
  const { may } = useMe()
  const title = nameOf(name)
  return (
    <section class="stack tight" aria-label={title}>
      <h3>
        {may('config.read') ? <Link to={`/rules/am-kpi-weight/${record.id}`}>{title}</Link> : title}{' '}
        <span class="faint small">{`weight ${score(weight)}`}</span>
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
        {points === null || weighted === null
          ? 'No value this month'
          : `${score(points)} points, ${score(weighted)} of the KPI`}
      </p>
    </section>
  )
}

/** Which KPI brings which bonus, and where this one is. */
export const BandsPanel = ({ portfolio: { bands, band } }: { portfolio: Portfolio }) => (
  <Panel title="Bands" class="third flush">
    <table class="table">
      <TableHead of={['Band', ['From', 'numeric'], ['Bonus', 'numeric']]} />
      <tbody>
        {bands.map(({ id, name, min_kpi, percent }) => (
          <tr key={id} aria-current={name === band ? 'true' : undefined}>
            <td>
              <Text class="row">
                {name} {name === band && <Badge tone="info">here</Badge>}
              </Text>
            </td>
            <td class="numeric">{score(min_kpi)}</td>
            <td class="numeric">{bonus(percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)

const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero', maximumFractionDigits: 2 })

/** A bonus or malus in percent, with its sign: `+8 %`. */
export const bonus = (percent: number | null) => (percent === null ? '–' : `${signed.format(percent)} %`)
