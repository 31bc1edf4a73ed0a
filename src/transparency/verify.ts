import { sha256 } from '../scoring/canonical-json.ts'
import { toBase64 } from './bytes.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { type Check, check, isValid, sayWhy } from './check.ts'
import { ENGINE_NUMBER, isReproduced } from './engines.ts'
import { type Checkpoint, openCheckpoint, parseCheckpoint } from './log/checkpoint.ts'
import { leafHash, verifyInclusion } from './log/merkle.ts'
import { type IsSigned, parseNote } from './log/note.ts'
import { parseTlogProof, type TlogProof } from './log/tlog-proof.ts'
import type { VerifierKey } from './log/verifier-key.ts'
import { unknownNames } from './more.ts'
import { newest } from './newest.ts'
import { type Prepare, prepareText, recompute } from './recompute.ts'
import { leafBytes, readStatement, type Statement } from './statement.ts'

/** What was found; the parts are null where they can't be read. */
export type Verified = {
  valid: boolean
  checks: Check[]
  statement: Statement | null
  proof: TlogProof | null
  checkpoint: Checkpoint | null
}

export type VerifierOptions = {
  /** Whose checkpoints are trusted. */
  keys: readonly VerifierKey[]
  /** The name of the engine that recomputes (code-hash.ts). */
  engine: string
  isSigned: IsSigned
}

/** Of how many checkpoints and sets of rules it is remembered what came of them. */
const REMEMBERED = 8

/**
 * Verifies certificates. The checks, in order: `signature` of the checkpoint, `inclusion` of the statement under it,
 * `texts` (the hashes that the statement names), `recomputed`, `engine`; then those that the caller has made. With
 * another engine, whose scores are not known to come out here, `engine` and `recomputed` are notes.
 * @returns a function that throws a RangeError for a value that is no certificate, and for nothing else
 */
export function certificateVerifier({ keys, engine, isSigned }: VerifierOptions) {
  const rules = newest<string, ReturnType<Prepare>>(REMEMBERED)
  const prepare: Prepare = (text) => rules(text, () => prepareText(text))
  const notes = newest<string, ReturnType<typeof openCheckpoint>>(REMEMBERED)
  const open = (note: string) => notes(note, () => openCheckpoint(note, keys, isSigned))

  return (
    value: unknown,
    more: (read: Omit<Verified, 'valid' | 'checks'>) => Check[] = () => [],
  ): Verified => {
    const certificate = readCertificate(value)
    const [statement, unread] = attempt(() => readStatement(certificate.statement))
    const [proof, unproven] = attempt(() => readProof(certificate.proof))
    const [checkpoint] = attempt(() => proof && parseCheckpoint(parseNote(proof.checkpoint).text))
    const read = { statement, proof, checkpoint }
    const checks = [
      check('signature', "The checkpoint can't be trusted", () =>
        proof ? open(proof.checkpoint).sentence : fail(unproven),
      ),
      check('inclusion', 'The statement is not proven to be in the log', () =>
        proof && checkpoint
          ? included(certificate.statement, proof, checkpoint)
          : fail(unproven ?? 'the checkpoint has no size and root'),
      ),
      check('texts', 'The texts are not those of the statement', () =>
        statement ? sameTexts(statement, certificate) : fail(unread),
      ),
      ...computed(certificate, statement, unread),
      ...more(read),
    ]
    return { valid: isValid(checks), checks, ...read }
  }

  function computed(certificate: Certificate, statement: Statement | null, unread: string | null): Check[] {
    const recomputed = check('recomputed', 'The score does not come out again', () =>
      statement ? came(statement, certificate) : fail(unread),
    )
    if (!statement) return [recomputed, said(false, `${unread}.`)]
    const { engine: other } = statement
    if (other === engine)
      return [
        recomputed,
        said(true, `The engine here is the one of the statement, ${engine}, number ${ENGINE_NUMBER}.`),
      ]
    const both = `The engine of the statement is ${other ?? 'not known any more'}, the one here ${engine}`
    if (isReproduced(other))
      return [
        recomputed,
        said(
          true,
          `${both}: both are number ${ENGINE_NUMBER}, and what is kept of its scores comes out here.`,
        ),
      ]
    return [
      { ...recomputed, ok: null, sentence: `${recomputed.sentence} Another engine is no proof of it.` },
      said(null, `${both}: verify with that of the statement.`),
    ]
  }

  function came(statement: Statement, certificate: Certificate): string {
    const { score, appeals } = recompute(statement, certificate, prepare)
    if (statement.v === 2) requireOrders(statement.orders, certificate.inputs)
    const after = appeals === 0 ? '' : appeals === 1 ? ', after an appeal' : `, after ${appeals} appeals`
    return `The rules and inputs give the total ${score.total_sos}, the tier ${score.tier.name} and the explanation, to the byte${after}.`
  }
}

const said = (ok: Check['ok'], sentence: string): Check => ({ check: 'engine', ok, sentence })

function included(text: string, { index, hashes }: TlogProof, { size, root }: Checkpoint): string {
  if (!verifyInclusion(leafHash(leafBytes(text)), index, size, hashes, root))
    throw new RangeError(
      `its hash and the proof of index ${index} do not lead to the root ${toBase64(root)} of size ${size}`,
    )
  return `The statement is leaf ${index} of the log of ${size}.`
}

function sameTexts(statement: Statement, certificate: Certificate): string {
  for (const [text, field] of [
    ['inputs', 'input_hash'],
    ['rules', 'rules_sha256'],
    ['explanation', 'explanation_sha256'],
  ] as const) {
    const hash = sha256(certificate[text])
    if (statement[field] !== hash)
      throw new RangeError(`${field} is ${statement[field]}, but the sha256 of ${text} is ${hash}`)
  }
  const named = statement.v === 2 ? (statement.more ?? {}) : {}
  const given = Object.entries(certificate.more ?? {})
  for (const [name, text] of given) {
    const hash = sha256(text)
    if (named[name] !== hash)
      throw new RangeError(`more.${name} is ${named[name] ?? 'not named'}, but its sha256 is ${hash}`)
  }
  const unknown = unknownNames(named)
  return [
    `Inputs, rules and explanation${given.length > 0 ? `, and ${given.map(([name]) => name).join(', ')},` : ''} have the hashes that the statement names.`,
    ...(unknown.length > 0 ? [`Hashed, not checked: ${unknown.join(', ')}.`] : []),
  ].join(' ')
}

/** Orders weigh a score in its account manager's figures; inputs that can't be read have failed before. */
function requireOrders(stated: number | null, inputs: string) {
  const counted = Number(JSON.parse(inputs).aggregates.orders ?? 0)
  if (stated !== counted)
    throw new RangeError(`orders is ${stated} in the statement, but ${counted} in the inputs`)
}

/** Extra data is proven by nothing: a certificate has none. */
function readProof(text: string): TlogProof {
  const proof = parseTlogProof(text)
  if (proof.extra) throw new RangeError('the proof of a certificate has no extra line')
  return proof
}

function attempt<T>(read: () => T): [T, null] | [null, string] {
  try {
    return [read(), null]
  } catch (error) {
    return [null, sayWhy(error)]
  }
}

function fail(why: string | null): never {
  throw new RangeError(why ?? "it can't be read")
}
