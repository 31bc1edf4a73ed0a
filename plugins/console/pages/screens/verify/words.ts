import { month, score } from '../../logic/format.ts'
import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Verify a certificate',
  about:
    'A certificate proves a final score. Each part of it is checked: who signed the log, that the score stands in it, and that the rules and inputs give this score.',
  given: 'The certificate',
  drop: 'Drop a certificate here, or choose one',
  dropHint: 'The JSON file of a seller’s score page',
  result: 'Result',
  file: (name: string) => `Of ${name}`,
  notOne: (name: string) =>
    `${name} is no certificate. Choose the JSON file that the seller’s score page downloads; a file with many lines is for the package seller-operating-score-verify.`,
  tooLarge: (name: string) => `${name} is larger than 1 MB, so it is no certificate.`,
  valid: 'Valid: nothing in it fails.',
  invalid: 'Not valid: at least one check fails.',
  says: 'What it says',
  seller: 'Seller',
  month: 'Month',
  revision: 'Revision',
  score: 'Score',
  scoreOf: (total: number, tier: string) => `${score(total)}, ${tier}`,
  final: 'Final since',
  checks: 'What was checked',
  newer: (revision: number, period: string) =>
    `There is a newer revision of this score, ${revision}: an appeal or a correction changed ${month(period)} since.`,
  seeNewer: 'See the newer one',
})
