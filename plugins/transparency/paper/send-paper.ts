import type { FastifyReply, FastifyRequest } from 'fastify'
import { trustedKeys } from '../../../src/domain/transparency/log-keys.ts'
import { preferredType } from '../../../src/platform/http/requests/preferred-type.ts'
import type { Certificate } from '../../../src/transparency/certificate.ts'
import { formatVerifierKey } from '../../../src/transparency/log/verifier-key.ts'
import { paperOf } from './page.ts'
import { readProgram } from './program.ts'

/** Whether a caller would rather have a page than JSON: a browser, not a program that takes anything. */
export const wantsPage = (request: FastifyRequest): boolean =>
  preferredType(request.headers.accept, ['application/json', 'text/html']) === 'text/html'

/** Answers a certificate as a page. */
export type SendPaper = ReturnType<typeof paperSender>

/** Answers certificates as pages that verify themselves. */
export function paperSender() {
  const program = readProgram()
  return ({ server }: FastifyRequest, reply: FastifyReply, certificate: Certificate) => {
    const keys = trustedKeys(server.logKeys, 'scores').map(formatVerifierKey)
    const { page, policy } = paperOf(certificate, keys, program)
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  }
}
