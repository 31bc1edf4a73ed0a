import type { Correction } from '../../logic/correction-state.ts'
import { count, plural, score } from '../../logic/format.ts'
import { TierBadge } from '../../parts/badges.tsx'
import { Link } from '../../parts/link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Tile } from '../../parts/tile.tsx'
import { useTiers } from '../rules/impact/use-tiers.ts'

interface Props {
  correction: Correction
  found: NonNullable<Correction['found']>
}

/** How far scores move, and between which tiers. Each number leads to its sellers. */
export function FoundPanels({ correction: { id, sellers, changed }, found }: Props) {
  const { up, down, tier_changes, mean_abs, max_abs, migration } = found
  const of = `of ${plural(changed ?? 0, 'score', 'scores')}`
  const tiles: [name: string, figure: string, note: string, to?: string][] = [
    ['Scores that change', count(changed), `of ${plural(sellers ?? 0, 'score', 'scores')}`, ''],
    ['Rise', count(up), of, '?moved=up'],
    ['Fall', count(down), of, '?moved=down'],
    ['Change the tier', count(tier_changes), of, '?tier=changed'],
    ['Mean change', score(mean_abs), 'in points of the total'],
    ['Largest change', score(max_abs), 'in points of the total'],
  ]
  return (
    <>
      <div class="tiles small-tiles">
        {tiles.map(([name, figure, note, to]) => (
          <Tile key={name} name={name} figure={figure} to={to === undefined ? to : `/corrections/${id}${to}`}>
            {note}
          </Tile>
        ))}
      </div>
      {tier_changes > 0 && <Migration id={id} migration={migration} />}
    </>
  )
}

/** Who comes from which tier into which, the most first. */
function Migration({ id, migration }: { id: number; migration: Props['found']['migration'] }) {
  const { colorOf } = useTiers()
  const moved = migration.filter(({ from, to }) => from !== to).sort((one, other) => other.count - one.count)
  return (
    <Panel title="From tier to tier">
      <ul class="counted">
        {moved.map(({ from, to, count: scores }) => (
          <li key={`${from} ${to}`}>
            <span class="row">
              <TierBadge tier={{ name: from, color: colorOf(from) }} />
              <span aria-hidden="true">→</span>
              <TierBadge tier={{ name: to, color: colorOf(to) }} />
            </span>
            <Link class="tabular" to={`/corrections/${id}?tier=changed`}>
              {count(scores)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
