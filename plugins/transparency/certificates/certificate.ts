import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { explainer } from '../../../src/domain/scores/explainer.ts'
import { knownSeller } from '../../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import { SCORE, SellerCode } from '../../../src/domain/sellers/seller-name.ts'
import { mayActor } from '../../../src/platform/access/roles.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { conflict, notFound, serviceUnavailable } from '../../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { Closed, Id, Period, Problem } from '../../../src/platform/schemas/schemas.ts'
import { CERTIFICATE_FORMAT } from '../../../src/transparency/certificate.ts'
import { MORE_NAME_PATTERN, MOST_NAMES } from '../../../src/transparency/statement.ts'
import { newestCheckpoint } from '../log.ts'
import { judgeScores, readForJudge } from '../scores/read-scores.ts'
import { certificateOf, NAMED, NAMED_TABLES, type NamedLeaf, proofTexts } from './certificate-of.ts'

const text = (description: string, example: string) => Type.String({ description, examples: [example] })

const More = Type.Record(Type.String({ pattern: MORE_NAME_PATTERN }), Type.String(), {
  description:
    'Further texts that the statement names in `more` by their sha256: `run_id`, and for those who may read scores `reviewed_by` and `notes`, each with a salt. Left out without any',
  examples: [{ run_id: '17', reviewed_by: '{"salt":"…","value":"Ada Marsh"}' }],
  maxProperties: MOST_NAMES,
})

/** A certificate as it is answered and taken: every field is a text, whose bytes are what was hashed. */
export const CertificateShown = Type.Object({
  format: Type.Literal(CERTIFICATE_FORMAT, { examples: [CERTIFICATE_FORMAT] }),
  statement: text(
    'The leaf of the log, canonical JSON: the score, and the sha256 of the other texts',
    '{"as_of":"2026-06-01T00:00:00.000Z", …, "total_sos":72.93,"v":2}',
  ),
  inputs: text('What the score was computed from; its sha256 is input_hash', '{"aggregates":{…}}'),
  rules: text('The configuration records of its run; their sha256 is rules_sha256', '{"f-score":[…]}'),
  explanation: text('How it came about; its sha256 is explanation_sha256', '{"components":{…}}'),
  proof: text(
    'Where the leaf stands in the log, and the signed head: a c2sp.org/tlog-proof',
    'c2sp.org/tlog-proof@v1\nindex 17\n3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w=\n\nscores.example.com/log\n204\n…',
  ),
  more: Type.Optional(More),
})

/**
 * The certificate of a final score: its leaf, the texts that the leaf names, and the proof that it stands in the log.
 * @throws 404 for what there is not, 409 for a score that is not final, of which too little is kept, or that does not
 * come out of what is kept of it, and 503 until the leaf stands under a signed checkpoint
 */
export const getCertificate = endpoint('GET', `${SCORE}/certificate`, 'seller-scores.read', {
  tags: ['transparency'],
  operationId: 'getScoreCertificate',
  summary: 'Certificate of a final score',
  description:
    'All that proves a final score to somebody who does not trust this service: its leaf in the log, the texts that the leaf names, and the proof that it stands in the log under a signed head. Verify it with `POST /api/sos/verify`, or offline with the package seller-operating-score-verify and a key of `GET /api/transparency/key`. 503 for some seconds after a score became final, and where the service has no signing key.',
  params: Type.Object({ seller_code: SellerCode }),
  querystring: Closed({
    period: Type.Optional(
      Period({ description: 'Default: the newest month with a final score', examples: ['2026-05'] }),
    ),
    revision: Type.Optional(Id({ description: 'Default: the newest. Each approved appeal makes a new one' })),
  }),
  response: {
    200: CertificateShown,
    409: Problem('The score is not final, or does not come out of what is kept of it'),
    503: Problem(
      'The score has become final a moment ago, the service has no signing key, or the database does not answer; Retry-After says when to come back',
    ),
  },
})(async (request, reply) => {
  const { db, logKeys, threads } = request.server
  const { seller_id, name, index, statement, ...score } = await askedScore(request)
  if (logKeys.signers.length === 0)
    throw serviceUnavailable(
      'no_signing_key',
      'This service has no LOG_SIGNING_KEY, so nothing of its log is signed and there are no certificates.',
    )
  if (index === null || statement === null) {
    const read = await readForJudge(db, [{ ...score, seller_id }])
    const [judged] = await judgeScores({ threads }, read, clientDisconnected(reply))
    if (judged?.problem === undefined) throw notYet(name)
    throw conflict(
      'score_refused',
      `The ${name} is final, and the service has not made it so: it does not come out of what is kept of it (${judged.problem}). It gets no leaf in the log, so there is no certificate.`,
    )
  }
  const checkpoint = await newestCheckpoint(db)
  if (!checkpoint || checkpoint.size <= index) throw notYet(name)
  const [proof] = (await proofTexts(db, [index], checkpoint)) as [string]
  const whole = mayActor(request.actor, 'scores.read')
  const certificate = await certificateOf({ ...score, index, statement }, explainer(db), proof, whole)
  if (certificate) return certificate
  throw conflict(
    'texts_gone',
    `The ${name} has leaf ${index} in the log, and what a certificate shows beside it is gone: its inputs, explanation or rules were removed past the service.`,
  )
})

/** A 503: its place in the log is not signed yet. */
const notYet = (name: string) =>
  serviceUnavailable(
    'not_in_checkpoint',
    `The ${name} is final, and its place in the log is not signed yet; try again in a moment.`,
  )

type Asked = FastifyRequest<{
  Params: { seller_code: string }
  Querystring: { period?: string; revision?: number }
}>

/** A seller, and a revision of its score: null where there is none, and without a leaf. */
type Found = SellerScope &
  Omit<NamedLeaf, 'period' | 'index' | 'statement'> & {
    seller_code: string
    period: string | null
    is_final: boolean | null
    index: number | null
    statement: string | null
  }

/**
 * The final score that a request asks about, in scope, and what it is called: by default the newest revision of the
 * period, or of the newest period with a final score.
 */
async function askedScore({ server: { db }, scope, params, query }: Asked) {
  const found = await db.row<Found>(
    `select s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id, asked.period,
            asked.revision, coalesce(m.status, r.score->>'status') = 'final' as is_final, ${NAMED}
     from sellers s
       left join lateral (
         select seller_id, period, coalesce($3::int, revision) as revision from monthly_scores
         where seller_id = s.id and (period = $2 or ($2::text is null and status = 'final'))
         order by period desc limit 1) asked on true
       left join log_leaves l using (seller_id, period, revision)
       ${NAMED_TABLES}
     where s.seller_code = $1`,
    [params.seller_code, query.period ?? null, query.revision ?? null],
    'certifiable-score',
  )
  const { seller_code, period, is_final, ...score } = knownSeller(scope, params.seller_code, found)
  if (period === null)
    throw notFound(
      'score_not_found',
      query.period
        ? `There is no score of ${seller_code} in ${query.period}.`
        : `There is no final score of ${seller_code}.`,
    )
  const { revision, index } = score
  const name = `score of ${seller_code} in ${period}`
  if (is_final === null) throw notFound('revision_not_found', `The ${name} has no revision ${revision}.`)
  if (!is_final)
    throw conflict(
      'score_not_final',
      index === null
        ? `Revision ${revision} of the ${name} is not final: certificates are of final scores.`
        : `Revision ${revision} of the ${name} is not final, and leaf ${index} of the log says that it was: somebody has changed its state past the service.`,
    )
  return { ...score, period, name }
}
