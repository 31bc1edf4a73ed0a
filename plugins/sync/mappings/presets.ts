import { createRequire } from 'node:module'
import type { Mapping } from './mapping-schemas.ts'

/** A mapping to copy. */
type Preset = Omit<Mapping, 'id' | 'created_at' | 'updated_at'>

/** One that takes every record as it is, and makes one record of each. */
export const PLAIN: Pick<Preset, 'records' | 'only' | 'each' | 'lines'> = {
  records: null,
  only: [],
  each: [],
  lines: {},
}

/** For the public exports of other systems. One that knows no seller lacks seller_code, which a copy adds. */
export const PRESETS: Preset[] = createRequire(import.meta.url)('./presets.json').map(
  (own: Omit<Preset, keyof typeof PLAIN>): Preset => ({ ...PLAIN, ...own }),
)
