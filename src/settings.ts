import { type IntegerOptions, type StringOptions, Type } from '@sinclair/typebox'
import { OneOf } from './platform/schemas/schemas.ts'

// The kinds of settings: each is given what it takes, and then what it means. The values of those that are `writeOnly`
// are never printed.

const whole = (takes: IntegerOptions) => (description: string) => Type.Integer({ ...takes, description })

const text = (takes: StringOptions) => (description: string) => Type.String({ ...takes, description })

const word =
  <const Words extends string[]>({ words, ...usual }: { words: Words; default: Words[number] }) =>
  (description: string) =>
    OneOf(words, { ...usual, description })

const optionalWhole = (takes: IntegerOptions) => (description: string) =>
  Type.Optional(whole(takes)(description))

const optionalText = (takes?: StringOptions) => (description: string) =>
  Type.Optional(Type.String({ ...takes, description }))

const optionalWord =
  <const Words extends string[]>(words: Words) =>
  (description: string) =>
    Type.Optional(OneOf(words, { description }))

/** Every setting of the service, its default and its meaning. The table in docs/settings.md is made of these texts. */
export const SETTINGS = Type.Object({
  // Mode and address
  NODE_ENV: word({ words: ['development', 'production', 'test'], default: 'development' })(
    'production changes the default of AUTH_MODE, on which those of HOST, DEMO_DATA, DRAIN_SECONDS and WEBHOOK_ALLOW_PRIVATE depend',
  ),
  AUTH_MODE: optionalWord(['demo', 'verified'])(
    'demo trusts X-User-Id alone; verified asks for a bearer token of the same user. Default: verified in production, else demo',
  ),
  HOST: optionalText()('Address to listen on. Default: 127.0.0.1 in demo mode, else 0.0.0.0'),
  ALLOWED_HOSTS: optionalText({ pattern: '^[\\w.-]+( *, *[\\w.-]+)*$' })(
    'Names, separated by commas, that demo mode on loopback answers to besides localhost and addresses, such as sos.test. It refuses others, because a foreign page could reach it by them',
  ),
  PORT: whole({ minimum: 0, maximum: 65535, default: 3000 })('Port to listen on; 0 takes a free one'),

  // Database
  DATABASE_URL: optionalText({ pattern: '^postgres(ql)?://', writeOnly: true })(
    'PostgreSQL 15 or newer, such as postgres://user:password@host/database. ?schema=name keeps the tables in that schema. Without it a PostgreSQL is started inside DATA_DIR',
  ),
  DATABASE_DIRECT_URL: optionalText({ pattern: '^postgres(ql)?://', writeOnly: true })(
    'The PostgreSQL server itself, where DATABASE_URL names a connection pooler: for the queue and migrations',
  ),
  DATA_DIR: text({ default: '.data' })('Where the embedded PostgreSQL keeps its data'),
  DATABASE_POOL_SIZE: whole({ minimum: 3, maximum: 500, default: 12 })(
    'Connections of one process for requests and jobs, at least 3 (the queue opens 5 more): a quarter and at most 4 for reads of one thing, identity and readiness, the rest in halves for bulk work and for everything else',
  ),

  // Business
  BUSINESS_TIMEZONE: text({ format: 'time-zone', default: 'UTC' })(
    'IANA time zone in which months begin and end, such as Europe/Berlin, no offset: Node and PostgreSQL must read it alike, which each start compares',
  ),
  CURRENCY: optionalText({ format: 'currency' })(
    'ISO 4217 code of the currency of all amounts, such as EUR; not CLF and UYW, which have four decimals. Amounts have its decimals: none (JPY), two or three (KWD); two without the setting. When set, a pushed fact with another currency is rejected; without it the currency of a fact is ignored',
  ),

  // Process: jobs, demo data, logs
  WORKER: word({ words: ['on', 'off'], default: 'on' })(
    'off: this process serves HTTP only and leaves jobs to src/worker.js',
  ),
  DEMO_DATA: optionalWord(['on', 'off'])('Fill an empty database with demo data. Default: on in demo mode'),
  LOG_LEVEL: word({ words: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: 'info' })(
    'The lowest level that is logged',
  ),

  // Metrics and proxies
  METRICS_PORT: optionalWhole({ minimum: 0, maximum: 65535 })(
    'Serves /metrics, /api/health and /api/health/ready on a port of their own, in workers too, and asks nobody who they are. Without it the server has /metrics beside the API, for callers with the permission metrics.read',
  ),
  METRICS_HOST: text({ default: '127.0.0.1' })(
    'Address of METRICS_PORT; 0.0.0.0 when Prometheus runs on another machine, behind a firewall or in a network of its own',
  ),
  TRUST_PROXY: optionalText({ format: 'networks' })(
    'Trusted proxies: addresses or networks, separated by commas, such as 10.0.0.0/8. X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto count only when the request comes from one of them. It must add its caller to the first, of which the last address that is no trusted proxy counts, and overwrite the others',
  ),

  // Logins
  JWT_SECRET: optionalText({ minLength: 32, writeOnly: true })(
    'Signs access tokens; at least 32 characters. Required in verified mode; demo mode creates one and keeps it in the database',
  ),
  PASSWORD_MIN_LENGTH: whole({ minimum: 1, maximum: 200, default: 8 })(
    'The fewest characters of a password that this service keeps; one that an external identity provider keeps follows the provider’s rule',
  ),
  IDP_URL: optionalText({ pattern: '^https?://' })(
    'An external identity provider with the password grant of GoTrue, which then checks all passwords: people log in with their e-mail address. Without it the service checks passwords itself',
  ),
  IDP_API_KEY: optionalText({ writeOnly: true })(
    'Sent to the external identity provider in the apikey header, if it needs one',
  ),
  IDP_TIMEOUT_MS: whole({ minimum: 100, maximum: 60000, default: 5000 })(
    'How long the external identity provider may take',
  ),

  // Webhooks
  WEBHOOK_ALLOW_PRIVATE: optionalWord(['on', 'off'])(
    'on: events may go to addresses that are not public, such as this machine. Default: on in demo mode, else off',
  ),
  WEBHOOK_SECRET_KEY: optionalText({ minLength: 32, writeOnly: true })(
    'Encrypts the signing secrets of webhook subscriptions; at least 32 characters. Required in verified mode; demo mode creates one and keeps it in the database',
  ),
  WEBHOOK_SECRET_KEY_PREVIOUS: optionalText({ minLength: 32, writeOnly: true })(
    'A second key that opens stored secrets, while WEBHOOK_SECRET_KEY is changed; npm run rotate-secrets encrypts all of them with WEBHOOK_SECRET_KEY',
  ),

  // Transparency log
  LOG_SIGNING_KEY: optionalText({ writeOnly: true })(
    'Signs the heads of the transparency log: an Ed25519 key as PKCS #8 in base64; two, separated by a comma, while it is changed. Demo mode creates one and keeps it in the database; without one in verified mode there are no certificates',
  ),
  LOG_ORIGIN: text({ pattern: '^[^\\s+,]{1,200}$', default: 'seller-operating-score' })(
    'The name of the transparency log in its signed heads, such as scores.example.com/log: without blanks, + and commas, the same for ever, and no other log’s',
  ),
  LOG_TRUSTED_KEYS: optionalText()(
    'Verifier keys of the past (name+id+base64), separated by commas: certificates that they signed still verify',
  ),

  // Commands
  CREATE_USER_PASSWORD: optionalText({ writeOnly: true })(
    'Password of the account that npm run create-user creates. Without it the command asks for it, but with IDP_URL, where it takes none',
  ),

  // Calculation
  CALCULATE_WAIT_SECONDS: whole({ minimum: 1, maximum: 3600, default: 30 })(
    'How long POST /api/sos/monthly/calculate waits for a sign of progress before it answers 503',
  ),
  CALCULATE_NIGHTLY: word({ words: ['on', 'off'], default: 'off' })(
    'on: the running month, and the one before until it is final, are calculated once a night',
  ),
  COMPUTE_THREADS: whole({ minimum: 1, maximum: 16, default: 2 })(
    'How many threads one process has at the most for long computations, such as the path to a tier; a thread takes up to some hundred megabytes while it computes, and ends when it has had nothing to do for ten seconds',
  ),

  // Requests: limits of time, rate and size
  REQUEST_TIMEOUT_SECONDS: whole({ minimum: 1, maximum: 3600, default: 60 })(
    'How long the headers of a request may take, and then its body; a push may take longer, but each kilobyte of it must arrive within this time',
  ),
  RATE_LIMIT_PER_MINUTE: whole({ minimum: 0, maximum: 1000000, default: 0 })(
    'How many requests one user may send from one address in a minute, and how many may come from one address without a user, such as logins; 0 is no limit. Each process counts for itself. Enforcement, sync and health do not count',
  ),
  RATE_LIMIT_ENFORCEMENT_PER_MINUTE: whole({ minimum: 0, maximum: 1000000, default: 0 })(
    'The same for enforcement, which is asked for every order; 0 is no limit',
  ),
  RATE_LIMIT_SYNC_PER_MINUTE: whole({ minimum: 0, maximum: 1000000, default: 0 })(
    'The same for everything under /api/sync; 0 is no limit',
  ),
  EXPORT_TIMEOUT_SECONDS: whole({ minimum: 1, maximum: 86400, default: 600 })(
    'The connection of an answer, such as an export, ends when the client takes no byte of it for this long',
  ),
  SPOOL_MAX_MB: whole({ minimum: 1, maximum: 1048576, default: 1024 })(
    'How large an atomic push of NDJSON or an export may be; it is kept in a file of the temporary folder (TMPDIR); all of them together take at most four times this',
  ),

  // Stop
  DRAIN_SECONDS: optionalWhole({ minimum: 0, maximum: 600 })(
    'How long a server that is to stop serves on while it says that it is not ready, so that a load balancer sends it nothing more: longer than the balancer takes to notice. Default: 5 in verified mode and behind TRUST_PROXY, else 0',
  ),
  SHUTDOWN_SECONDS: whole({ minimum: 1, maximum: 600, default: 25 })(
    'How long a stop waits for running requests and jobs, after DRAIN_SECONDS',
  ),

  // Finalizing
  QUALITY_GATE: word({ words: ['warn', 'block', 'off'], default: 'warn' })(
    'What finalize does when the data of the month look incomplete: warn says so in its answer, block refuses until each check that blocks is accepted by name, off judges nothing. A month that is not over is refused in each until that is accepted',
  ),

  // Retention
  KEEP_FACTS_MONTHS: whole({ minimum: 13, maximum: 1200, default: 25 })(
    'Facts of months longer ago than this, at least 13, are deleted by the daily job, once all scores of the month are final',
  ),
  KEEP_EVENTS_MONTHS: whole({ minimum: 1, maximum: 1200, default: 25 })(
    'Events older than this are deleted by the daily job',
  ),
  KEEP_DELIVERY_LOG_DAYS: whole({ minimum: 1, maximum: 3650, default: 90 })(
    'Delivery attempts older than this are deleted by the daily job, and deliveries that were settled before',
  ),
  KEEP_IDEMPOTENCY_HOURS: whole({ minimum: 1, maximum: 8760, default: 24 })(
    'How long the answer to an Idempotency-Key is kept',
  ),
})
