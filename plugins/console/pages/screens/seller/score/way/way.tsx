import type { Explanation } from '../../../../logic/waterfall.ts'
import type { Of } from '../score-tab.tsx'
import { LadderPanel } from './ladder-panel.tsx'
import { WayPanels } from './way-panels.tsx'

/** What to do next: the path, the sliders, and what one metric alone must reach. */
export default function Way(of: Of & { explanation: Explanation }) {
  return (
    <>
      <WayPanels {...of} />
      <LadderPanel {...of} />
    </>
  )
}
