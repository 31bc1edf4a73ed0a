import type { ErrorObject, ValidateFunction } from 'ajv'
import { codeOfKeyword } from '../../../src/platform/http/errors/error-codes.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import { compiler, sentence } from '../../../src/platform/http/requests/validation.ts'
import { readObject } from '../../../src/platform/schemas/lenient.ts'
import { Closed } from '../../../src/platform/schemas/schemas.ts'
import { RULE_SCHEMAS, RULE_TYPES, type RuleType } from '../../../src/scoring/rules.ts'
import { creatable, readable } from '../fields.ts'
import { READ_ONLY } from '../schemas.ts'

/** What a record shows beside its own fields: a draft has no dates, and a record that was read may be sent whole. */
const NOT_OWN: readonly string[] = [...READ_ONLY, 'is_active', 'effective_from', 'effective_to']

const SCHEMAS = Object.fromEntries(
  RULE_TYPES.map((type) => [type, Closed(creatable(type, readable(RULE_SCHEMAS[type].properties)))]),
)

const checks = new Map<RuleType, ValidateFunction>()

/**
 * Reads the own fields of a new record of a type as POST /api/config/<type> does, defaults filled in.
 * @param index which of the changes they are of
 * @throws 400 that names the field
 */
export function readFields(type: RuleType, given: Record<string, unknown>, index: number) {
  if (given.is_active === false)
    throw badRequest('invalid_field', `changes[${index}].fields.is_active must be true: remove ends a record`)
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !NOT_OWN.includes(name)))
  const fields = readObject(SCHEMAS[type], own) as Record<string, unknown>
  const check = checkOf(type)
  if (check(fields)) return fields
  const errors = check.errors as ErrorObject[]
  const placed = errors.map((error) => ({
    ...error,
    instancePath: `/changes/${index}/fields${error.instancePath}`,
  }))
  throw badRequest(codeOfKeyword(errors[0]?.keyword), sentence(placed))
}

/** Compiled when a type is first changed: all types together take a tenth of a second. */
function checkOf(type: RuleType): ValidateFunction {
  const known = checks.get(type)
  if (known) return known
  const made = compiler({ coerceTypes: false }).compile(SCHEMAS[type] as object)
  checks.set(type, made)
  return made
}
