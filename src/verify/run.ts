import { parseCertificate } from '../transparency/certificate.ts'
import { parseHead } from '../transparency/certificates-head.ts'
import { type Check, isValid, sayWhy } from '../transparency/check.ts'
import { consistencyCheck } from '../transparency/log/checkpoint.ts'
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
  const verify = certificateVerifier({ keys, engine: engineHere() })
  const found = summary()
  const given = facts.length > 0 ? readFacts(facts) : undefined
  const printAll = (lines: readonly string[]) => {
    for (const line of lines) print(line)
  }
  let first: { verified: Verified; lines: string[] } | undefined
  for (const file of files)
    for await (const { text, line } of textsOf(file)) {
      const verified = verifyText(text)
      if (!verified) continue
      found.add(verified)
      const lines = linesOf(`${file}:${line}`, verified)
      if (!verified.valid) printAll(lines)
      first ??= { verified, lines }
    }
  if (first?.verified.valid && found.count() === 1) printAll(first.lines)
  if (given && found.count() > 1) throw new UsageError('--facts goes with one certificate.')
  const statement = first?.verified.statement
  const compared = given && statement ? compareFacts(statement, given) : []
  printAll([...compared.map(lineOf), ...found.lines()])
  const areSame = isValid(compared)
  if (given && statement)
    print(areSame ? 'The facts are those that it names.' : 'The facts are not those that it names.')
  return found.isValid() && areSame ? 0 : 1

  /** What came of a certificate; undefined for the head of several. */
  function verifyText(text: string): Verified | undefined {
    try {
      const head = parseHead(text)
      if (head) found.addHead(head)
      if (head) return undefined
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

/** What a certificate is of, and a line for each of its checks. */
const linesOf = (place: string, { statement, checks }: Verified): string[] => [
  statement
    ? `${statement.seller_code} ${statement.period}, revision ${statement.revision}: ${statement.total_sos}, ${statement.tier}`
    : place,
  ...checks.map(lineOf),
]

const lineOf = ({ check, ok, sentence }: Check) =>
  `${ok ? 'ok  ' : ok === false ? 'FAIL' : 'note'}  ${check.padEnd(12)}${sentence}`
