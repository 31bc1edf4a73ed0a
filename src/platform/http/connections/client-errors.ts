import type { Socket } from 'node:net'
import { codeOfStatus } from '../errors/error-codes.ts'

/** What Node says of bytes that never become a request, as a status and a sentence. */
const SAID: Record<string, [string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The path, its query and the headers are too long together.',
  ],
}
const UNREADABLE = ['400 Bad Request', 'The request can’t be read as HTTP.'] as const

/**
 * Answers what never becomes a request in the form of all errors, and hangs up: what follows can't be read either. While
 * a request before it waits for its own answer, it only hangs up: the caller would take this for that answer.
 */
export function answerNoRequest({ code }: Error & { code?: string }, socket: Socket) {
  const [status, error] = SAID[code ?? ''] ?? UNREADABLE
  const body = JSON.stringify({ error })
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Error-Code: ${codeOfStatus(Number.parseInt(status, 10))}`,
  ]
  const isAwaited = Boolean((socket as Socket & { _httpMessage?: object | null })._httpMessage)
  if (socket.writable && !isAwaited && code !== 'ECONNRESET')
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  else socket.destroy()
}
