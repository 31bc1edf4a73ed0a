import { Type } from '@sinclair/typebox'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, OneOf, Timestamp, WholeListQuery } from '../../../src/platform/schemas/schemas.ts'

const Size = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] })

const Hash = (description: string) =>
  Type.String({ description, examples: ['3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w='] })

const Proof = Type.Array(Hash('base64'), { description: 'Hashes as RFC 9162 has them, in base64' })

const NOTE =
  'scores.example.com/log\n204\n3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w=\n\n— scores.example.com/log 2Ej1…\n'

const Checkpoint = Type.Object({
  origin: Type.String({ description: 'The name of the log', examples: ['scores.example.com/log'] }),
  size: Size('Leaves of the log', 204),
  root: Hash('The root hash, base64'),
  checkpoint: Type.String({
    description: 'The C2SP checkpoint: a signed note',
    examples: [NOTE],
  }),
  created_at: Timestamp({ description: 'When it was signed' }),
})

export const checkpointRoute = route('GET', '/api/transparency/checkpoint', 'public', {
  operationId: 'getCheckpoint',
  summary: 'The newest signed head of the log',
  description:
    'A c2sp.org/tlog-checkpoint, as text/plain; with `Accept: application/json` its fields. Keep one: a log that is ever rewritten no longer has it as its beginning.',
  response: {
    200: {
      description: 'The checkpoint',
      content: {
        'text/plain': { schema: Type.String({ examples: [NOTE] }) },
        'application/json': { schema: Checkpoint },
      },
    },
    404: { $ref: 'Problem#', description: 'The log has no signed head yet' },
  },
})

export const keyRoute = route('GET', '/api/transparency/key', 'public', {
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
})

export const consistencyRoute = route('GET', '/api/transparency/consistency', 'public', {
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
})

export const inclusionRoute = route('GET', '/api/transparency/inclusion/:index', 'public', {
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
})

export const entriesRoute = route('GET', '/api/transparency/entries', 'model.read', {
  operationId: 'listLogEntries',
  summary: 'The statements of the log',
  description:
    'The leaves in their order: start without `after`, then pass the `next` of each answer. Their sha256 behind a zero byte is the hash of the leaf.',
  querystring: Closed({
    after: Type.Optional(Size('The `next` of an earlier answer: the index of its last leaf', 16)),
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
})
