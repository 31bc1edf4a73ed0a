import { plural, wordsOf } from '../../../words/words.ts'

/** The words of what opens over the form, and of the versions below it. */
export const words = wordsOf({
  save: (version: number) => `Save version ${version}`,
  saveAsk: (version: number) => `Save version ${version}?`,
  savedAs: (version: number) => `Saved as version ${version}.`,
  effect: (version: number, from: string) =>
    `Version ${version} counts in every month from ${from} on that is calculated again. Final scores keep the version that they were made with.`,
  effectAlways: (version: number) =>
    `Version ${version} counts in every month that is calculated again. Final scores keep the version that they were made with.`,
  moved: (moved: number, all: number, up: number, down: number, month: string) =>
    `In ${month}, ${moved} of ${plural(all, 'seller', 'sellers')} would change tier: ${up} up, ${down} down.`,
  laterAsk: 'Change it from a later month on',
  laterText:
    'A new record says what stands in the form, from that month on. Until then this one counts, and earlier months stay as they are.',
  firstMonth: 'First month',
  make: 'Create the record',
  made: (month: string) => `From ${month} on the new record counts.`,
  draft: 'Add to a draft',
  draftText: 'A draft changes nothing. It can be tried on past months, and somebody else adopts it.',
  whichDraft: 'Draft',
  newDraft: 'A new draft',
  draftName: 'Name of the draft',
  addToDraft: 'Add the change',
  added: 'Added to the draft.',
  stale: 'Somebody changed this record in the meantime',
  staleText: (version: number) =>
    `Version ${version} is saved already. What you have typed is still here: compare both, then decide.`,
  theirs: (version: number) => `Version ${version}, saved`,
  mine: 'Yours',
  takeTheirs: 'Take the saved one',
  keepMine: 'Keep my changes',
  versions: 'Versions',
  oneVersion: 'There is one version. Each save makes another, and all stay readable.',
  versionHead: (version: number) => `Version ${version}`,
  first: 'The first version.',
  differs: (count: number) => plural(count, 'field differs', 'fields differ'),
  since: (version: number) => `Against version ${version}`,
  useVersion: (version: number) => `Put version ${version} into the form`,
  curves: 'The curve of each version',
  remove: 'Delete the record',
  removeText:
    'This can not be undone. An older record of its kind counts again from its first month on; without one, none counts. Scores that were made with it stay.',
  removed: 'The record is deleted.',
})
