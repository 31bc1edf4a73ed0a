// Versions beside each other, as one part to load.
export { StaleDialog } from './stale-dialog.tsx'
export { Versions } from './versions.tsx'
