import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import fp from 'fastify-plugin'
import { isRead } from '../connections/slow-callers.ts'
import { badRequest, payloadTooLarge, unsupportedMediaType } from '../errors/problems.ts'

const MEGABYTES = 32
const MOST_BYTES = MEGABYTES * 1024 * 1024
/**
 * How many bytes one packed byte may become, in a body that is longer than `ANY_RATIO_BYTES`. CSV of a stock count packs
 * 20 to 1, JSON of orders 75 to 1, a bomb 1,000 to 1.
 */
const MOST_RATIO = 100
/** Short bodies pack well, and do no harm. */
const ANY_RATIO_BYTES = 64 * 1024

/**
 * Bodies with `Content-Encoding: gzip` are unpacked while they come, no faster than they are read, so that none takes
 * more memory than it would without. What bounds a body of the route holds for what comes out.
 */
export const gzipBodies = fp(
  async (app) => {
    app.addHook('preParsing', (request, reply, body, done) => {
      const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
      if (['', 'identity'].includes(encoding) || !isRead(request)) return done(null, body)
      if (['gzip', 'x-gzip'].includes(encoding)) return done(null, unpacked(body as Readable))
      reply.header('accept-encoding', 'gzip')
      done(
        unsupportedMediaType(
          'unsupported_encoding',
          `Content-Encoding must be gzip, or left out for a body that is not packed; ${encoding} is not taken`,
        ),
      )
    })
  },
  { name: 'gzip-bodies', dependencies: ['slow-callers'] },
)

/** What a packed body holds. Fastify compares `receivedEncodedLength` with Content-Length. */
function unpacked(body: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: ANY_RATIO_BYTES })
  pipeline(body, gunzip, () => {}) // its error is that of gunzip, which is what is read here
  const content = Readable.from(boundedBlocks(gunzip), { objectMode: false })
  content.on('error', () => {}) // nobody else listens after who read it has left
  return Object.defineProperty(content, 'receivedEncodedLength', { get: () => gunzip.bytesWritten })
}

/** @throws 400 for what is no gzip or only a part of it, 413 for what gets too long; what `body` throws */
async function* boundedBlocks(gunzip: ReturnType<typeof createGunzip>) {
  let length = 0
  try {
    for await (const block of gunzip as AsyncIterable<Buffer>) {
      length += block.length
      if (length > MOST_BYTES) throw tooLarge(`more than ${MEGABYTES} MB`)
      if (length > ANY_RATIO_BYTES && length > MOST_RATIO * gunzip.bytesWritten)
        throw tooLarge(`more than ${MOST_RATIO} times its length`)
      yield block
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? unreadable(error as Error) : error
  }
}

const tooLarge = (what: string) =>
  payloadTooLarge('too_large', `The body unpacks to ${what}: send it without Content-Encoding, or in parts`)

const unreadable = ({ message }: Error) =>
  badRequest('body_not_readable', `The body is no whole gzip, as Content-Encoding says: ${message}`)
