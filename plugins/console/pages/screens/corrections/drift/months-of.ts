import { month } from '../../../logic/format.ts'
import type { Backtest } from '../../rules/drafts/draft-reads.ts'
import { words } from './words.ts'

/** `August 2026 to October 2026`, or the one month. */
export const monthsOf = ({ from, to }: Pick<Backtest, 'from' | 'to'>) =>
  from === to ? month(from) : words.span(month(from), month(to))
