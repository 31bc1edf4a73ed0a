import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { meantSeller } from '../../../src/domain/sellers/find-seller.ts'
import { SellerName } from '../../../src/domain/sellers/seller-name.ts'
import { mayActor } from '../../../src/platform/access/roles.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { conflict, notFound, serviceUnavailable } from '../../../src/platform/http/errors/problems.ts'
import { type Handler, route } from '../../../src/platform/http/route.ts'
import { ByQuery, Closed, Id, Period } from '../../../src/platform/schemas/schemas.ts'
import { CERTIFICATE_FORMAT } from '../../../src/transparency/certificate.ts'
import { MORE_NAME_PATTERN, MOST_NAMES } from '../../../src/transparency/statement.ts'
import { newestCheckpoint } from '../log.ts'
import { judgeScores } from '../scores/judge-scores.ts'
import { readForJudge, rulesTexts } from '../scores/read-scores.ts'
import { certificateOf, proofTexts, textsOf } from './certificate-of.ts'
import { findCertifiable } from './queries.ts'

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

export const certificateRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/score/certificate',
  'seller-scores.read',
  {
    config: { answersTag: true },
    tags: ['transparency'],
    operationId: 'getScoreCertificate',
    summary: 'Certificate of a final score',
    description:
      'All that proves a final score to somebody who does not trust this service: its leaf in the log, the texts that the leaf names, and the proof that it stands in the log under a signed head. Verify it with `POST /api/sos/verify`, or offline with the package seller-operating-score-verify and a key of `GET /api/transparency/key`. 503 for some seconds after a score became final, and where the service has no signing key.',
    params: Type.Object({ seller_code: SellerName }),
    querystring: Closed({
      ...ByQuery,
      period: Type.Optional(
        Period({ description: 'Default: the newest month with a final score', examples: ['2026-05'] }),
      ),
      revision: Type.Optional(
        Id({ description: 'Default: the newest. Each approved appeal makes a new one' }),
      ),
    }),
    response: {
      200: CertificateShown,
      409: {
        $ref: 'Problem#',
        description: 'The score is not final, or does not come out of what is kept of it',
      },
      503: {
        $ref: 'Problem#',
        description:
          'The score has become final a moment ago, the service has no signing key, or the database does not answer; Retry-After says when to come back',
      },
    },
  },
)

/**
 * The certificate of a final score: its leaf, the texts that the leaf names, and the proof that it stands in the log.
 * @throws 404 for what there is not, 409 for a score that is not final, of which too little is kept, or that does not
 * come out of what is kept of it, and 503 until the leaf stands under a signed checkpoint
 */
export function certificateHandler({
  db,
  logKeys,
  threads,
}: FastifyInstance): Handler<typeof certificateRoute> {
  const rulesOf = rulesTexts(db)
  return async (request, reply) => {
    const { seller_id, score, name } = await askedScore(request)
    if (logKeys.signers.length === 0)
      throw serviceUnavailable(
        'no_signing_key',
        'This service has no LOG_SIGNING_KEY, so nothing of its log is signed and there are no certificates.',
      )
    const { index, statement } = score
    if (index === null || statement === null) {
      const read = await readForJudge(db, [{ ...score, seller_id }])
      const [judged] = await judgeScores({ threads }, read, clientDisconnected(reply))
      throw judged && 'problem' in judged ? refused(name, judged.problem) : notYet(name)
    }
    const leaf = { ...score, index, statement }
    const texts = await textsOf(leaf, rulesOf)
    if (texts === null)
      throw conflict(
        'texts_gone',
        `The ${name} has leaf ${index} in the log, and what a certificate shows beside it is gone: its inputs, explanation or rules were removed past the service.`,
      )
    const checkpoint = await newestCheckpoint(db)
    if (!checkpoint || checkpoint.size <= index) throw notYet(name)
    const [proof] = (await proofTexts(db, [index], checkpoint)) as [string]
    return certificateOf(leaf, texts, proof, mayActor(request.actor, 'scores.read'))
  }
}

type Asked = FastifyRequest<{
  Params: { seller_code: string }
  Querystring: { period?: string; revision?: number }
}>

/** The final score that a request asks about, in scope, and what it is called. */
async function askedScore({ server, scope, params, query }: Asked) {
  const found = await findCertifiable(server.db, params.seller_code, query)
  const { seller_id, seller_code, score } = meantSeller(scope, params.seller_code, found)
  if (!score)
    throw notFound(
      'score_not_found',
      query.period
        ? `There is no score of ${seller_code} in ${query.period}.`
        : `There is no final score of ${seller_code}.`,
    )
  const { revision, is_final, index } = score
  const name = `score of ${seller_code} in ${score.period}`
  if (is_final === null) throw notFound('revision_not_found', `The ${name} has no revision ${revision}.`)
  if (!is_final)
    throw conflict(
      'score_not_final',
      index === null
        ? `Revision ${revision} of the ${name} is not final: certificates are of final scores.`
        : `Revision ${revision} of the ${name} is not final, and leaf ${index} of the log says that it was: somebody has changed its state past the service.`,
    )
  return { seller_id, score, name }
}

/** A 503: its place in the log is not signed yet. */
const notYet = (name: string) =>
  serviceUnavailable(
    'not_in_checkpoint',
    `The ${name} is final, and its place in the log is not signed yet; try again in a moment.`,
  )

/** A 409: it never gets a leaf. */
const refused = (name: string, problem: string) =>
  conflict(
    'score_refused',
    `The ${name} is final, and the service has not made it so: it does not come out of what is kept of it (${problem}). It gets no leaf in the log, so there is no certificate.`,
  )
