import { isNone } from '../reading/forms.ts'
import type { Condition } from './mapping-schemas.ts'
import { isWord, pathProblem, valueAt } from './paths.ts'

/** Why a record is no fact. */
export interface NoFact {
  /** As a sentence: Status is DRAFT. */
  why: string
  /** Whether it may have been one before. */
  mayHaveBeen: boolean
}

/** Compiles the conditions of a mapping into the function that says why a record is no fact; undefined for one that is. */
export function compileOnly(only: Condition[]): (record: unknown) => NoFact | undefined {
  return (record) => {
    const failed = only.filter((condition) => !holds(condition, valueAt(record, condition.field)))
    const [first] = failed
    if (!first) return undefined
    return {
      why: sentenceOf(first, valueAt(record, first.field)),
      mayHaveBeen: failed.every((condition) => !condition.lasting && isAnswered(condition, record)),
    }
  }
}

/** What is wrong with the conditions of a mapping, as a sentence. */
export const onlyProblem = (only: Condition[]): string | undefined => {
  for (const [at, condition] of only.entries()) {
    if (TESTS.filter((test) => condition[test] !== undefined).length !== 1)
      return `only[${at}] must have one of ${TESTS.join(', ')}`
    const problem = pathProblem(condition.field)
    if (problem) return `only[${at}].field ${problem}`
  }
  return undefined
}

/** A record that does not have the field at all says nothing of what became of it. */
const isAnswered = ({ field, set }: Condition, record: unknown) =>
  set !== undefined || valueAt(record, field) !== undefined

/** The columns that a table must have, so that the conditions can be asked of its lines. */
export const columnsAsked = (only: Condition[]): string[] =>
  only.filter(({ set }) => set === undefined).map(({ field }) => field)

const TESTS = ['is', 'in', 'not_in', 'set'] as const

function holds({ is, in: some, not_in, set }: Condition, value: unknown): boolean {
  const isOneOf = (texts: (string | number | boolean)[]) => texts.some((text) => isWord(value, String(text)))
  if (set !== undefined) return isGiven(value) === set
  return not_in ? !isOneOf(not_in) : isOneOf(some ?? [is as string])
}

const isGiven = (value: unknown) => !isNone(value) && !(Array.isArray(value) && value.length === 0)

const LONGEST = 40

/** What is said of a record that fails a condition. Of a list that holds what it must not, this is said. */
function sentenceOf({ field, is, not_in, set }: Condition, value: unknown): string {
  if (set !== undefined) return `${field} is ${set ? 'not set' : 'set'}`
  if (is !== undefined && value !== undefined) return `${field} is not ${is}`
  const said = Array.isArray(value) ? not_in?.find((text) => isWord(value, String(text))) : value
  if (isNone(said) || typeof said === 'object') return `${field} is not given`
  return `${field} is ${String(said).slice(0, LONGEST).toWellFormed().replaceAll('\0', '\uFFFD')}`
}
