import { hundredths } from '../../../../logic/chances.ts'
import { count, moment, month } from '../../../../logic/format.ts'
import { wordsOf } from '../../../../words/words.ts'

/** `0.83` → `83 of 100` */
function ofHundred(probability: number): string {
  const { sign, of } = hundredths(probability)
  return `${sign === '<' ? 'less than ' : sign === '>' ? 'more than ' : ''}${of} of 100`
}

export const words = wordsOf({
  title: 'Where the month may end',
  expected: 'Expected at the month’s end',
  range: (low: string, high: string) => `${low} to ${high} in 8 of 10 cases`,
  scale: (expected: string, low: string, high: string) =>
    `Expected ${expected}, from ${low} to ${high}, among the tiers`,
  stay: (chance: number, tier: string) => `${ofHundred(chance)} to stay ${tier}.`,
  rise: (chance: number) => `${ofHundred(chance)} to rise.`,
  fall: (chance: number, tier: string, period: string) =>
    chance === 0
      ? `In no case it falls below ${tier}, the tier of ${month(period)}.`
      : `${ofHundred(chance)} to fall below ${tier}, the tier of ${month(period)}.`,
  likeliest: (tier: string, chance: number) => `Most likely ${tier}: ${ofHundred(chance)}.`,
  atRisk: (tier: string) => `At risk of losing ${tier}`,
  tiers: 'How likely each tier is',
  tier: 'Tier',
  chance: 'Chance',
  last: 'Last final',
  foot: (draws: number, asOf: string, zone: string) =>
    `${count(draws)} month ends drawn from the facts as of ${moment(asOf, zone)}. It says where things go if they go on as before.`,
})
