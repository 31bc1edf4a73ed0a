import { parseCertificate } from '../transparency/certificate.ts'
import { parseHead } from '../transparency/certificates-head.ts'
import { type Check, sayWhy } from '../transparency/check.ts'
import { consistencyCheck } from '../transparency/log/consistency.ts'
import { isSigned } from '../transparency/log/ed25519.ts'
import { certificateVerifier, type Verified } from '../transparency/verify.ts'
import { engineHere } from './engine.ts'
import { compareFacts, readFacts } from './facts.ts'
import { type Options, UsageError } from './options.ts'
import { summary } from './summary.ts'
import { textsOf } from './texts.ts'

/**
 * Verifies the certificates of files, one after the other: one alone with a line for each check, of many those that do
 * not hold, and a summary. Answers the exit status.
 * @throws UsageError when a file can't be read
 */
export async function run({ files, keys, since, proof, facts }: Options, print: (line: string) => void) {
  const verify = certificateVerifier({ keys, engine: engineHere(), isSigned })
  const found = summary()
  const given = facts.length > 0 ? readFacts(facts) : undefined
  let first: Verified | undefined
  let only: string[] | undefined
  for (const file of files)
    for await (const { text, line } of textsOf(file)) {
      if (isHead(text)) continue
      const verified = verifyText(text)
      found.add(verified)
      first ??= verified
      const lines = linesOf(`${file}:${line}`, verified)
      if (found.count() === 1) only = lines
      else if (only && !found.firstIsValid()) for (const one of only) print(one)
      if (found.count() > 1) only = undefined
      if (found.count() > 1 && !verified.valid) for (const one of lines) print(one)
    }
  for (const one of only ?? []) print(one)
  if (given && found.count() > 1) throw new UsageError('--facts goes with one certificate.')
  const compared = given && first?.statement ? compareFacts(first.statement, given) : undefined
  for (const one of compared?.lines ?? []) print(one)
  for (const one of found.lines()) print(one)
  if (compared)
    print(compared.isSame ? 'The facts are those that it names.' : 'The facts are not those that it names.')
  return found.isValid() && compared?.isSame !== false ? 0 : 1

  function isHead(text: string | null): boolean {
    try {
      const head = text === null ? undefined : parseHead(text)
      if (head) found.addHead(head)
      return head !== undefined
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return false // it is no certificate either, and said to be none
    }
  }

  function verifyText(text: string | null): Verified {
    try {
      if (text === null) throw new RangeError('a certificate has at most 1000000 bytes')
      return verify(parseCertificate(text), ({ checkpoint }) =>
        since && checkpoint ? [consistencyCheck(since, checkpoint, proof)] : [],
      )
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const checks: Check[] = [{ check: 'certificate', ok: false, sentence: `${sayWhy(error)}.` }]
      return { valid: false, checks, statement: null, proof: null, checkpoint: null }
    }
  }
}

const WORDS = new Map<boolean | null, string>([
  [true, 'ok  '],
  [false, 'FAIL'],
  [null, 'note'],
])

/** What a certificate is of, and a line for each of its checks. */
const linesOf = (place: string, { statement, checks }: Verified): string[] => [
  statement
    ? `${statement.seller_code} ${statement.period}, revision ${statement.revision}: ${statement.total_sos}, ${statement.tier}`
    : place,
  ...checks.map(({ check, ok, sentence }) => `${WORDS.get(ok)}  ${check.padEnd(12)}${sentence}`),
]
