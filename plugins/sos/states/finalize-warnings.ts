import { COMPONENT_WORDS } from '../../../src/domain/words/components.ts'
import type { Component } from '../../../src/scoring/components.ts'
import type { Note } from './queries.ts'

/** How many appeals a warning names. */
const NAMED = 20

/** Warns, as answers carry it, when scores that become final have undecided appeals; else there is no warning. */
export function warnOfAppeals(
  appeals: readonly { id: number; seller_code: string; component_appealed: Component }[],
): string[] {
  if (appeals.length === 0) return []
  const named = appeals
    .slice(0, NAMED)
    .map(
      ({ id, seller_code, component_appealed }) =>
        `${id} (${seller_code}, ${COMPONENT_WORDS[component_appealed].label})`,
    )
  const others = appeals.length > NAMED ? ` and ${appeals.length - NAMED} more` : ''
  const are = appeals.length === 1 ? 'Appeal' : 'Appeals'
  const open = appeals.length === 1 ? 'is open: a decision' : 'are open: decisions'
  return [`${are} ${named.join(', ')}${others} ${open} can still revise the final score.`]
}

/** Warns when scores were final before a finalize that says something of them: nothing of that is kept with them. */
export function warnOfNote(final: number, note: Note): string[] {
  const said = (['reviewed_by', 'notes'] as const).filter((name) => note[name] !== undefined)
  if (final === 0 || said.length === 0) return []
  const [scores, them] = final === 1 ? ['1 score was', 'it'] : [`${final} scores were`, 'them']
  return [`${scores} final before: what this request says in ${said.join(' and ')} is not kept with ${them}.`]
}
