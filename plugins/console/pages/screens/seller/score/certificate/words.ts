import { count, moment } from '../../../../logic/format.ts'
import { wordsOf } from '../../../../words/words.ts'

export const words = wordsOf({
  title: 'Certificate',
  about: 'Proves this final score to somebody who does not trust this service.',
  revision: 'Revision',
  revisionOf: (revision: number) => `Revision ${revision}`,
  place: 'Place in the log',
  leaf: (index: number, size: number) => `Leaf ${count(index)} of ${count(size)}`,
  signed: 'Signed',
  final: 'Final since',
  at: (instant: string, zone: string) => moment(instant, zone),
  verify: 'Verify now',
  download: 'Download JSON',
  page: 'Download to print',
  pageHint: 'The one to print is a page that verifies itself, without this service.',
  another: 'Verify a file',
  checks: 'What was checked',
  waiting: 'The certificate comes in a moment; this asks again by itself.',
})
