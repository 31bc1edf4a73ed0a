import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sayWhy } from '../transparency/check.ts'
import { openCheckpoint, parseConsistencyProof } from '../transparency/log/checkpoint.ts'
import { parseVerifierKey } from '../transparency/log/note.ts'

export const USAGE = `Usage: seller-operating-score-verify FILE… --key KEY [--key KEY]
         [--since CHECKPOINT [--proof PROOF]] [--facts EXPORT]

FILE is a certificate (JSON) or many, one a line (NDJSON); - reads the standard input.
KEY is the key of the log, name+id+base64, from a place that you trust.
CHECKPOINT is a file with a checkpoint of the log that you have kept, and PROOF one with
the answer of /api/transparency/consistency?from=SIZE&to=SIZE between it and the present one.
EXPORT is what /api/sos/sellers/CODE/score/facts answers as CSV, of the score of one
certificate: its rows are compared with those that the certificate names. May be repeated.

Nothing is asked over the network. Exit status: 0 when everything holds, 1 when something
does not, 2 when the call is wrong.`

const ARGUMENTS = {
  allowPositionals: true,
  options: {
    key: { type: 'string', multiple: true },
    since: { type: 'string' },
    proof: { type: 'string' },
    facts: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  },
} as const

/** The call is wrong; the message says how. */
export class UsageError extends Error {}

/** What to verify, by whose keys. */
export type Options = Exclude<ReturnType<typeof readOptions>, 'help'>

/**
 * What the arguments ask for: `since` is the checkpoint that was kept, `proof` that the log has only grown since, `facts`
 * are exports of the facts behind a score.
 * @throws UsageError that says what is wrong with the arguments
 */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = orUsage(null, () => parseArgs({ args: [...args], ...ARGUMENTS }))
  if (values.help) return 'help' as const
  if (positionals.length === 0) throw new UsageError('Name a file with a certificate.')
  if (!values.key) throw new UsageError('Name the key of the log with --key: without one nothing is proven.')
  if (values.proof !== undefined && values.since === undefined)
    throw new UsageError('--proof goes with --since, the checkpoint that it begins at.')
  const { key, since, proof, facts = [] } = values
  const keys = key.map((text) => orUsage('--key', () => parseVerifierKey(text)))
  const read = <T>(name: string, file: string | undefined, parse: (text: string) => T) =>
    file === undefined ? null : orUsage(`${name} ${file}`, () => parse(readFileSync(file, 'utf8')))
  return {
    files: positionals,
    keys,
    since: read('--since', since, (text) => openCheckpoint(text, keys).checkpoint),
    proof: read('--proof', proof, parseConsistencyProof),
    facts,
  }
}

/** What is read; where it can't be, the call is wrong, and `name`, if there is one, stands before why. */
export function orUsage<T>(name: string | null, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(name === null ? sayWhy(error) : `${name}: ${sayWhy(error)}.`)
  }
}
