import { conflict } from '../platform/http/errors/problems.ts'
import { type By, MAX_INTEGER } from '../platform/schemas/schemas.ts'

/** What a name stands for that is an id or else a name: digits alone are an id, 0 where no column can hold it. */
export function idOrCode(name: string): { id: number } | { code: string } {
  if (!/^\d+$/.test(name)) return { code: name }
  const id = Number(name)
  return { id: id <= MAX_INTEGER ? id : 0 }
}

/** The code and the id, without leading zeros, that a seller or campaign may have by this name; '' and 0 where none. */
export function lookUp(name: string, by?: By): [code: string, id: number] {
  const id = by !== 'code' && /^[1-9]\d{0,9}$/.test(name) ? Number(name) : 0
  return [by === 'id' ? '' : name, id <= MAX_INTEGER ? id : 0]
}

/** Names by what they may be, as they were written: codes, and ids of digits. */
export const codesAndIds = (names: string[], by?: By) => ({
  codes: names.filter((name) => lookUp(name, by)[0] !== ''),
  ids: names.filter((name) => lookUp(name, by)[1] > 0),
})

export interface Named {
  id: number
  code: string
}

/** Says of two records that a name is the code of the one and the id of the other. */
export function namesBoth(kind: 'seller' | 'campaign', name: string, found: Named[]): string {
  const id = found.find(({ code }) => code === name)?.id
  const code = found.find((one) => String(one.id) === name)?.code
  return `${name} is the code of ${kind} ${id} and the id of ${kind} ${code}`
}

/** A 409: two records are found by a name. */
export const ambiguousName = (kind: 'seller' | 'campaign', name: string, found: Named[]) =>
  conflict('ambiguous_name', `${namesBoth(kind, name, found)}: add ?by=code or ?by=id to say which is meant`)
