import { wordsOf } from '../../../words/words.ts'

export const words = wordsOf({
  rule: 'Rule',
  countsNot: (month: string) => `Does not count in ${month}`,
  deletedText:
    'This record is deleted: it is kept for the scores that were made with it, and can not be changed.',
  standsIn: (month: string) => `In ${month} another record of its kind counts instead of this one:`,
  previewsAsIf: 'The preview shows what the month would be if this record counted.',
  save: (version: number) => `Save version ${version}`,
  later: 'From a later month',
  make: 'Create the record',
  created: 'The record is created.',
  draft: 'Add to a draft',
  discard: 'Discard',
  wrong: 'Mend the marked fields first.',
  tryOnly: 'You may try what you like here. To change rules takes another role.',
  keptMine: 'Your changes stand on the newest version now. Save it when they are right.',
  filled: (version: number) => `The form says what version ${version} said. Save it to make it count.`,
  remove: 'Delete the record',
  audit: 'Changes in the audit log',
  weightShare: (share: string, component: string) => `${share} % of ${component}`,
  new: (type: string) => `New record: ${type}`,
})
