import { Type } from '@sinclair/typebox'
import { engine } from '../../src/domain/scores/engine.ts'
import { trustedKeys } from '../../src/domain/transparency/log-keys.ts'
import { sizeOf } from '../../src/domain/transparency/logs.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Nullable, Problem } from '../../src/platform/schemas/schemas.ts'
import { sameBytes, toBase64 } from '../../src/transparency/bytes.ts'
import { type Check, check, isValid } from '../../src/transparency/check.ts'
import type { Checkpoint } from '../../src/transparency/log/checkpoint.ts'
import { rootHash, rootRange } from '../../src/transparency/log/merkle.ts'
import { CertificateShown } from './certificates/certificate.ts'
import { readRanges } from './log.ts'
import { leavesAfter } from './nightly/check-scores.ts'
import { readForJudge } from './scores/read-scores.ts'
import { changedFields, type RevisionKey } from './tasks/final-score.ts'

type Task = typeof import('./tasks/verify-task.ts').default

const verifyTask = new URL('./tasks/verify-task.ts', import.meta.url)

/** Verifies a certificate: by itself, in a thread, and then against what the service has. */
export const verifyCertificate = endpoint('POST', '/api/sos/verify', 'user', {
  config: { idempotencyKey: false },
  tags: ['transparency'],
  operationId: 'verifyCertificate',
  summary: 'Verify a certificate',
  description:
    'The checks, in order: `signature` of the head by a key of this service, `inclusion` of the statement under it, `texts` (the hashes that the statement names), `recomputed` (rules and inputs, then each appeal, give the score to the byte), `engine` (by the same code; with another one this and `recomputed` are notes), `stored` (the service still has this score, or a newer revision of it) and `consistent` (its log still begins with the one of the certificate). The first five need no trust in this service when somebody else makes them: take the package seller-operating-score-verify.',
  body: Closed(CertificateShown.properties),
  response: {
    200: Type.Object({
      valid: Type.Boolean({ description: 'Whether no check fails', examples: [true] }),
      checks: Type.Array(
        Type.Object({
          check: Type.String({ description: 'Its name', examples: ['signature'] }),
          ok: Nullable(Type.Boolean(), {
            description: 'null for a note, which decides nothing',
            examples: [true],
          }),
          sentence: Type.String({
            examples: ['The checkpoint is signed by scores.example.com/log with the key d848f5aa.'],
          }),
        }),
      ),
      current_revision: Nullable(Type.Integer({ examples: [2] }), {
        description:
          'The newest final revision of the score; null where its log does not have the statement there',
      }),
    }),
    503: Problem(
      'Too many computations wait, or the database does not answer; Retry-After says when to come back',
    ),
  },
})(async (request, reply) => {
  const { server, body } = request
  const input = { certificate: body, keys: trustedKeys(server.logKeys), engine: engine() }
  const found = await server.threads.run<Task>(verifyTask, input, clientDisconnected(reply))
  if ('problem' in found) throw badRequest('not_a_certificate', `This is no certificate: ${found.problem}.`)
  const { stored, current_revision } = await storedCheck(
    server.db,
    body.statement,
    found.proof?.index ?? null,
  )
  const consistent = await consistentCheck(server.db, server.env.LOG_ORIGIN, found.checkpoint)
  const checks = [...found.checks, stored, consistent]
  return { valid: isValid(checks), checks, current_revision }
})

/**
 * Whether the log has the statement at the index, and the service the score that it is of; a newer revision is no
 * contradiction, and is named. Who does not have the statement is told nothing of the score.
 */
async function storedCheck(db: Sql, text: string, index: number | null) {
  const [next] = index === null ? [] : await leavesAfter(db, index - 1, 1)
  const leaf = next?.index === index ? next : undefined
  const isSame = leaf?.statement === text
  const current_revision = isSame ? await newestFinal(db, leaf) : null
  const [now] = isSame ? await readForJudge(db, [leaf]) : []
  const stored = check('stored', 'The service has another score', () => {
    if (index === null) throw new RangeError('the proof names no leaf of its log')
    if (!leaf) throw new RangeError(`its log has no leaf ${index}`)
    if (!isSame) throw new RangeError(`leaf ${index} of its log is another statement`)
    if (!now) throw new RangeError('the score of the statement is gone')
    const changed = changedFields(leaf, now)
    if (changed.length > 0)
      throw new RangeError(`these fields are not as the statement has them: ${changed.join(', ')}`)
    const name = `The service has revision ${leaf.revision} of the score as the statement has it`
    return current_revision !== null && current_revision > leaf.revision
      ? `${name}; revision ${current_revision} has replaced it since.`
      : `${name}, and no newer one.`
  })
  return { stored, current_revision }
}

/** Whether the log of today begins with the one of a certificate. */
async function consistentCheck(db: Sql, origin: string, checkpoint: Checkpoint | null): Promise<Check> {
  const size = await sizeOf(db)
  const fits = checkpoint !== null && checkpoint.size <= size
  const hashOf = fits ? await readRanges(db, [rootRange(checkpoint.size)]) : undefined
  return check('consistent', 'The log of the service is not the one of the certificate', () => {
    if (!checkpoint) throw new RangeError("the checkpoint can't be read")
    if (checkpoint.origin !== origin)
      throw new RangeError(`its name is ${origin}, and that of the certificate’s is ${checkpoint.origin}`)
    if (!hashOf)
      throw new RangeError(`it has ${size} leaves, and had ${checkpoint.size} when the certificate was made`)
    const root = rootHash(checkpoint.size, hashOf)
    if (!sameBytes(root, checkpoint.root))
      throw new RangeError(
        `its first ${checkpoint.size} leaves have the root ${toBase64(root)}, and had ${toBase64(checkpoint.root)}`,
      )
    return `The log of the service, of ${size} leaves today, begins with the ${checkpoint.size} of the certificate.`
  })
}

const newestFinal = (db: Sql, { seller_id, period }: RevisionKey) =>
  db.value<number | null>(
    `select max(revision) from monthly_scores where seller_id = $1 and period = $2 and status = 'final'`,
    [seller_id, period],
  )
