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
