import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../../../env.ts'
import { forbidden } from '../errors/problems.ts'

/**
 * In demo mode the service asks for no password, because only this machine reaches it. A foreign page could still reach
 * it through the browser, by a name of its own that points to 127.0.0.1 (DNS rebinding). So what is bound to loopback
 * answers to loopback names, to addresses, which can't be made to point elsewhere, and to ALLOWED_HOSTS.
 */
export function answerKnownHosts(app: FastifyInstance) {
  const { AUTH_MODE, HOST, ALLOWED_HOSTS = '' } = app.env
  if (AUTH_MODE !== 'demo' || !isLoopback(HOST)) return
  const allowed = new Set(ALLOWED_HOSTS.split(',').map((host) => host.trim().toLowerCase()))
  app.addHook('onRequest', ({ headers: { host } }, _reply, done) => {
    const name = nameIn(host)
    const isKnown = name !== '' && (isLoopbackName(name) || isIP(name) > 0 || allowed.has(name))
    done(isKnown ? undefined : refusal(name))
  })
}

/** The name in a Host header, without its port, brackets and final dot. */
function nameIn(host = ''): string {
  const [, inBrackets, plain = ''] = host.match(/^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/) ?? []
  return (inBrackets ?? plain).toLowerCase().replace(/\.$/, '')
}

const isLoopbackName = (name: string) => name === 'localhost' || name.endsWith('.localhost')

/** Asks whether this HOST is reached from this machine alone. */
const isLoopback = (host: Env['HOST']) =>
  isLoopbackName(host.toLowerCase()) || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1'

const refusal = (name: string) =>
  forbidden(
    'host_not_allowed',
    `In demo mode the service answers on this machine only, not as ${name || 'a host without a name'}; to change that, add the name to ALLOWED_HOSTS.`,
  )
