import type { Model } from '../../api/types.ts'
import { delta, score } from '../../logic/format.ts'
import { TierBadge } from '../../parts/badges.tsx'
import { COMPONENTS, nameOf } from '../../words/metrics.ts'
import { words } from './words.ts'

/** Total, tier and components of a score at one time. */
export interface Standing {
  total_sos: number
  tier: { name: string; color: string }
  components: Record<(typeof COMPONENTS)[number], { raw: number }>
}
export type Preview = Model<'AppealPreview'>

/** A score before and after, line by line. */
export const Effect = ({ before, after }: { before: Standing; after: Standing | null }) => (
  <table class="table effect">
    <thead>
      <tr>
        <th scope="col">
          <span class="visually-hidden">{words.component}</span>
        </th>
        <th scope="col" class="numeric">
          {words.before}
        </th>
        {after && (
          <>
            <th scope="col" class="numeric">
              {words.after}
            </th>
            <th scope="col" class="numeric">
              ±
            </th>
          </>
        )}
      </tr>
    </thead>
    <tbody>
      {COMPONENTS.map((name) => (
        <Line
          key={name}
          name={nameOf(name)}
          before={before.components[name].raw}
          after={after?.components[name].raw}
        />
      ))}
      <Line name={words.total} before={before.total_sos} after={after?.total_sos} strong />
      <tr>
        <th scope="row">Tier</th>
        <td class="numeric">
          <TierBadge tier={before.tier} />
        </td>
        {after && (
          <>
            <td class="numeric">
              <TierBadge tier={after.tier} />
            </td>
            <td />
          </>
        )}
      </tr>
    </tbody>
  </table>
)

function Line({
  name,
  before,
  after,
  strong,
}: {
  name: string
  before: number
  after: number | undefined
  strong?: boolean
}) {
  const moved = after !== undefined && after !== before
  return (
    <tr class={strong ? 'total' : undefined}>
      <th scope="row">{name}</th>
      <td class="numeric">{score(before)}</td>
      {after !== undefined && (
        <>
          <td class="numeric">{score(after)}</td>
          <td class="numeric">{moved ? delta(after - before) : ''}</td>
        </>
      )}
    </tr>
  )
}
