import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { codeOfStatus } from '../errors/error-codes.ts'
import { badRequest } from '../errors/problems.ts'
import { SECURITY_HEADERS } from '../security-headers.ts'

const { STATUS_CODES } = process.getBuiltinModule('node:http') // an import would load its WebSocket, and so undici

/** The errors of the HTTP parser, by Node's names: the status and the sentence of the answer. */
const REASONS: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
}
const HEADERS = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const NO_HTTP: [number, string] = [400, 'The request is not valid HTTP.']

/** Answers what never becomes a request, because it is no HTTP, in the form of all errors, and hangs up. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, sentence] = REASONS[error.code ?? ''] ?? NO_HTTP
  if (socket.writable) socket.write(answerOf(status, sentence))
  socket.destroy(error)
}

/** Answers in the form of all errors what Node itself would refuse without a word, or with an empty answer. */
export function answerOddRequests(app: FastifyInstance) {
  app.server.on('checkExpectation', ({ socket }) =>
    hangUpWith(socket, 417, 'The header Expect may only be 100-continue.'),
  )
  app.server.on('connect', (_request, socket: Duplex) =>
    hangUpWith(socket, 405, 'The service is no proxy: it has no CONNECT.'),
  )
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isNameless = headers.host === undefined && raw.httpVersion === '1.1'
    done(isNameless ? badRequest('bad_request', 'The header Host is missing.') : undefined)
  })
}

/** Ends both sides of the connection with the answer: a client that keeps its own open would hold it for ever. */
function hangUpWith(socket: Duplex, status: number, sentence: string) {
  socket.on('error', () => {}) // who has gone needs no answer
  socket.end(answerOf(status, sentence), () => socket.destroy())
}

function answerOf(status: number, sentence: string): string {
  const body = JSON.stringify({ error: sentence })
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${HEADERS}X-Error-Code: ${codeOfStatus(status)}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}
