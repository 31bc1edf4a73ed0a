import { later } from '../../parts/later.tsx'
import { Waiting } from '../../parts/loaded.tsx'

const load = () => import('./parts.ts')

/** The list is what the page is opened for: the rest comes after it. */
export const QualityPanel = later(
  () => load().then((module) => module.QualityPanel),
  <div class="panel">
    <Waiting height="3.7rem" />
  </div>,
)
export const FinalizeMonth = later(() => load().then((module) => module.FinalizeMonth))
export const ChangeDialog = later(() => load().then((module) => module.ChangeDialog))
