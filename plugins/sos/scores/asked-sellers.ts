import { idOrCode } from '../../../src/domain/id-or-code.ts'

/** What is asked for, as one text: a seller by id or code, and a period or none. */
export const keyOf = (name: string, period: string | undefined) => `${period ?? ''} ${name}`

/** The parameters of ASKED_SELLERS. */
export function namesOf(keys: string[]) {
  const asked = { ids: [] as string[], codes: [] as string[] }
  const names = { ids: [] as number[], codes: [] as string[] }
  const periods = { ids: [] as (string | null)[], codes: [] as (string | null)[] }
  for (const key of keys) {
    const blank = key.indexOf(' ')
    const named = idOrCode(key.slice(blank + 1))
    const kind = 'code' in named ? 'codes' : 'ids'
    asked[kind].push(key)
    periods[kind].push(key.slice(0, blank) || null)
    if ('code' in named) names.codes.push(named.code)
    else names.ids.push(named.id)
  }
  return [asked.codes, names.codes, periods.codes, asked.ids, names.ids, periods.ids]
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
