import { sha256 } from '../../../src/scoring/canonical-json.ts'
import {
  isSalted,
  MORE_NAMES,
  type More,
  moreTexts,
  type NamedValues,
} from '../../../src/transparency/more.ts'
import { readStatement } from '../../../src/transparency/statement.ts'

type Leaf = NamedValues & { statement: string; salt: string | null }

/**
 * The further texts of a certificate, as its field; left out without any. Those that the leaf does not name as they are
 * today, because a person was erased or they were changed past the service, are left out.
 * @param whole whether its reader may see who has reviewed the score and what was noted
 */
export function moreOf({ statement: text, salt, ...values }: Leaf, whole: boolean): { more?: More } {
  const statement = readStatement(text)
  if (statement.v !== 2 || !statement.more) return {}
  const { more: named } = statement
  const texts = moreTexts(values, salt)
  const shown = MORE_NAMES.flatMap((name) => {
    const value = texts[name]
    return value !== undefined && named[name] === sha256(value) && (whole || !isSalted(name))
      ? [[name, value] as const]
      : []
  })
  return shown.length === 0 ? {} : { more: Object.fromEntries(shown) }
}
