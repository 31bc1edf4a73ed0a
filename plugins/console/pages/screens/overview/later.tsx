import { later } from '../../parts/later.tsx'
import { Waiting } from '../../parts/loaded.tsx'

const panels = () => import('./panels.tsx').then(({ Panels }) => Panels)
panels().catch(() => {}) // begun at once; whoever shows them tells what failed

/** What is below the figures comes after them: it is most of what the overview weighs. */
export const LaterPanels = later(panels, <Waiting height="60rem" />)
