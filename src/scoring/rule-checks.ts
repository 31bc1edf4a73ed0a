import type { CurvePoints } from './curve.ts'
import { wordKey } from './open-word.ts'
import { KNOWN_WORDS } from './rule-fields.ts'
import type { Rule, RuleSet, RuleType } from './rules.ts'

/** What is wrong with records, as a sentence that names the field; null when nothing is. */
export type Problem = string | null

/** What is wrong with all records of a type, by type. */
export type Checks<T extends RuleType> = { [K in T]: (records: readonly Rule<K>[]) => Problem }

/** The first problem of a set of records, with its type in front. A type that is absent has no records. */
export function firstProblem<T extends RuleType>(
  types: readonly T[],
  checks: Checks<T>,
  rules: Partial<RuleSet>,
): Problem {
  for (const type of types) {
    const problem = checks[type](rules[type] ?? [])
    if (problem) return `${type}: ${problem}`
  }
  return null
}

/** What is wrong with the points of a curve. */
export function curveProblem({ metric, curve }: { metric: string; curve: CurvePoints }): Problem {
  if (curve.length < 2) return `curve of ${metric} needs at least two points`
  for (const [index, [x, points]] of curve.entries()) {
    const before = curve[index - 1]
    if (before && before[0] >= x) return `curve of ${metric}: x must rise, but ${x} comes after ${before[0]}`
    if (points < 0 || points > 100)
      return `curve of ${metric}: points must be within 0 and 100, not ${points}`
  }
  return null
}

/** A metric must be one of those known. */
export const unknownMetric = (metric: string, known: readonly string[]): Problem =>
  known.includes(metric) ? null : `metric must be one of ${known.join(', ')}, not "${metric}"`

/** Something must weigh something. */
export const weightless = (records: readonly { weight: number }[]): Problem =>
  records.some(({ weight }) => weight > 0) ? null : 'weight must be above 0 for at least one metric'

/** There must be a record with this value. */
export function missing<K extends string>(
  field: K,
  value: unknown,
  records: readonly Record<K, unknown>[],
  why: string,
): Problem {
  if (records.some((record) => record[field] === value)) return null
  return `${field}: one record must have ${field} ${JSON.stringify(value)}, so that ${why}`
}

/** Two records that share what they must not share. */
export function twice<K extends string>(field: K, records: readonly Record<K, unknown>[]): Problem {
  const values = records.map((record) => record[field])
  const keys = values.map((value) =>
    typeof value === 'string' && field in KNOWN_WORDS ? wordKey(value) : value,
  )
  const index = keys.findIndex((key, position) => keys.indexOf(key) < position)
  return index < 0 ? null : `${field} ${JSON.stringify(values[index])} belongs to two records`
}

/** The first problem that a check finds among records. */
export function first<R>(records: readonly R[], check: (record: R) => Problem): Problem {
  for (const record of records) {
    const problem = check(record)
    if (problem) return problem
  }
  return null
}

/** Names as a sentence lists them. */
export const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
