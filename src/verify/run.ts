import { createReadStream } from 'node:fs'
import { MOST_CERTIFICATE_BYTES, parseCertificate } from '../transparency/certificate.ts'
import { parseHead } from '../transparency/certificates-head.ts'
import { type Check, isValid, sayWhy } from '../transparency/check.ts'
import { consistencyCheck } from '../transparency/log/checkpoint.ts'
import { certificateVerifier, type Verified } from '../transparency/verify.ts'
import { engineHere } from './engine.ts'
import { compareFacts, readFacts } from './facts.ts'
import { type Options, UsageError } from './options.ts'
import { summary } from './summary.ts'

/**
 * Verifies the certificates of files, one after the other: one alone with a line for each check, of many those that do
 * not hold, and a summary. Answers the exit status.
 * @throws UsageError when a file can't be read
 */
export async function run({ files, keys, since, proof, facts }: Options, print: (line: string) => void) {
  const verify = certificateVerifier({ keys, engine: engineHere() })
  const found = summary()
  const given = facts.length > 0 ? readFacts(facts) : undefined
  let first: Verified | undefined
  for (const file of files) {
    let line = 0
    for await (const text of linesIn(file)) {
      line += 1
      const verified = text.trim() === '' ? undefined : verifyText(text)
      if (!verified) continue
      found.add(verified)
      if (!verified.valid) printChecks(verified, `${file}:${line}`)
      first ??= verified
    }
  }
  if (first?.valid && found.count() === 1) printChecks(first)
  if (given && found.count() > 1) throw new UsageError('--facts goes with one certificate.')
  const compared = given && first?.statement ? compareFacts(first.statement, given) : []
  for (const line of [...compared.map(lineOf), ...found.lines()]) print(line)
  const areSame = isValid(compared)
  if (compared.length > 0)
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

  /** What a certificate is of, or where it stands, and a line for each of its checks. */
  function printChecks({ statement, checks }: Verified, place = '') {
    const { seller_code, period, revision, total_sos, tier } = statement ?? {}
    print(statement ? `${seller_code} ${period}, revision ${revision}: ${total_sos}, ${tier}` : place)
    for (const check of checks) print(lineOf(check))
  }
}

const lineOf = ({ check, ok, sentence }: Check) =>
  `${ok ? 'ok  ' : ok === false ? 'FAIL' : 'note'}  ${check.padEnd(12)}${sentence}`

/** No line is read further: it is too long to be a certificate, and said to be none. */
const MOST = MOST_CERTIFICATE_BYTES + 1

/**
 * The lines of a file. No more than one is held at a time, cut where it is too long.
 * @throws UsageError when the file can't be read
 */
async function* linesIn(file: string) {
  let open = ''
  try {
    for await (const chunk of (file === '-' ? process.stdin : createReadStream(file)).setEncoding('utf8')) {
      const [first = '', ...others] = (chunk as string).split('\n')
      open = (open + first).slice(0, MOST)
      for (const line of others) {
        yield open
        open = line
      }
    }
  } catch (error) {
    throw new UsageError(`${file}: ${sayWhy(error)}.`)
  }
  yield open
}
