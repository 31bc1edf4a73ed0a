import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { codeOfStatus } from './error-codes.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Why the HTTP parser gives a request up, by Node's name of the error: the status and the sentence of the answer. */
const REASONS: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
}
const HEADERS = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const NO_HTTP: [number, string] = [400, 'The request is not valid HTTP.']

/** Answers what never becomes a request, because it is no HTTP, in the form of all errors, and hangs up. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, sentence] = REASONS[error.code ?? ''] ?? NO_HTTP
  const body = JSON.stringify({ error: sentence })
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${HEADERS}X-Error-Code: ${codeOfStatus(status)}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  socket.destroy(error)
}
