import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { StartupError } from './platform/process/startup-error.ts'
import { OneOf } from './platform/schemas/schemas.ts'

/** Every setting of the service, its default and its meaning. The table in docs/settings.md is made of these texts. */
export const EnvSchema = Type.Object({
  NODE_ENV: OneOf(['development', 'production', 'test'], {
    default: 'development',
    description: 'production changes the defaults of AUTH_MODE and HOST',
  }),
  AUTH_MODE: Type.Optional(
    OneOf(['demo', 'verified'], {
      description:
        'demo trusts X-User-Id alone; verified asks for a bearer token of the same user. Default: verified in production, else demo',
    }),
  ),
  HOST: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Address to listen on. Default: 127.0.0.1 in demo mode, else 0.0.0.0',
    }),
  ),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 3000,
    description: 'Port to listen on; 0 takes a free one',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'PostgreSQL 15 or newer, such as postgres://user:password@host/database. Without it a PostgreSQL is started inside DATA_DIR',
    }),
  ),
  DATA_DIR: Type.String({
    minLength: 1,
    default: '.data',
    description: 'Where the embedded PostgreSQL keeps its data',
  }),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 3,
    maximum: 500,
    default: 12,
    description:
      'Connections of one process for requests and jobs, at least 3 (the queue opens 4 more): a sixth for enforcement, identity and readiness, the rest in halves for bulk work and for everything else',
  }),
  BUSINESS_TIMEZONE: Type.String({
    format: 'time-zone',
    default: 'UTC',
    description: 'IANA time zone in which months begin and end',
  }),
  CURRENCY: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'ISO 4217 code of the currency of all amounts, such as EUR. When set, a pushed fact with another currency is rejected; without it the currency of a fact is ignored',
    }),
  ),
  WORKER: OneOf(['on', 'off'], {
    default: 'on',
    description: 'off: this process serves HTTP only and leaves jobs to src/worker.ts',
  }),
  DEMO_DATA: Type.Optional(
    OneOf(['on', 'off'], { description: 'Fill an empty database with demo data. Default: on in demo mode' }),
  ),
  LOG_LEVEL: OneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The lowest level that is logged',
  }),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'Serves /metrics, /api/health and /api/health/ready on a port of their own, in workers too, and asks nobody who they are. Without it the server has /metrics beside the API, for callers with the permission metrics.read',
    }),
  ),
  METRICS_HOST: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    description:
      'Address of METRICS_PORT; 0.0.0.0 when Prometheus runs on another machine, behind a firewall or in a network of its own',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      format: 'networks',
      description:
        'Trusted proxies: addresses or networks, separated by commas, such as 10.0.0.0/8. X-Forwarded-For is used only when the request comes from one of them',
    }),
  ),
  JWT_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'Signs access tokens; at least 32 characters. Required in verified mode; demo mode creates one and keeps it in the database',
    }),
  ),
  PASSWORD_MIN_LENGTH: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 8,
    description:
      'The fewest characters of a password that this service keeps; one that an external identity provider keeps follows the provider’s rule',
  }),
  IDP_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'An external identity provider with the password grant of GoTrue. Without it the service checks passwords itself',
    }),
  ),
  IDP_API_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Sent to the external identity provider in the apikey header, if it needs one',
    }),
  ),
  IDP_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 60000,
    default: 5000,
    description: 'How long the external identity provider may take',
  }),
  WEBHOOK_ALLOW_PRIVATE: Type.Optional(
    OneOf(['on', 'off'], {
      description:
        'on: events may go to addresses that are not public, such as this machine. Default: on in demo mode, else off',
    }),
  ),
  WEBHOOK_SECRET_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'Encrypts the signing secrets of webhook subscriptions; at least 32 characters. Required in verified mode; demo mode creates one and keeps it in the database',
    }),
  ),
  CREATE_USER_PASSWORD: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Password of the account that npm run create-user creates. Without it the command asks for it',
    }),
  ),
  CALCULATE_WAIT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 30,
    description:
      'How long POST /api/sos/monthly/calculate waits for a sign of progress before it answers 503',
  }),
  CALCULATE_NIGHTLY: OneOf(['on', 'off'], {
    default: 'off',
    description: 'on: the running month, and the one before until it is final, are calculated once a night',
  }),
  REQUEST_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 60,
    description:
      'How long the headers of a request may take, and then its body; a push may take longer, but each kilobyte of it must arrive within this time',
  }),
  EXPORT_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 86400,
    default: 600,
    description: 'An export ends when the client reads nothing for this long',
  }),
  SPOOL_MAX_MB: Type.Integer({
    minimum: 1,
    maximum: 1048576,
    default: 1024,
    description:
      'How large an atomic push of NDJSON or an export may be; it is kept in a file of the temporary folder (TMPDIR); all of them together take at most four times this',
  }),
  SHUTDOWN_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 25,
    description: 'How long a stop waits for running requests and jobs',
  }),
  KEEP_FACTS_MONTHS: Type.Integer({
    minimum: 13,
    maximum: 1200,
    default: 25,
    description: 'Facts older than this are deleted by the daily job',
  }),
  KEEP_EVENTS_MONTHS: Type.Integer({
    minimum: 1,
    maximum: 1200,
    default: 25,
    description: 'Events older than this are deleted by the daily job',
  }),
  KEEP_DELIVERY_LOG_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 90,
    description: 'Delivery attempts older than this are deleted by the daily job',
  }),
  KEEP_IDEMPOTENCY_HOURS: Type.Integer({
    minimum: 1,
    maximum: 8760,
    default: 24,
    description: 'How long the answer to an Idempotency-Key is kept',
  }),
})

type Settings = Static<typeof EnvSchema>

/** The settings with every default that depends on another setting filled in. */
export type Env = Settings &
  Required<Pick<Settings, 'AUTH_MODE' | 'HOST' | 'DEMO_DATA' | 'WEBHOOK_ALLOW_PRIVATE'>>

/** Settings whose values are never printed. */
const SECRETS = ['JWT_SECRET', 'WEBHOOK_SECRET_KEY', 'DATABASE_URL', 'IDP_API_KEY', 'CREATE_USER_PASSWORD']

/**
 * Reads and checks the settings; empty values count as absent.
 * @throws StartupError with one sentence that names the setting
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const known = Object.keys(EnvSchema.properties)
  const given = Object.fromEntries(known.filter((name) => source[name]).map((name) => [name, source[name]]))
  const settings = Value.Convert(EnvSchema, Value.Default(EnvSchema, given))
  const problem = Value.Errors(EnvSchema, settings).First()
  if (problem) {
    const name = problem.path.split('/')[1] ?? ''
    const description = (problem.schema.description ??
      EnvSchema.properties[name as keyof Settings]?.description) as string
    const value = SECRETS.includes(name) ? '' : ` (${JSON.stringify(source[name])})`
    throw new StartupError(`${name} is not valid${value}. It means: ${description}.`)
  }
  return withDependentDefaults(settings as Settings)
}

function withDependentDefaults(settings: Settings): Env {
  const AUTH_MODE = settings.AUTH_MODE ?? (settings.NODE_ENV === 'production' ? 'verified' : 'demo')
  const demo = AUTH_MODE === 'demo'
  if (!demo && !settings.JWT_SECRET)
    throw new StartupError(
      'JWT_SECRET is missing: verified mode needs a secret of at least 32 characters to sign tokens.',
    )
  if (!demo && !settings.WEBHOOK_SECRET_KEY)
    throw new StartupError(
      'WEBHOOK_SECRET_KEY is missing: verified mode needs a secret of at least 32 characters to encrypt the secrets of webhooks.',
    )
  return {
    ...settings,
    AUTH_MODE,
    HOST: settings.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    DEMO_DATA: settings.DEMO_DATA ?? (demo ? 'on' : 'off'),
    WEBHOOK_ALLOW_PRIVATE: settings.WEBHOOK_ALLOW_PRIVATE ?? (demo ? 'on' : 'off'),
  }
}
