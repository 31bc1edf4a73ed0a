import type { Answer } from '../../../api/types.ts'
import { count, plural } from '../../../logic/format.ts'
import { countsOf } from '../../../logic/quality.ts'
import { nameOf } from '../../../words/metrics.ts'

export const words = {
  blocks: (checks: number) => `${count(checks)} ${checks === 1 ? 'blocks' : 'block'}`,
  block: 'Blocks',
  warning: 'Warning',
  why: 'Why the data are right as they are',
  whyHint: 'Kept with the scores and in the audit log.',
}

/** How the data looked. */
export const RESULTS: Record<string, string> = {
  pass: 'complete',
  warning: 'with warnings',
  block: 'over what blocks',
  unknown: 'not judged',
}

const KINDS: Record<string, string> = {
  feed_missing: 'Nothing at all',
  volume_drop: 'Unusual volume',
  missing_day: 'Days without facts',
  stale_feed: 'Not pushed after the month',
  rejections: 'Many rejections',
  control_total: 'Not what was declared',
  distribution: 'Distributed otherwise',
  month_not_over: 'The month is not over',
  silent_sellers: 'Sellers gone silent',
  recalculate: 'Calculate again',
}

/** `missing_day:orders` → `Orders: days without facts` */
export function checkName(id: string): string {
  const [kind = '', of = ''] = id.split(':')
  const name = KINDS[kind] ?? kind
  return of ? `${capital(nameOf(of))}: ${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What a finalize has said of the month's data, in a line; undefined where nothing was judged. */
export function qualitySaid({ quality }: Answer<'POST', '/api/sos/monthly/finalize'>): string | undefined {
  if (!quality) return undefined
  if (quality.result === 'unknown') return 'The data could not be judged in time.'
  const { blocks, warns } = countsOf(quality)
  if (blocks + warns === 0) return 'The data: nothing was missing.'
  const parts = [
    blocks > 0 && words.blocks(blocks),
    warns > 0 && plural(warns, 'warning', 'warnings'),
    quality.accepted.length > 0 && `${count(quality.accepted.length)} accepted`,
  ]
  return `The data: ${parts.filter(Boolean).join(', ')}.`
}
