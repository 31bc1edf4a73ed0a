import type { Narrowing } from '../../logic/overview-state.ts'
import type { Source } from '../../parts/panel.tsx'
import { Movers } from './movers.tsx'
import { Needs } from './needs.tsx'
import type { TrendMonth } from './overview.tsx'
import { ComponentPanel, MeanPanel, TierPanel } from './trend-panels.tsx'

export interface Props {
  period: string
  months: TrendMonth[]
  narrowing: Narrowing
  source: Source
}

/** What is below the figures. Where nothing was scored there is nothing to draw. */
export const Panels = ({ period, months, narrowing, source }: Props) => (
  <div class="grid">
    {months.some(({ scored }) => scored > 0) ? (
      <>
        <MeanPanel months={months} narrowing={narrowing} source={source} />
        <Needs period={period} />
        <TierPanel months={months} narrowing={narrowing} source={source} />
        <ComponentPanel months={months} source={source} />
        <Movers period={period} narrowing={narrowing} way="fall" />
        <Movers period={period} narrowing={narrowing} way="rise" />
      </>
    ) : (
      <Needs period={period} />
    )}
  </div>
)
