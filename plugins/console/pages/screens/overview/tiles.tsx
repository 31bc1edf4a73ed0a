import { amount, count, delta, score, shortMonth } from '../../logic/format.ts'
import { listOf, type Narrowing } from '../../logic/overview-state.ts'
import { type Figure, figuresOf } from '../../logic/trend-figures.ts'
import { Delta } from '../../parts/badges.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import type { TrendMonth } from './overview.tsx'
import { words } from './words.ts'

/** The month in five figures. Each leads to what it counts. */
export function Tiles({ months, narrowing }: { months: TrendMonth[]; narrowing: Narrowing }) {
  const { may, currency } = useMe()
  const { mean, scored, draft, appeals, surcharges, amount: sum } = figuresOf(months)
  const before = months.at(-2)?.period
  const counted = (figure: Figure) => <Change figure={figure} before={before} />
  return (
    <section class="tiles month-tiles" aria-label={words.figures}>
      <Tile
        name={words.mean}
        to={listOf('/scores', narrowing, { sort: 'total_sos' })}
        figure={score(mean.value)}
      >
        {mean.change === null ? words.notBefore : <Delta value={mean.change} />}
        {mean.change !== null && before && ` ${words.against(shortMonth(before))}`}
      </Tile>
      <Tile name={words.scored} to={listOf('/scores', narrowing)} figure={count(scored.value)}>
        {counted(scored)}
      </Tile>
      <Tile
        name={words.draft}
        to={listOf('/scores', narrowing, { status: 'draft' })}
        figure={count(draft.value)}
      >
        {counted(draft)}
      </Tile>
      {may('appeals.read') && (
        <Tile name={words.appeals} to={listOf('/appeals', narrowing)} figure={count(appeals.value)}>
          {counted(appeals)}
        </Tile>
      )}
      {may('surcharges.read') && (
        <Tile
          name={words.surcharges}
          to={listOf('/surcharges', narrowing, { status: 'pending' })}
          figure={count(surcharges.value)}
        >
          {sum > 0 && currency ? `${amount(sum, currency)} · ` : ''}
          {counted(surcharges)}
        </Tile>
      )}
    </section>
  )
}

interface TileProps {
  name: string
  to: string
  figure: string
  children: preact.ComponentChildren
}

const Tile = ({ name, to, figure, children }: TileProps) => (
  <Link class="tile" to={to}>
    <span class="name">{name}</span>
    <span class="figure">{figure}</span>
    <span class="faint small tile-change">{children}</span>
  </Link>
)

/** A change of a count, which is neither good nor bad. */
function Change({ figure: { change }, before }: { figure: Figure; before: string | undefined }) {
  if (change === null || !before) return <>{words.notBefore}</>
  if (change === 0) return <>{words.same}</>
  return <>{`${delta(change).replace(/[.,]00$/, '')} ${words.against(shortMonth(before))}`}</>
}
