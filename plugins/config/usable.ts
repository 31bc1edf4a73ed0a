import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { DEFAULTS_EFFECTIVE_FROM } from '../../src/scoring/default-rules.ts'
import { type DatedRecord, firstUnusablePeriod } from '../../src/scoring/effective-records.ts'
import { identityOf } from '../../src/scoring/in-force.ts'
import type { RuleType } from '../../src/scoring/rules.ts'

type Records = readonly DatedRecord<RuleType>[]

/**
 * Checks the active records of a type after a change, in every month from the earliest that any record, before or
 * after the change, was for: a month that could be scored stays one that can.
 * @throws 409 when two records are the same kind from the same month on, 400 when a month's records are unusable
 */
export function requireUsable(type: RuleType, before: Records, after: Records) {
  const twins = twinsAmong(type, after)
  if (twins)
    throw conflict(
      'already_taken',
      `effective_from: record ${twins[0].id} is for the same (${identityOf(type, twins[0])}) from ${twins[0].effective_from} on; change that one`,
    )
  const unusable = firstUnusablePeriod(type, after, earliest([...before, ...after]))
  if (unusable) throw badRequest('rules_unusable', `${unusable.problem} (from ${unusable.period} on)`)
}

function twinsAmong(type: RuleType, records: Records) {
  const seen = new Map<string, DatedRecord<RuleType>>()
  for (const record of records) {
    const key = `${record.effective_from} ${identityOf(type, record)}`
    const twin = seen.get(key)
    if (twin) return [twin, record] as const
    seen.set(key, record)
  }
  return undefined
}

const earliest = (records: Records) =>
  records.map(({ effective_from }) => effective_from).sort()[0] ?? DEFAULTS_EFFECTIVE_FROM
