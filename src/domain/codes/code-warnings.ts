import type { Sql } from '../../platform/database/database.ts'
import { lookUp, type Named, namesBoth } from '../id-or-code.ts'

/**
 * What whoever makes or renames a record should know of others that its code or id may be taken for: a code in another
 * case, of which pushes may mean the other, and digits that are a code and an id.
 */
export async function codeWarnings(tx: Sql, kind: 'seller' | 'campaign', id: number, code: string) {
  const column = `${kind}_code`
  const others = await tx.rows<Named>(
    `select id, ${column} as code from ${kind}s
     where (lower(${column}) = lower($1) or ${column} = $2 or id = $3::int) and id <> $4
     order by id`,
    [code, String(id), lookUp(code)[1], id],
  )
  const warnings = others.flatMap((other) => [
    ...(other.code !== code && other.code.toLowerCase() === code.toLowerCase()
      ? [`${kind}_code ${code} differs from ${other.code} only by case.`]
      : []),
    ...(String(other.id) === code ? [`${namesBoth(kind, code, [{ id, code }, other])}: ${SAY_WHICH}`] : []),
    ...(String(id) === other.code
      ? [`${namesBoth(kind, other.code, [{ id, code }, other])}: ${SAY_WHICH}`]
      : []),
  ])
  return warnings.length > 0 ? { warnings } : {}
}

const SAY_WHICH = 'who asks by this name must add ?by=code or ?by=id, and facts go by the code.'
