import { count, moment } from '../../logic/format.ts'
import { plural, wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  audit: 'The audit log',
  failed: 'What is not as it was written',
  span: (from: number, to: number) =>
    `Rows ${count(from)} to ${count(to)}; older ones are checked every night.`,
  scores: 'The log of final scores',
  size: 'Size',
  leaves: (size: number) => plural(size, 'final score', 'final scores'),
  signed: 'Signed',
  nightly: 'Checked',
  at: (instant: string, zone: string) => moment(instant, zone),
  never: 'Not yet: it is checked every night.',
  found: 'Found',
  nothingFound: 'Nothing: everything is as the logs say.',
  noHead: 'Nothing is signed yet.',
})
