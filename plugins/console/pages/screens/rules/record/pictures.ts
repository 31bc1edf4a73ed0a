// The editors that draw curves, as one part to load.
export { CurveField } from './curve-field.tsx'
export { Curves } from './version-curves.tsx'
