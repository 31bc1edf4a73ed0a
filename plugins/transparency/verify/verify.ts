import { engine } from '../../../src/domain/scores/engine.ts'
import { trustedKeys } from '../../../src/domain/transparency/log-keys.ts'
import { sizeOf } from '../../../src/domain/transparency/logs.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { sameBytes, toBase64 } from '../../../src/transparency/bytes.ts'
import { type Check, check, isValid } from '../../../src/transparency/check.ts'
import type { Checkpoint } from '../../../src/transparency/log/checkpoint.ts'
import { rootHash, rootRange } from '../../../src/transparency/log/merkle.ts'
import { formatVerifierKey } from '../../../src/transparency/log/verifier-key.ts'
import { changedFields } from '../nightly/check-scores.ts'
import type { Leaf } from '../nightly/score-queries.ts'
import { readRanges } from '../nodes.ts'
import { readForJudge } from '../scores/read-scores.ts'
import type { verifyRoute } from './schemas.ts'

type Task = typeof import('../tasks/verify-task.ts').default

const verifyTask = new URL('../tasks/verify-task.ts', import.meta.url)

/** Verifies a certificate: by itself, in a thread, and then against what the service has. */
export const verifyCertificate: Handler<typeof verifyRoute> = async (request, reply) => {
  const { server, body } = request
  const keys = trustedKeys(server.logKeys).map(formatVerifierKey)
  const input = { certificate: body, keys, engine: engine() }
  const found = await server.threads.run<Task>(verifyTask, input, clientDisconnected(reply))
  if ('problem' in found) throw badRequest('not_a_certificate', `This is no certificate: ${found.problem}.`)
  const { stored, current_revision } = await storedCheck(server.db, body.statement, found.index)
  const consistent = await consistentCheck(server.db, server.env.LOG_ORIGIN, found.checkpoint)
  const checks = [...found.checks, stored, consistent]
  return { valid: isValid(checks), checks, current_revision }
}

/** A leaf where a certificate says that it stands, and the newest final revision of its score. */
type StoredLeaf = Omit<Leaf, 'leaf_hash'> & { current_revision: number | null }

/**
 * Whether the log has the statement at the index, and the service the score that it is of; a newer revision is no
 * contradiction, and is named. Who does not have the statement is told nothing of the score.
 */
async function storedCheck(
  db: Sql,
  text: string,
  index: number | null,
): Promise<{ stored: Check; current_revision: number | null }> {
  const leaf = index === null ? undefined : await leafAt(db, index)
  const isSame = leaf?.statement === text
  const current_revision = isSame ? leaf.current_revision : null
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

const leafAt = (db: Sql, index: number) =>
  db.row<StoredLeaf>(
    `select l.index, l.seller_id, s.seller_code, l.period, l.revision, l.statement, encode(l.salt, 'hex') as salt,
            (select max(revision) from monthly_scores m
             where m.seller_id = l.seller_id and m.period = l.period and m.status = 'final') as current_revision
     from log_leaves l join sellers s on s.id = l.seller_id
     where l.index = $1`,
    [index],
  )
