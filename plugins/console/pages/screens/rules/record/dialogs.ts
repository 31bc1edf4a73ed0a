// What opens over the form, as one part to load: each alone would be smaller than its frame.
export { LaterDialog } from './later-dialog.tsx'
export { RemoveDialog } from './remove-dialog.tsx'
export { SaveDialog } from './save-dialog.tsx'
export { ToDraftDialog } from './to-draft-dialog.tsx'
