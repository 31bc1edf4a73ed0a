import type { FastifyInstance } from 'fastify'
import { conflict, serviceUnavailable } from '../../../src/platform/http/errors/problems.ts'
import { judgeScores } from '../scores/judge-scores.ts'
import { readForJudge } from '../scores/read-scores.ts'
import type { Certifiable } from './queries.ts'

/** The final score that a request asks about. */
export interface AskedScore {
  seller_id: number
  seller_code: string
  score: Certifiable
}

const nameOf = ({ seller_code, score }: AskedScore) => `score of ${seller_code} in ${score.period}`

/** A 503: its place in the log is not signed yet. */
export const notYet = (asked: AskedScore) =>
  serviceUnavailable(
    'not_in_checkpoint',
    `The ${nameOf(asked)} is final, and its place in the log is not signed yet; try again in a moment.`,
  )

/** Why a final score has no leaf: it is about to get one, or it never will, because it does not come out. */
export async function whyNoLeaf(
  app: Pick<FastifyInstance, 'db' | 'threads'>,
  asked: AskedScore,
  gone: AbortSignal,
) {
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
export const textsGone = (asked: AskedScore) =>
  conflict(
    'texts_gone',
    `The ${nameOf(asked)} has leaf ${asked.score.index} in the log, and what a certificate shows beside it is gone: its inputs, explanation or rules were removed past the service.`,
  )
