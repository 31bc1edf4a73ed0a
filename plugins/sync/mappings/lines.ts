import { plainCode } from '../../../src/platform/schemas/codes.ts'
import type { Candidate } from '../candidate.ts'
import { isNone, readNumber, textOf } from '../reading/forms.ts'
import { isRecord } from '../reading/record-names.ts'
import { valueAt } from './paths.ts'

/** How lines of a table make records: what their key is, and which of their values are added up. */
export interface LineRules {
  /** The parts of the key as far as the line has them. */
  keyOf(line: unknown): unknown[]
  sums: string[]
}

/**
 * Makes one candidate of the lines of each key: values that are added up, else the last that is given, so that a blank
 * cell erases nothing. A line that lacks parts of its key belongs to the line before where the others are the same. What
 * is wrong with one line is wrong with all of its key.
 */
export const joinLines = (candidates: Candidate[], rules: LineRules): Candidate[] => [
  ...grouped(candidates, rules).groups.values(),
]

/**
 * The same for chunks of a stream. The lines of the last key wait for the next chunk, so that lines which stand together
 * make one record wherever the stream was cut.
 */
export async function* joinChunks(
  chunks: AsyncIterable<Candidate[]>,
  rules: LineRules,
): AsyncGenerator<Candidate[]> {
  let waiting: Candidate[] = []
  for await (const chunk of chunks) {
    const { groups, last } = grouped([...waiting, ...chunk], rules)
    waiting = [groups.get(last) as Candidate]
    groups.delete(last)
    if (groups.size > 0) yield [...groups.values()]
  }
  if (waiting.length > 0) yield waiting
}

/** The candidates by their keys, and the key of the last line. What has no key stands for itself. */
function grouped(candidates: Candidate[], { keyOf, sums }: LineRules) {
  const groups = new Map<unknown, Candidate>()
  let parts: unknown[] = []
  let last: unknown
  for (const candidate of candidates) {
    const own = isRecord(candidate.value) ? keyOf(candidate.value) : []
    const isKeyed = own.some((part) => !isNone(part))
    if (isKeyed) parts = isSameKey(own, parts) ? parts : own
    last = isKeyed ? JSON.stringify(parts.map(codeOf)) : candidate
    const known = groups.get(last)
    groups.set(last, known ? joined(known, candidate, sums) : candidate)
  }
  return { groups, last }
}

const isSameKey = (own: unknown[], before: unknown[]) =>
  own.every((part, i) => isNone(part) || codeOf(part) === codeOf(before[i]))

const codeOf = (part: unknown) => plainCode(textOf(part))

function joined(known: Candidate, next: Candidate, sums: string[]): Candidate {
  const before = known.value as Record<string, unknown>
  const line = next.value as Record<string, unknown>
  // The first line stays as it was sent; what was made of several is changed in place.
  const value = known.lines === undefined ? Object.assign(Object.create(null), before) : before
  const added = sums.map((path) => sumOf(valueAt(before, path), valueAt(line, path)))
  for (const name of Object.keys(line)) if (!isNone(line[name])) value[name] = line[name]
  // A field that is itself named like a path comes first.
  for (const [i, path] of sums.entries()) if (!isNone(added[i])) value[path] = added[i]
  const problem = known.problem ?? next.problem
  const place = known.problem === undefined && problem !== undefined ? next : known
  return {
    ...known,
    position: place.position,
    line: place.line,
    value,
    problem,
    lines: linesOf(known) + linesOf(next),
  }
}

const linesOf = ({ lines = 1 }: Candidate) => lines

/** What floats are rounded to. */
const DECIMALS = 1e6

/** The sum of two values; one that is no number stays as it is, for the check to refuse. */
function sumOf(one: unknown, other: unknown): unknown {
  if (isNone(one)) return other
  if (isNone(other)) return one
  const [first, second] = [readNumber(one), readNumber(other)]
  if (typeof first !== 'number') return one
  return typeof second === 'number' ? Math.round((first + second) * DECIMALS) / DECIMALS : other
}
