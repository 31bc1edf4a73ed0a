import { monthOf, plural, textOf } from '../ui/format.ts'
import { nameOf, stateOf } from '../ui/names.ts'
import { type Row, titleOf } from './kind.ts'

/** `config_draft.created` → `Config draft created`, `sync.orders` → `Orders pushed`: what was done. */
export const deedOf = ({ action, entity, before, after }: Row) => {
  const [was, is] = [before, after].map((state) => (state as { status?: string } | null)?.status)
  const [kind, first = '', ...rest] = String(action).split('.')
  const status = first === 'updated' && is && is !== was ? `: ${stateOf(is, `${entity}s`)}` : ''
  return kind === 'sync'
    ? `${nameOf(first)} ${rest.join(' ').replaceAll('_', ' ') || 'pushed'}`
    : `${nameOf(String(entity))} ${[first, ...rest].join(' ').replaceAll('_', ' ').replace('kpi', nameOf)}${status}`
}

/** A state as the log keeps it; the fields of a rule stand beside what else it has. */
export function flat(state: unknown): Record<string, unknown> {
  const { fields, ...others } = Object(state)
  return { ...others, ...fields }
}

/** What an entry of the log was done to: the seller, its own name, or one that its states have, or the rows of a push. */
export function subjectOf({ before, after, entity_id, ...about }: Row) {
  const state = { ...flat(before), ...flat(after) }
  const { push_id, created = 0, updated = 0, deleted = 0, from, to } = state
  if (push_id)
    return (
      Object.entries({ new: created, changed: updated, deleted })
        .flatMap(([what, rows]) => (rows ? `${plural(Number(rows), 'row')} ${what}` : []))
        .join(', ') || 'No row changed'
    )
  if (from && to) return [...new Set([from, to])].map(textOf).join(' to ')
  const { seller_code, metric, exception_type } = state as Record<string, string | undefined>
  const kind = metric ?? exception_type
  // An account of a seller is a person.
  const name = about.entity_name ?? about.company_name
  const month = about.period && monthOf(String(about.period))
  if (name) return [name, kind && nameOf(kind), month].filter(Boolean).join(', ')
  // A seller that is gone is known by what the log kept.
  return textOf(titleOf(state, seller_code ?? (kind ? nameOf(kind) : entity_id ? `No. ${entity_id}` : '–')))
}
