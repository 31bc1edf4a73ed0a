import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { Env } from '../../env.ts'
import { type LoggerOptions, loggerOf, withSerializers } from '../logs/logger.ts'
import { RequestLines, useRequestLines } from '../logs/request-lines.ts'
import { answerNoRequest } from './connections/client-errors.ts'
import { answerKnownHosts } from './connections/known-hosts.ts'
import { frameworkProblem, useProblems } from './errors/error-handler.ts'
import { noValidators, serializerOpts, serializersAtFirstUse } from './requests/compile-at-first-use.ts'
import { refuseUnknownTypes } from './requests/content-types.ts'
import { readUntypedJson, refuseUnstorableText } from './requests/json-bodies.ts'
import { readLeniently } from './requests/lenient-requests.ts'
import { useValidation } from './requests/validation.ts'
import { setSecurityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    env: Env
  }
}

/** The server that all plugins run in: how requests are read, checked and refused. */
export function openServer(env: Env, logger: LoggerOptions = loggerOf(env.LOG_LEVEL)) {
  const app = Fastify({
    logger: withSerializers(logger),
    logController: new RequestLines(),
    trustProxy: env.TRUST_PROXY ?? false, // by address, as a count would believe who comes around the proxies
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    pluginTimeout: 0, // a migration may take hours; whatever a start waits for has a bound of its own
    return503OnClosing: false, // draining.ts does, in the form of all errors
    // Node looks for late headers only from time to time, so what it bounds is less.
    http: {
      headersTimeout: env.REQUEST_TIMEOUT_SECONDS * 900,
      connectionsCheckingInterval: env.REQUEST_TIMEOUT_SECONDS * 100,
    },
    serializerOpts,
    schemaController: {
      compilersFactory: { buildSerializer: serializersAtFirstUse, buildValidator: noValidators },
    },
    frameworkErrors: frameworkProblem,
    clientErrorHandler: answerNoRequest,
  })
  app.decorate('env', env)
  setSecurityHeaders(app)
  useRequestLines(app)
  refuseUnknownTypes(app)
  readLeniently(app)
  useValidation(app)
  useProblems(app)
  answerKnownHosts(app)
  app.removeContentTypeParser('text/plain') // no route takes a text, and a body without its type comes as one
  refuseUnstorableText(app)
  readUntypedJson(app)
  return app
}
