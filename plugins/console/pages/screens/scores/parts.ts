// What comes after the list, as one part to load.
export { ChangeDialog } from './change-dialog.tsx'
export { FinalizeMonth } from './finalize-month.tsx'
export { QualityPanel } from './quality/quality-panel.tsx'
