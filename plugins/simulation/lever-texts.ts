import { LEVER_NAMES, leverNamed } from '../../src/scoring/simulation/levers/levers.ts'

const stepOf = (name: (typeof LEVER_NAMES)[number]) => {
  const { percentOf, allOf } = leverNamed(name)
  if (percentOf) return `1 % of ${percentOf}`
  return allOf ? `${allOf} × 1 day` : '1'
}

/** The levers for the documentation: what each moves, and by how much a step. */
export const LEVERS_SAID = `The levers: ${LEVER_NAMES.map((name) => `\`${name}\` (${leverNamed(name).fact} ${leverNamed(name).way}, a step is ${stepOf(name)})`).join(', ')}.`
