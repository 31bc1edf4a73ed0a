import type { Env } from '../../../src/env.ts'
import { StartupError } from '../../../src/platform/process/startup-error.ts'
import {
  COSIGNATURE,
  parseVerifierKey,
  quoted,
  type VerifierKey,
} from '../../../src/transparency/log/verifier-key.ts'

/** Who signs heads of the log that it has seen to grow: where it is asked, and its key. */
export interface Witness {
  /** without a slash at its end */
  url: string
  key: VerifierKey
}

/** Each adds a line to every head, and a request. */
const MOST_WITNESSES = 16

/**
 * The witnesses of LOG_WITNESSES: pairs of a URL and a verifier key, a blank within and a comma between them.
 * @throws StartupError that says which of them can't be used
 */
export function readWitnesses({ LOG_WITNESSES = '' }: Pick<Env, 'LOG_WITNESSES'>): Witness[] {
  const pairs = LOG_WITNESSES.split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  try {
    const witnesses = pairs.map(readWitness)
    const names = witnesses.map(({ key }) => key.name)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw new RangeError(`it names ${quoted(twice)} twice`)
    if (names.length > MOST_WITNESSES) throw new RangeError(`it names more than ${MOST_WITNESSES} witnesses`)
    return witnesses
  } catch (error) {
    throw new StartupError(`LOG_WITNESSES can't be used: ${(error as Error).message}.`, { cause: error })
  }
}

function readWitness(pair: string): Witness {
  const [url = '', text, ...more] = pair.split(/\s+/)
  if (text === undefined || more.length > 0)
    throw new RangeError(`${quoted(pair)} must be a URL, a blank and a verifier key`)
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw new RangeError(`${quoted(url)} must be a URL that begins with https:// or http://`)
  if (parsed.search || parsed.hash || parsed.username || parsed.password)
    throw new RangeError(`the URL of ${quoted(parsed.host)} must have no user, no ? and no #`)
  const key = parseVerifierKey(text)
  if (key.type !== COSIGNATURE)
    throw new RangeError(`the key of ${quoted(key.name)} is of type ${key.type}; a witness has one of type 4`)
  return { url: parsed.href.replace(/\/+$/, ''), key }
}
