import { shortMonth } from '../../../logic/format.ts'
import type { Backtest } from './draft-reads.ts'
import { words } from './test-words.ts'

/** `Aug 26 to Oct 26` */
export const monthsOf = ({ from, to }: Pick<Backtest, 'from' | 'to'>) =>
  words.months(shortMonth(from), shortMonth(to))
