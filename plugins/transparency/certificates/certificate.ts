import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireInScope, unknownSeller } from '../../../src/domain/sellers/scope.ts'
import { newestCheckpoint, type StoredCheckpoint } from '../../../src/domain/transparency/checkpoints.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { conflict, notFound, serviceUnavailable } from '../../../src/platform/http/problems.ts'
import {
  CERTIFICATE_FORMAT,
  type Certificate,
  explanationText,
} from '../../../src/transparency/certificate.ts'
import { type SendPaper, wantsPage } from '../paper/send-paper.ts'
import { proofTexts } from './proof-text.ts'
import { type Certifiable, findCertifiable } from './queries.ts'
import { rulesTexts } from './rules-texts.ts'
import type { certificateSchema } from './schemas.ts'

type Asked = FastifyRequest<{
  Params: { seller_code: string }
  Querystring: { period?: string; revision?: number }
}>

/** Reads certificates of requests. */
export type ReadCertificate = (request: Asked) => Promise<Certificate>

/**
 * The certificate of a final score: its leaf, the texts that the leaf names, and the proof that it stands in the log.
 * @throws 404 for what there is not, 409 for a score that is not final or of which too little is kept, and 503 until the
 * leaf stands under a signed checkpoint
 */
export function certificateReader({ db, logKeys }: FastifyInstance): ReadCertificate {
  const rulesOf = rulesTexts(db)
  return async (request) => {
    const { seller_code, score } = await askedScore(request)
    const name = `score of ${seller_code} in ${score.period}`
    if (logKeys.signers('scores').length === 0)
      throw serviceUnavailable(
        'no_signing_key',
        'This service has no LOG_SIGNING_KEY, so nothing of its log is signed and there are no certificates.',
      )
    const { inputs, explanation } = score
    const rules = score.run_id === null ? null : await rulesOf(score.run_id)
    if (inputs === null || explanation === null || rules === null)
      throw conflict(
        'inputs_not_kept',
        `The ${name} is older than what the service keeps for a certificate: the inputs of its calculation are missing.`,
      )
    const checkpoint = await newestCheckpoint(db, 'scores')
    if (score.index === null || score.statement === null || !covers(checkpoint, score.index))
      throw serviceUnavailable(
        'not_in_checkpoint',
        `The ${name} is final, and its place in the log is not signed yet; try again in a moment.`,
      )
    const proofs = await proofTexts(db, [score.index], checkpoint)
    return {
      format: CERTIFICATE_FORMAT,
      statement: score.statement,
      inputs,
      rules: rules.text,
      explanation: explanationText(explanation),
      proof: proofs.get(score.index) as string,
    }
  }
}

const covers = (checkpoint: StoredCheckpoint | undefined, index: number): checkpoint is StoredCheckpoint =>
  checkpoint !== undefined && checkpoint.size > index

/** The final score that a request asks about, in the actor's scope. */
async function askedScore(request: Asked): Promise<{ seller_code: string; score: Certifiable }> {
  const { server, actor, params, query } = request
  const found = await findCertifiable(server.db, params.seller_code, query)
  if (!found) throw unknownSeller(actor, params.seller_code)
  requireInScope(actor, found)
  const { seller_code, score } = found
  if (!score)
    throw notFound(
      'score_not_found',
      query.period
        ? `There is no score of ${seller_code} in ${query.period}.`
        : `There is no final score of ${seller_code}.`,
    )
  const { period, revision, is_final } = score
  if (is_final === null)
    throw notFound(
      'revision_not_found',
      `The score of ${seller_code} in ${period} has no revision ${revision}.`,
    )
  if (!is_final)
    throw conflict(
      'score_not_final',
      `Revision ${revision} of the score of ${seller_code} in ${period} is not final: certificates are of final scores.`,
    )
  return { seller_code, score }
}

/** Answers a certificate as JSON, and to a browser as a page that prints well and verifies itself. */
export const getCertificate =
  (read: ReadCertificate, sendPaper: SendPaper): Handler<typeof certificateSchema> =>
  async (request, reply) => {
    const certificate = await read(request)
    reply.header('vary', 'accept')
    return wantsPage(request) ? (sendPaper(request, reply, certificate) as never) : certificate
  }
