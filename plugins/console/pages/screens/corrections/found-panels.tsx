import type { Correction } from '../../logic/correction-state.ts'
import { count, score } from '../../logic/format.ts'
import { TierBadge } from '../../parts/badges.tsx'
import { Link } from '../../parts/link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useTiers } from '../rules/impact/use-tiers.ts'
import { words } from './words.ts'

interface Props {
  correction: Correction
  found: NonNullable<Correction['found']>
}

/** How far scores move, and between which tiers. Each number leads to its sellers. */
export function FoundPanels({ correction: { id, sellers, changed }, found }: Props) {
  const { up, down, tier_changes, mean_abs, max_abs, migration } = found
  const of = words.of(changed ?? 0)
  const tiles: [name: string, figure: string, note: string, to?: string][] = [
    [words.changed, count(changed), words.of(sellers ?? 0), ''],
    [words.rise, count(up), of, '?moved=up'],
    [words.fall, count(down), of, '?moved=down'],
    [words.tierChanges, count(tier_changes), of, '?tier=changed'],
    [words.mean, score(mean_abs), words.points],
    [words.max, score(max_abs), words.points],
  ]
  return (
    <>
      <div class="tiles small-tiles">
        {tiles.map(([name, figure, note, to]) => {
          const inside = (
            <>
              <span class="name">{name}</span>
              <span class="figure">{figure}</span>
              <span class="faint small">{note}</span>
            </>
          )
          return to === undefined ? (
            <div key={name} class="tile still">
              {inside}
            </div>
          ) : (
            <Link key={name} class="tile" to={`/corrections/${id}${to}`}>
              {inside}
            </Link>
          )
        })}
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
    <Panel title={words.matrix}>
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
