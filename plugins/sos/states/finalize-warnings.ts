import { COMPONENT_WORDS } from '../../../src/domain/words/components.ts'
import type { Component } from '../../../src/scoring/components.ts'
import type { Note } from './queries.ts'

/** How many appeals a warning names. */
const NAMED = 20

/** Warns, as answers carry it, when scores that become final have undecided appeals; else there is no warning. */
export function warnOfAppeals(
  appeals: readonly { seller_code: string; company_name: string; component_appealed: Component }[],
): string[] {
  if (appeals.length === 0) return []
  const named = appeals
    .slice(0, NAMED)
    .map(
      ({ seller_code, company_name, component_appealed }) =>
        `${company_name} (${seller_code}) about ${COMPONENT_WORDS[component_appealed].label}`,
    )
  const others = appeals.length > NAMED ? ` and ${appeals.length - NAMED} more` : ''
  const appealOf = appeals.length === 1 ? 'The appeal of' : 'Appeals of'
  const open = appeals.length === 1 ? 'is open: its decision' : 'are open: their decisions'
  return [`${appealOf} ${named.join(', ')}${others} ${open} can still revise the final score.`]
}

/** What a finalize may say of scores. */
const NOTE_WORDS = { reviewed_by: 'reviewer', notes: 'notes' }

/** Warns when scores were final before a finalize that says something of them: nothing of that is kept with them. */
export function warnOfNote(final: number, note: Note): string[] {
  const said = (['reviewed_by', 'notes'] as const).filter((name) => note[name] !== undefined)
  if (final === 0 || said.length === 0) return []
  const [scores, they] = final === 1 ? ['1 score was', 'it does'] : [`${final} scores were`, 'they do']
  const words = said.map((name) => NOTE_WORDS[name]).join(' and ')
  return [`${scores} final before: ${they} not keep the ${words} of this request.`]
}
