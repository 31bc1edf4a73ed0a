// One part to load: who looks at the list opens one, and each alone would be smaller than its frame.
export { default as CorrectionPage } from './correction.tsx'
export { default as Corrections } from './corrections.tsx'
export { default as DriftPage } from './drift/drift.tsx'
export { default as NewCorrection } from './new-correction.tsx'
