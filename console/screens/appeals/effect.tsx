import type { Model } from '../../api/types.ts'
import { delta, score } from '../../logic/format.ts'
import { TierBadge } from '../../parts/badges.tsx'
import { Panel } from '../../parts/panel.tsx'
import { COMPONENTS, nameOf } from '../../words/metrics.ts'
import type { AppealDetail } from './appeal.tsx'

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
          <span class="visually-hidden">Component</span>
        </th>
        <th scope="col" class="numeric">
          Before
        </th>
        {after && (
          <>
            <th scope="col" class="numeric">
              After
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
      <Line name="Total" before={before.total_sos} after={after?.total_sos} strong />
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

interface Props {
  name: string
  before: number
  after: number | undefined
  strong?: boolean
}

function Line({ name, before, after, strong }: Props) {
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

/** What the decision has changed; for an open appeal what it can bring at most. */
export function EffectPanel({ appeal }: { appeal: AppealDetail }) {
  const { score_before, score_after, score, preview } = appeal
  if (score_after && score_before)
    return (
      <Panel title="What it changes" class="flush">
        <Effect before={score_before} after={score_after} />
      </Panel>
    )
  if (preview)
    return (
      <Panel title="At most, with 100 points" class="flush">
        <Effect before={preview.score_before} after={preview.score_after} />
      </Panel>
    )
  return (
    <Panel title="The score today" class="flush">
      <Effect before={score} after={null} />
    </Panel>
  )
}
