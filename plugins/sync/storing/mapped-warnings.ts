import { mostSaid, type Said } from '../reading/said.ts'

/** So many reasons are named one by one. */
const MOST_SAID = 10

/** The sentences that say which records a mapping took for no facts, and which of them were facts before. */
export const leftOutWarnings = (leftOut: Said, tookBack: Said): string[] => [
  ...reasons('left_out', leftOut),
  ...reasons('deleted, because they are no facts any more', tookBack),
]

function reasons(what: string, said: Said): string[] {
  const all = mostSaid(said)
  if (all.length === 0) return []
  const total = all.reduce((sum, [, records]) => sum + records, 0)
  const named = all.slice(0, MOST_SAID).map(([why, records]) => `${why}: ${records.toLocaleString('en')}`)
  const more = all.length > named.length ? [`${all.length - named.length} more reasons`] : []
  return [`${what}: ${total.toLocaleString('en')} (${[...named, ...more].join('; ')})`]
}

/** The sentences that say where records have several values and a mapping reads the one in a certain place. */
export const severalWarnings = (mapping = '', several: Said): string[] =>
  mostSaid(several)
    .slice(0, MOST_SAID)
    .map(([paths, records]) => {
      const [all, read] = paths.split('\0')
      const have = records === 1 ? 'One record has' : `${records.toLocaleString('en')} records have`
      return `${have} several values at ${all}, and the mapping ${mapping} reads only ${read}: choose one as in list[key=text], or make a record of each with "each"`
    })
