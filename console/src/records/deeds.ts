import { nameOf } from '../ui/names.ts'
import { type Row, titleOf } from './declared.ts'

/** `config_draft.created` → `Config draft created`, `sync.orders` → `Orders pushed`: what was done. */
export const deedOf = ({ action, entity }: Row) => {
  const [kind, first = '', ...rest] = String(action).split('.')
  return kind === 'sync'
    ? `${nameOf(first)} ${rest.join(' ') || 'pushed'}`
    : `${nameOf(String(entity))} ${[first, ...rest].join(' ').replaceAll('_', ' ')}`
}

/** What an entry of the log was done to: the name that its state before or after has. */
export function subjectOf({ before, after }: Row) {
  const state = { ...(before as object), ...(after as object) }
  const code = 'seller_code' in state ? String(state.seller_code) : '–'
  return titleOf(state, code)
}
