import { MAX_INTEGER } from '../platform/schemas/schemas.ts'

/**
 * What a path names a record by: digits alone are its id, everything else is its code. An id that no column can hold
 * is 0, the id of no record.
 */
export function idOrCode(name: string): { id: number } | { code: string } {
  if (!/^\d+$/.test(name)) return { code: name }
  const id = Number(name)
  return { id: id <= MAX_INTEGER ? id : 0 }
}

/** Names by what they are, as they were written: codes, and ids of digits, without those that are no record's. */
export function codesAndIds(names: string[]) {
  const codes: string[] = []
  const ids: string[] = []
  for (const name of names) {
    const named = idOrCode(name)
    if ('code' in named) codes.push(name)
    else if (named.id > 0) ids.push(name)
  }
  return { codes, ids }
}
