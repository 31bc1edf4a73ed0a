import type { FastifyInstance, FastifyRequest } from 'fastify'
import { meantSeller } from '../../../src/domain/sellers/find-seller.ts'
import { mayActor } from '../../../src/platform/access/roles.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { conflict, notFound, serviceUnavailable } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import type { Certificate } from '../../../src/transparency/certificate.ts'
import { newestCheckpoint, type StoredCheckpoint } from '../checkpoints.ts'
import { judgeScores } from '../scores/judge-scores.ts'
import { readForJudge } from '../scores/read-scores.ts'
import { rulesTexts } from '../scores/rules-texts.ts'
import { certificateOf, proofTexts, textsOf } from './certificate-of.ts'
import type { Certifiable } from './queries.ts'
import { findCertifiable } from './queries.ts'
import type { certificateRoute } from './schemas.ts'

type Asked = FastifyRequest<{
  Params: { seller_code: string }
  Querystring: { period?: string; revision?: number }
}>

/** Reads certificates of requests. */
export type ReadCertificate = (request: Asked, gone: AbortSignal) => Promise<Certificate>

/**
 * The certificate of a final score: its leaf, the texts that the leaf names, and the proof that it stands in the log.
 * @throws 404 for what there is not, 409 for a score that is not final, of which too little is kept, or that does not
 * come out of what is kept of it, and 503 until the leaf stands under a signed checkpoint
 */
export function certificateReader({ db, logKeys, threads }: FastifyInstance): ReadCertificate {
  const rulesOf = rulesTexts(db)
  return async (request, gone) => {
    const asked = await askedScore(request)
    const { score } = asked
    if (logKeys.signers.length === 0)
      throw serviceUnavailable(
        'no_signing_key',
        'This service has no LOG_SIGNING_KEY, so nothing of its log is signed and there are no certificates.',
      )
    const { index, statement } = score
    if (index === null || statement === null) throw await whyNoLeaf({ db, threads }, asked, gone)
    const leaf = { ...score, statement }
    const texts = await textsOf(leaf, rulesOf)
    if (texts === null) throw textsGone(asked)
    const checkpoint = await newestCheckpoint(db)
    if (!covers(checkpoint, index)) throw notYet(asked)
    const proofs = await proofTexts(db, [index], checkpoint)
    return certificateOf(leaf, texts, proofs.get(index) as string, mayActor(request.actor, 'scores.read'))
  }
}

const covers = (checkpoint: StoredCheckpoint | undefined, index: number): checkpoint is StoredCheckpoint =>
  checkpoint !== undefined && checkpoint.size > index

/** The final score that a request asks about, in scope. */
async function askedScore(request: Asked): Promise<AskedScore> {
  const { server, scope, params, query } = request
  const found = await findCertifiable(server.db, params.seller_code, query)
  const { seller_id, seller_code, score } = meantSeller(scope, params.seller_code, found)
  if (!score)
    throw notFound(
      'score_not_found',
      query.period
        ? `There is no score of ${seller_code} in ${query.period}.`
        : `There is no final score of ${seller_code}.`,
    )
  const { period, revision, is_final, index } = score
  if (is_final === null)
    throw notFound(
      'revision_not_found',
      `The score of ${seller_code} in ${period} has no revision ${revision}.`,
    )
  if (!is_final)
    throw conflict(
      'score_not_final',
      index === null
        ? `Revision ${revision} of the score of ${seller_code} in ${period} is not final: certificates are of final scores.`
        : `Revision ${revision} of the score of ${seller_code} in ${period} is not final, and leaf ${index} of the log says that it was: somebody has changed its state past the service.`,
    )
  return { seller_id, seller_code, score }
}

/** The final score that a request asks about. */
interface AskedScore {
  seller_id: number
  seller_code: string
  score: Certifiable
}

const nameOf = ({ seller_code, score }: AskedScore) => `score of ${seller_code} in ${score.period}`

/** A 503: its place in the log is not signed yet. */
const notYet = (asked: AskedScore) =>
  serviceUnavailable(
    'not_in_checkpoint',
    `The ${nameOf(asked)} is final, and its place in the log is not signed yet; try again in a moment.`,
  )

/** Why a final score has no leaf: it is about to get one, or it never will, because it does not come out. */
async function whyNoLeaf(app: Pick<FastifyInstance, 'db' | 'threads'>, asked: AskedScore, gone: AbortSignal) {
  const read = await readForJudge(app.db, [{ seller_id: asked.seller_id, ...asked.score }])
  const [judged] = await judgeScores(app, read, gone)
  if (judged && 'problem' in judged)
    return conflict(
      'score_refused',
      `The ${nameOf(asked)} is final, and the service has not made it so: it does not come out of what is kept of it (${judged.problem}). It gets no leaf in the log, so there is no certificate.`,
    )
  return notYet(asked)
}

/** A 409: what the leaf names is gone. */
const textsGone = (asked: AskedScore) =>
  conflict(
    'texts_gone',
    `The ${nameOf(asked)} has leaf ${asked.score.index} in the log, and what a certificate shows beside it is gone: its inputs, explanation or rules were removed past the service.`,
  )

/** Answers a certificate. */
export const getCertificate =
  (read: ReadCertificate): Handler<typeof certificateRoute> =>
  (request, reply) =>
    read(request, clientDisconnected(reply))
