import { engine } from '../../../src/domain/scores/engine.ts'
import { trustedKeys } from '../../../src/domain/transparency/log-keys.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { isValid } from '../../../src/transparency/check.ts'
import { formatVerifierKey } from '../../../src/transparency/log/verifier-key.ts'
import type { verifyRoute } from './schemas.ts'
import { consistentCheck, storedCheck } from './stored.ts'

type Task = typeof import('../tasks/verify-task.ts').default

const verifyTask = new URL('../tasks/verify-task.ts', import.meta.url)

/** Verifies a certificate: by itself, in a thread, and then against what the service has. */
export const verifyCertificate: Handler<typeof verifyRoute> = async (request, reply) => {
  const { server, body } = request
  const keys = trustedKeys(server.logKeys).map(formatVerifierKey)
  const input = { certificate: body, keys, engine: engine() }
  const found = await server.threads.run<Task>(verifyTask, input, clientDisconnected(reply))
  if ('problem' in found) throw badRequest('not_a_certificate', `This is no certificate: ${found.problem}.`)
  const { stored, current_revision } = await storedCheck(server.db, body.statement, found.index)
  const consistent = await consistentCheck(server.db, server.env.LOG_ORIGIN, found.checkpoint)
  const checks = [...found.checks, stored, consistent]
  return { valid: isValid(checks), checks, current_revision }
}
