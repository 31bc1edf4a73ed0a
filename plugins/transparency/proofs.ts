import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { trustedKeys } from '../../src/domain/transparency/log-keys.ts'
import { sizeOf } from '../../src/domain/transparency/logs.ts'
import { badRequest, notFound } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, OneOf, Problem, WholeListQuery } from '../../src/platform/schemas/schemas.ts'
import { toBase64 } from '../../src/transparency/bytes.ts'
import { consistencyRanges, inclusionRanges } from '../../src/transparency/log/merkle.ts'
import { formatVerifierKey } from '../../src/transparency/log/note.ts'
import { newestCheckpoint, rangeHashes } from './log.ts'
import { leavesAfter } from './nightly/check-scores.ts'

const Size = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] })

const Hash = (description: string) =>
  Type.String({ description, examples: ['3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w='] })

const Proof = Type.Array(Hash('base64'), { description: 'Hashes as RFC 9162 has them, in base64' })

const NOTE =
  'scores.example.com/log\n204\n3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w=\n\n— scores.example.com/log 2Ej1…\n'

export const getCheckpoint = endpoint('GET', '/api/transparency/checkpoint', 'public', {
  operationId: 'getCheckpoint',
  summary: 'The newest signed head of the log',
  description:
    'A c2sp.org/tlog-checkpoint, as text/plain: the name of the log, its size, its root hash in base64, and the signatures. Keep one: a log that is ever rewritten no longer has it as its beginning.',
  response: {
    200: {
      description: 'The checkpoint',
      content: { 'text/plain': { schema: Type.String({ examples: [NOTE] }) } },
    },
    404: Problem('The log has no signed head yet'),
  },
})(async ({ server }, reply) => {
  const found = await newestCheckpoint(server.db)
  if (!found) throw notFound('checkpoint_not_found', 'The log of scores has no signed head yet.')
  reply.header('cache-control', 'no-cache')
  return reply.type('text/plain; charset=utf-8').send(found.note) as never
})

export const listKeys = endpoint('GET', '/api/transparency/key', 'public', {
  operationId: 'listLogKeys',
  summary: 'The keys that verify the log',
  description:
    'Verifier keys as C2SP writes them: name+id+base64. A certificate proves nothing to who takes the key from the one that is to be checked: get it once, from where the operator publishes it, and keep it.',
  response: {
    200: Type.Object({
      keys: Type.Array(
        Type.Object({
          log: OneOf(['scores'], { examples: ['scores'] }),
          key: Type.String({
            description: 'The verifier key',
            examples: ['scores.example.com/log+d848f5aa+AbYlHzSF1hWZtXqnXPs8Nzi0vV3Oe1yPrqX3tCkfOjGM'],
          }),
          use: OneOf(['signs', 'past'], {
            description: 'signs: it signs new heads; past: it signed earlier ones',
            examples: ['signs'],
          }),
        }),
      ),
    }),
  },
})(async ({ server: { logKeys } }) => ({
  keys: trustedKeys(logKeys).map((key, n) => ({
    log: 'scores' as const,
    key: formatVerifierKey(key),
    use: n < logKeys.signers.length ? ('signs' as const) : ('past' as const),
  })),
}))

export const getConsistency = endpoint('GET', '/api/transparency/consistency', 'public', {
  operationId: 'getConsistencyProof',
  summary: 'Prove that the log only grew',
  description:
    'The proof of RFC 9162, section 2.1.4, that the log of `from` leaves is the beginning of that of `to`.',
  querystring: Closed({
    from: Size('Leaves of the earlier log', 3),
    to: Type.Optional(Size('Leaves of the later one; default: of the newest checkpoint', 7)),
  }),
  response: {
    200: Type.Object({ from: Size('As asked', 3), to: Size('As asked', 7), proof: Proof }),
  },
})(async ({ server, query }) => {
  const { from } = query
  const to = await sizeAsked(server, 'to', query.to)
  if (from > to) throw badRequest('beyond_log', `from must be at most to, which is ${to}, not ${from}.`)
  return { from, to, proof: (await rangeHashes(server.db, consistencyRanges(from, to))).map(toBase64) }
})

export const getInclusion = endpoint('GET', '/api/transparency/inclusion/:index', 'public', {
  operationId: 'getInclusionProof',
  summary: 'Prove that a leaf stands in the log',
  description: 'The proof of RFC 9162, section 2.1.3.',
  params: Type.Object({ index: Size('Place of the leaf, from 0', 17) }),
  querystring: Closed({
    size: Type.Optional(Size('Leaves of the log; default: of the newest checkpoint', 204)),
  }),
  response: {
    200: Type.Object({
      index: Size('As asked', 17),
      size: Size('Leaves of the log', 204),
      leaf_hash: Hash('base64'),
      proof: Proof,
    }),
  },
})(async ({ server, query, params: { index } }) => {
  const size = await sizeAsked(server, 'size', query.size)
  if (index >= size)
    throw badRequest('beyond_log', `index must be below size, which is ${size}, not ${index}.`)
  const leaf = { start: index, end: index + 1 }
  const hashes = await rangeHashes(server.db, [leaf, ...inclusionRanges(index, size)])
  const [leaf_hash = '', ...proof] = hashes.map(toBase64)
  return { index, size, leaf_hash, proof }
})

/** The size asked for, or that of the newest checkpoint. @throws 400 beyond the log */
async function sizeAsked({ db }: FastifyInstance, field: string, asked: number | undefined) {
  if (asked === undefined) return (await newestCheckpoint(db))?.size ?? 0
  const size = await sizeOf(db)
  if (asked > size)
    throw badRequest('beyond_log', `${field} must be at most ${size}, the size of the log, not ${asked}.`)
  return asked
}

export const listEntries = endpoint('GET', '/api/transparency/entries', 'model.read', {
  operationId: 'listLogEntries',
  summary: 'The statements of the log',
  description:
    'The leaves in their order: start without `after`, then pass the `next` of each answer. Their sha256 behind a zero byte is the hash of the leaf.',
  querystring: Closed({
    after: Type.Optional({
      ...Size('The `next` of an earlier answer: the index of its last leaf, or -1', 16),
      minimum: -1,
    }),
    limit: WholeListQuery.limit,
  }),
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          index: Size('Place in the log, from 0', 17),
          statement: Type.String({
            description: 'Canonical JSON',
            examples: ['{"as_of":"2026-06-01T00:00:00.000Z", …, "total_sos":72.93,"v":2}'],
          }),
          leaf_hash: Hash('base64'),
        }),
      ),
      next: Type.Integer({ description: 'What to pass as `after`; -1 for an empty log', examples: [17] }),
    }),
  },
})(async ({ server, query: { after = -1, limit } }) => {
  const leaves = await leavesAfter(server.db, after, limit)
  const data = leaves.map((leaf) => ({ ...leaf, leaf_hash: toBase64(leaf.leaf_hash) }))
  return { data, next: data.at(-1)?.index ?? after }
})
