import { sha256 } from '../scoring/canonical-json.ts'
import { toBase64 } from './bytes.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { type Check, check, isValid, sayWhy } from './check.ts'
import { ENGINE_NUMBER, isReproduced } from './engines.ts'
import {
  type Checkpoint,
  openCheckpoint,
  parseCheckpoint,
  parseTlogProof,
  type TlogProof,
} from './log/checkpoint.ts'
import { leafHash, verifyInclusion } from './log/merkle.ts'
import { parseNote, type VerifierKey } from './log/note.ts'
import { newest } from './newest.ts'
import { recompute } from './recompute.ts'
import { leafBytes, readStatement, type Statement, unknownNames } from './statement.ts'

/** What was found; the parts are null where they can't be read. */
export type Verified = {
  valid: boolean
  checks: Check[]
  statement: Statement | null
  proof: TlogProof | null
  checkpoint: Checkpoint | null
}

/** Whose checkpoints are trusted, and the name of the engine that recomputes (code-hash.ts). */
export type VerifierOptions = { keys: readonly VerifierKey[]; engine: string }

/** Of how many checkpoints it is remembered what came of them. */
const REMEMBERED = 8

/**
 * Verifies certificates. The checks, in order: `signature` of the checkpoint, `inclusion` of the statement under it,
 * `texts` (the hashes that the statement names), `recomputed`, `engine`; then those that the caller has made. With
 * another engine, whose scores are not known to come out here, `engine` and `recomputed` are notes.
 * @returns a function that throws a RangeError for a value that is no certificate, and for nothing else
 */
export function certificateVerifier({ keys, engine }: VerifierOptions) {
  const notes = newest<string, ReturnType<typeof openCheckpoint>>(REMEMBERED)
  const open = (note: string) => notes(note, () => openCheckpoint(note, keys))

  return (
    value: unknown,
    more: (read: Omit<Verified, 'valid' | 'checks'>) => Check[] = () => [],
  ): Verified => {
    const certificate = readCertificate(value)
    const statement = attempt(() => readStatement(certificate.statement))
    const proof = attempt(() => parseTlogProof(certificate.proof))
    const checkpoint = attempt(() => parseCheckpoint(parseNote(proof.need().checkpoint).text))
    const read = { statement: statement.value, proof: proof.value, checkpoint: checkpoint.value }
    const recomputed = check('recomputed', 'The score does not come out again', () =>
      came(statement.need(), certificate),
    )
    const byEngine = engineCheck(statement.value, statement.why, engine)
    const checks = [
      check('signature', "The checkpoint can't be trusted", () => open(proof.need().checkpoint).sentence),
      check('inclusion', 'The statement is not proven to be in the log', () =>
        included(certificate.statement, proof.need(), checkpoint.value),
      ),
      check('texts', 'The texts are not those of the statement', () =>
        sameTexts(statement.need(), certificate),
      ),
      byEngine.ok === null
        ? { ...recomputed, ok: null, sentence: `${recomputed.sentence} Another engine is no proof of it.` }
        : recomputed,
      byEngine,
      ...more(read),
    ]
    return { valid: isValid(checks), checks, ...read }
  }
}

function came(statement: Statement, certificate: Certificate): string {
  const { score, appeals } = recompute(statement, certificate)
  if (statement.v === 2) requireOrders(statement.orders, certificate.inputs)
  const after = appeals === 0 ? '' : appeals === 1 ? ', after an appeal' : `, after ${appeals} appeals`
  return `The rules and inputs give the total ${score.total_sos}, the tier ${score.tier.name} and the explanation, to the byte${after}.`
}

/** What is read of a certificate; null, and why, where it can't be. */
function attempt<T>(read: () => T) {
  try {
    const value = read()
    return { value, why: '', need: () => value }
  } catch (error) {
    const need = (): T => {
      throw error
    }
    return { value: null, why: sayWhy(error), need }
  }
}

function engineCheck(statement: Statement | null, unread: string, here: string): Check {
  const said = (ok: Check['ok'], sentence: string): Check => ({ check: 'engine', ok, sentence })
  if (!statement) return said(false, `${unread}.`)
  const { engine: other } = statement
  if (other === here)
    return said(true, `Scores are made here by the same program, ${here}, number ${ENGINE_NUMBER}.`)
  const both = `The engine of the statement is ${other ?? 'not known any more'}, the one here ${here}`
  return isReproduced(other)
    ? said(true, `${both}: both are number ${ENGINE_NUMBER}, and what is kept of its scores comes out here.`)
    : said(null, `${both}: verify with that of the statement.`)
}

function included(text: string, { index, hashes }: TlogProof, checkpoint: Checkpoint | null): string {
  if (!checkpoint) throw new RangeError('the checkpoint has no size and root')
  const { size, root } = checkpoint
  if (!verifyInclusion(leafHash(leafBytes(text)), index, size, hashes, root))
    throw new RangeError(
      `its hash and the proof of index ${index} do not lead to the root ${toBase64(root)} of size ${size}`,
    )
  return `The score stands in the log of final scores, at place ${index} of ${size}.`
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
