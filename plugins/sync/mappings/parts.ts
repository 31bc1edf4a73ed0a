import { plainCode } from '../../../src/platform/schemas/codes.ts'
import { add } from '../../../src/scoring/rational.ts'
import type { Candidate, PushedFeed } from '../pushed-feed.ts'
import { isNone, textOf } from '../reading/forms.ts'
import { isRecord } from '../reading/names.ts'
import { addendOf, rounded, valueAt } from './paths.ts'

/** So many records are made of one at the most. */
const MOST_PARTS = 100

/** A path through a list: where the list is, and where the value is in each of it. */
const throughOf = (path: string) => {
  const at = path.indexOf('.*.')
  return { list: path.slice(0, at), rest: path.slice(at + 3) }
}

/**
 * Compiles the function that makes several records of one: for each value at the first path a copy in which the lists
 * of all paths hold only what has that value. In the lists of the other paths stays, too, what has no value at all.
 * Answers a sentence where there are too many.
 */
export function compileEach(each: string[]): (record: unknown) => unknown[] | string {
  const throughs = each.map(throughOf)
  const [first] = throughs
  return (record) => {
    const items = first && isRecord(record) ? valueAt(record, first.list) : undefined
    if (!first || !Array.isArray(items)) return [record]
    const values = new Set(items.flatMap((item) => valuesOf(item, first.rest, [''])))
    if (values.size < 2) return [record]
    if (values.size > MOST_PARTS)
      return `the record has ${values.size} values at ${each[0]}, and may have ${MOST_PARTS}`
    return [...values].map((value) =>
      throughs.reduce(
        (copy, { list, rest }) =>
          narrowed(copy, list.split('.'), (item) =>
            valuesOf(item, rest, list === first.list ? [''] : [value]).includes(value),
          ),
        record,
      ),
    )
  }
}

/** The values in one of a list, as texts. */
function valuesOf(item: unknown, rest: string, none: string[]): string[] {
  const values = [valueAt(item, rest)].flat(5).filter((value) => !isNone(value))
  return values.length === 0 ? none : values.map((value) => plainCode(textOf(value)))
}

/** A copy whose list holds only some. */
function narrowed(value: unknown, [step, ...rest]: string[], isKept: (item: unknown) => boolean): unknown {
  if (step === undefined) return Array.isArray(value) ? value.filter(isKept) : value
  return isRecord(value) && step in value ? { ...value, [step]: narrowed(value[step], rest, isKept) } : value
}

/**
 * Makes one candidate of the lines of each key: values that are added up, else the last that is given, so that a blank
 * cell erases nothing. A line that lacks parts of its key belongs to the line before where the others are the same. What
 * is wrong with one line is wrong with all of its key. The lines of the last key of a chunk wait for the next one, so that
 * lines which stand together make one record wherever the stream was cut.
 */
export async function* joinChunks(
  chunks: Iterable<Candidate[]> | AsyncIterable<Candidate[]>,
  feed: PushedFeed,
): AsyncGenerator<Candidate[]> {
  let joined: ReturnType<typeof grouped> | undefined
  for await (const chunk of chunks) {
    const waiting = joined?.groups.get(joined.last)
    joined?.groups.delete(joined.last)
    if (joined && joined.groups.size > 0) yield [...joined.groups.values()]
    joined = grouped(waiting ? [waiting, ...chunk] : chunk, feed)
  }
  if (joined) yield [...joined.groups.values()]
}

/** The candidates by their keys, and the key of the last line. What has no key stands for itself. */
function grouped(candidates: Candidate[], { keyOf, shape, lines: sums = [] }: PushedFeed) {
  const groups = new Map<unknown, Candidate>()
  let parts: unknown[] = []
  let last: unknown
  for (const candidate of candidates) {
    const own = isRecord(candidate.value) ? keyOf(shape?.(candidate.value)) : []
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

/** The sum of two values; one that is no number stays as it is, for the check to refuse. */
function sumOf(one: unknown, other: unknown): unknown {
  if (isNone(one)) return other
  if (isNone(other)) return one
  const [first, second] = [addendOf(one), addendOf(other)]
  if (!first) return one
  return second ? rounded(add(first, second)) : other
}
