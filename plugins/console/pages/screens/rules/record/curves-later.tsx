import { later } from '../../../parts/later.tsx'
import { Waiting } from '../../../parts/loaded.tsx'

/** Versions of a curve on one another; they draw, so they come with the editors that draw. */
export const Curves = later(
  () => import('./pictures.ts').then((module) => module.Curves),
  <Waiting height="16rem" />,
)
