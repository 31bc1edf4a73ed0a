import { number, type Parameter, text, type Values } from '../../logic/url-state.ts'

/** A day, `2026-10-03`. */
const day = (): Parameter<string> => ({
  read: (written) => (isDay(written) ? written : undefined),
  write: (value) => value,
  fallback: '',
})

const isDay = (written: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(written) && !Number.isNaN(Date.parse(`${written}T00:00:00Z`))

/** What narrows the log; `entity` with `id` is one record. */
export const AUDIT = {
  entity: text(),
  id: text(),
  person: number(),
  action: text(),
  from: day(),
  to: day(),
  page: number(1),
}

export type AuditState = Values<typeof AUDIT>

export const NOTHING = { entity: '', id: '', person: undefined, action: '', from: '', to: '' }

export const isNarrowed = ({ entity, id, person, action, from, to }: AuditState) =>
  Boolean(entity || id || person || action || from || to)
