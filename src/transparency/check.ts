/**
 * What was checked, in the order of the checks. `ok` is null for a note: it says something and decides nothing, as when
 * other code has computed the score.
 */
export type Check = { check: string; ok: boolean | null; sentence: string }

/** Whether nothing that was checked is wrong. */
export const isValid = (checks: readonly Check[]): boolean => checks.every(({ ok }) => ok !== false)

/** The value of a JSON text; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a JSON text. @throws RangeError that names the text when it is none */
export function parsed(name: string, text: string): unknown {
  const value = readJson(text)
  if (value === undefined) throw new RangeError(`${name} must be JSON`)
  return value
}

/** A text within a message, cut short. */
export const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

/** The same in quotation marks. */
export const quoted = (text: string): string => JSON.stringify(short(text))

/** What the sentence of an error says, whatever was thrown. */
export const sayWhy = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * A check that answers its sentence when it holds.
 * @param look throws an error whose message says what is wrong
 */
export function check(name: string, failed: string, look: () => string): Check {
  try {
    return { check: name, ok: true, sentence: look() }
  } catch (error) {
    return { check: name, ok: false, sentence: `${failed}: ${sayWhy(error)}.` }
  }
}
