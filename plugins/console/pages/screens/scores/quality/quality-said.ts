import type { Answer } from '../../../api/types.ts'
import { countsOf } from '../../../logic/quality.ts'
import { words } from './words.ts'

/** What a finalize has said of the month's data, in a line; undefined where nothing was judged. */
export function qualitySaid({ quality }: Answer<'POST', '/api/sos/monthly/finalize'>): string | undefined {
  if (!quality) return undefined
  if (quality.result === 'unknown') return words.saidUnknown
  const { blocks, warns } = countsOf(quality)
  if (blocks + warns === 0) return words.saidPass
  const parts = [
    blocks > 0 && words.blocks(blocks),
    warns > 0 && words.warns(warns),
    quality.accepted.length > 0 && words.saidAccepted(quality.accepted.length),
  ]
  return words.saidChecks(parts.filter(Boolean).join(', '))
}
