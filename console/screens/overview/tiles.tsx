import { amount, count, delta, score, shortMonth } from '../../logic/format.ts'
import { listOf, type Narrowing } from '../../logic/overview-state.ts'
import { type Figure, figuresOf } from '../../logic/trend-figures.ts'
import { Delta } from '../../parts/badges.tsx'
import { useMe } from '../../parts/me.ts'
import { Tile } from '../../parts/tile.tsx'
import type { TrendMonth } from './overview.tsx'

/** The month in five figures. Each leads to what it counts. */
export function Tiles({ months, narrowing }: { months: TrendMonth[]; narrowing: Narrowing }) {
  const { may, currency } = useMe()
  const { mean, scored, draft, appeals, surcharges, amount: sum } = figuresOf(months)
  const before = months.at(-2)?.period
  const counted = (figure: Figure) => <Change figure={figure} before={before} />
  return (
    <section class="tiles month-tiles" aria-label="The month in figures">
      <Tile
        name="Mean score"
        to={listOf('/scores', narrowing, { sort: 'total_sos' })}
        figure={score(mean.value)}
      >
        {mean.change === null ? 'nothing to compare with' : <Delta value={mean.change} />}
        {mean.change !== null && before && ` against ${shortMonth(before)}`}
      </Tile>
      <Tile name="Sellers scored" to={listOf('/scores', narrowing)} figure={count(scored.value)}>
        {counted(scored)}
      </Tile>
      <Tile
        name="To review"
        to={listOf('/scores', narrowing, { status: 'draft' })}
        figure={count(draft.value)}
      >
        {counted(draft)}
      </Tile>
      {may('appeals.read') && (
        <Tile name="Open appeals" to={listOf('/appeals', narrowing)} figure={count(appeals.value)}>
          {counted(appeals)}
        </Tile>
      )}
      {may('surcharges.read') && (
        <Tile
          name="Pending surcharges"
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

/** A change of a count, which is neither good nor bad. */
function Change({ figure: { change }, before }: { figure: Figure; before: string | undefined }) {
  if (change === null || !before) return <>nothing to compare with</>
  if (change === 0) return <>as before</>
  return <>{`${delta(change).replace(/[.,]00$/, '')} against ${shortMonth(before)}`}</>
}
