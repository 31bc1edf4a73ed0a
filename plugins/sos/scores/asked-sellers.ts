import { lookUp } from '../../../src/domain/id-or-code.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'

/** What is asked for, as one text: a seller by id or code, and a period or none. */
export const keyOf = (name: string, period: string | undefined) => `${period ?? ''} ${name}`

/** The parameters of ASKED_SELLERS. */
export function namesOf(keys: string[], by: By | undefined) {
  const asked = keys.map((key) => {
    const blank = key.indexOf(' ')
    const [code, id] = lookUp(key.slice(blank + 1), by)
    return { key, code, id, period: key.slice(0, blank) || null }
  })
  const byCode = asked.filter(({ code }) => code !== '')
  const byId = asked.filter(({ id }) => id > 0)
  return [
    ...[byCode.map(({ key }) => key), byCode.map(({ code }) => code), byCode.map(({ period }) => period)],
    ...[byId.map(({ key }) => key), byId.map(({ id }) => id), byId.map(({ period }) => period)],
  ]
}

/** The sellers that keys name, each with its `key` and `asked_period`, which is null for the newest score. */
export const ASKED_SELLERS = `(
  select key, asked_period, sellers.*
  from unnest($1::text[], $2::text[], $3::text[]) asked (key, code, asked_period)
    join sellers on sellers.seller_code = asked.code
  union all
  select key, asked_period, sellers.*
  from unnest($4::text[], $5::int[], $6::text[]) asked (key, id, asked_period)
    join sellers on sellers.id = asked.id
)`
