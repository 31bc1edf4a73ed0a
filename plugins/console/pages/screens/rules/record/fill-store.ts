import { createStore } from '../../../api/store.ts'
import type { Fields } from '../rule.ts'

/** How the list of versions puts an older one into the form that is open. */
export const fillStore = createStore<((fields: Fields, version: number) => void) | null>(null)
