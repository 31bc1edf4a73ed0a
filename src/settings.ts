import { type SchemaOptions, type StringOptions, Type } from '@sinclair/typebox'
import { OneOf } from './platform/schemas/schemas.ts'

/** A whole number between two, and which one it is without the setting. */
const whole = (minimum: number, maximum: number, usual: number, { description }: { description: string }) =>
  Type.Integer({ minimum, maximum, default: usual, description })

const optionalText = (description: string, options: StringOptions = {}) =>
  Type.Optional(Type.String({ description, ...options }))

const optionalWord = <const Words extends string[]>(words: Words, options: SchemaOptions) =>
  Type.Optional(OneOf(words, options))

/** Every setting of the service, its default and its meaning. The table in docs/settings.md is made of these texts. */
export const SETTINGS = Type.Object({
  // Mode and address
  NODE_ENV: OneOf(['development', 'production', 'test'], {
    default: 'development',
    description:
      'production changes the default of AUTH_MODE, on which those of HOST, DEMO_DATA, DRAIN_SECONDS and WEBHOOK_ALLOW_PRIVATE depend',
  }),
  AUTH_MODE: optionalWord(['demo', 'verified'], {
    description:
      'demo trusts X-User-Id alone; verified asks for a bearer token of the same user. Default: verified in production, else demo',
  }),
  HOST: optionalText('Address to listen on. Default: 127.0.0.1 in demo mode, else 0.0.0.0'),
  ALLOWED_HOSTS: optionalText(
    'Names, separated by commas, that demo mode on loopback answers to besides localhost and addresses, such as sos.test. It refuses others, because a foreign page could reach it by them',
    { pattern: '^[\\w.-]+( *, *[\\w.-]+)*$' },
  ),
  PORT: whole(0, 65535, 3000, {
    description: 'Port to listen on; 0 takes a free one',
  }),

  // Database
  DATABASE_URL: optionalText(
    'PostgreSQL 15 or newer, such as postgres://user:password@host/database. ?schema=name keeps the tables in that schema. Without it a PostgreSQL is started inside DATA_DIR',
    { pattern: '^postgres(ql)?://' },
  ),
  DATABASE_DIRECT_URL: optionalText(
    'The PostgreSQL server itself, where DATABASE_URL names a connection pooler: for the queue and migrations',
    { pattern: '^postgres(ql)?://' },
  ),
  DATA_DIR: Type.String({
    default: '.data',
    description: 'Where the embedded PostgreSQL keeps its data',
  }),
  DATABASE_POOL_SIZE: whole(3, 500, 12, {
    description:
      'Connections of one process for requests and jobs, at least 3 (the queue opens 5 more): a quarter and at most 4 for reads of one thing, identity and readiness, the rest in halves for bulk work and for everything else',
  }),

  // Business
  BUSINESS_TIMEZONE: Type.String({
    format: 'time-zone',
    default: 'UTC',
    description:
      'IANA time zone in which months begin and end, such as Europe/Berlin, no offset: Node and PostgreSQL must read it alike, which each start compares',
  }),
  CURRENCY: optionalText(
    'ISO 4217 code of the currency of all amounts, such as EUR; not CLF and UYW, which have four decimals. Amounts have its decimals: none (JPY), two or three (KWD); two without the setting. When set, a pushed fact with another currency is rejected; without it the currency of a fact is ignored',
    { format: 'currency' },
  ),

  // Process: jobs, demo data, logs
  WORKER: OneOf(['on', 'off'], {
    default: 'on',
    description: 'off: this process serves HTTP only and leaves jobs to src/worker.js',
  }),
  DEMO_DATA: optionalWord(['on', 'off'], {
    description: 'Fill an empty database with demo data. Default: on in demo mode',
  }),
  LOG_LEVEL: OneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The lowest level that is logged',
  }),

  // Metrics and proxies
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'Serves /metrics, /api/health and /api/health/ready on a port of their own, in workers too, and asks nobody who they are. Without it the server has /metrics beside the API, for callers with the permission metrics.read',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    description:
      'Address of METRICS_PORT; 0.0.0.0 when Prometheus runs on another machine, behind a firewall or in a network of its own',
  }),
  TRUST_PROXY: optionalText(
    'Trusted proxies: addresses or networks, separated by commas, such as 10.0.0.0/8. X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto count only when the request comes from one of them. It must add its caller to the first, of which the last address that is no trusted proxy counts, and overwrite the others',
    { format: 'networks' },
  ),

  // Logins
  JWT_SECRET: optionalText(
    'Signs access tokens; at least 32 characters. Required in verified mode; demo mode creates one and keeps it in the database',
    { minLength: 32 },
  ),
  PASSWORD_MIN_LENGTH: whole(1, 200, 8, {
    description:
      'The fewest characters of a password that this service keeps; one that an external identity provider keeps follows the provider’s rule',
  }),
  IDP_URL: optionalText(
    'An external identity provider with the password grant of GoTrue, which then checks all passwords: people log in with their e-mail address. Without it the service checks passwords itself',
    { pattern: '^https?://' },
  ),
  IDP_API_KEY: optionalText('Sent to the external identity provider in the apikey header, if it needs one'),
  IDP_TIMEOUT_MS: whole(100, 60000, 5000, {
    description: 'How long the external identity provider may take',
  }),

  // Webhooks
  WEBHOOK_ALLOW_PRIVATE: optionalWord(['on', 'off'], {
    description:
      'on: events may go to addresses that are not public, such as this machine. Default: on in demo mode, else off',
  }),
  WEBHOOK_SECRET_KEY: optionalText(
    'Encrypts the signing secrets of webhook subscriptions; at least 32 characters. Required in verified mode; demo mode creates one and keeps it in the database',
    { minLength: 32 },
  ),
  WEBHOOK_SECRET_KEY_PREVIOUS: optionalText(
    'A second key that opens stored secrets, while WEBHOOK_SECRET_KEY is changed; npm run rotate-secrets encrypts all of them with WEBHOOK_SECRET_KEY',
    { minLength: 32 },
  ),

  // Transparency log
  LOG_SIGNING_KEY: optionalText(
    'Signs the heads of the transparency log: an Ed25519 key as PKCS #8 in base64; two, separated by a comma, while it is changed. Demo mode creates one and keeps it in the database; without one in verified mode there are no certificates',
  ),
  LOG_ORIGIN: Type.String({
    pattern: '^[^\\s+,]{1,200}$',
    default: 'seller-operating-score',
    description:
      'The name of the transparency log in its signed heads, such as scores.example.com/log: without blanks, + and commas, the same for ever, and no other log’s',
  }),
  LOG_TRUSTED_KEYS: optionalText(
    'Verifier keys of the past (name+id+base64), separated by commas: certificates that they signed still verify',
  ),

  // Commands
  CREATE_USER_PASSWORD: optionalText(
    'Password of the account that npm run create-user creates. Without it the command asks for it, but with IDP_URL, where it takes none',
  ),

  // Calculation
  CALCULATE_WAIT_SECONDS: whole(1, 3600, 30, {
    description:
      'How long POST /api/sos/monthly/calculate waits for a sign of progress before it answers 503',
  }),
  CALCULATE_NIGHTLY: OneOf(['on', 'off'], {
    default: 'off',
    description: 'on: the running month, and the one before until it is final, are calculated once a night',
  }),
  COMPUTE_THREADS: whole(1, 16, 2, {
    description:
      'How many threads one process has at the most for long computations, such as the path to a tier; a thread takes up to some hundred megabytes while it computes, and ends when it has had nothing to do for ten seconds',
  }),

  // Requests: limits of time, rate and size
  REQUEST_TIMEOUT_SECONDS: whole(1, 3600, 60, {
    description:
      'How long the headers of a request may take, and then its body; a push may take longer, but each kilobyte of it must arrive within this time',
  }),
  RATE_LIMIT_PER_MINUTE: whole(0, 1000000, 0, {
    description:
      'How many requests one user may send from one address in a minute, and how many may come from one address without a user, such as logins; 0 is no limit. Each process counts for itself. Enforcement, sync and health do not count',
  }),
  RATE_LIMIT_ENFORCEMENT_PER_MINUTE: whole(0, 1000000, 0, {
    description: 'The same for enforcement, which is asked for every order; 0 is no limit',
  }),
  RATE_LIMIT_SYNC_PER_MINUTE: whole(0, 1000000, 0, {
    description: 'The same for everything under /api/sync; 0 is no limit',
  }),
  EXPORT_TIMEOUT_SECONDS: whole(1, 86400, 600, {
    description:
      'The connection of an answer, such as an export, ends when the client takes no byte of it for this long',
  }),
  SPOOL_MAX_MB: whole(1, 1048576, 1024, {
    description:
      'How large an atomic push of NDJSON or an export may be; it is kept in a file of the temporary folder (TMPDIR); all of them together take at most four times this',
  }),

  // Stop
  DRAIN_SECONDS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 600,
      description:
        'How long a server that is to stop serves on while it says that it is not ready, so that a load balancer sends it nothing more: longer than the balancer takes to notice. Default: 5 in verified mode and behind TRUST_PROXY, else 0',
    }),
  ),
  SHUTDOWN_SECONDS: whole(1, 600, 25, {
    description: 'How long a stop waits for running requests and jobs, after DRAIN_SECONDS',
  }),

  // Finalizing
  QUALITY_GATE: OneOf(['warn', 'block', 'off'], {
    default: 'warn',
    description:
      'What finalize does when the data of the month look incomplete: warn says so in its answer, block refuses until each check that blocks is accepted by name, off judges nothing. A month that is not over is refused in each until that is accepted',
  }),

  // Retention
  KEEP_FACTS_MONTHS: whole(13, 1200, 25, {
    description:
      'Facts of months longer ago than this, at least 13, are deleted by the daily job, once all scores of the month are final',
  }),
  KEEP_EVENTS_MONTHS: whole(1, 1200, 25, {
    description: 'Events older than this are deleted by the daily job',
  }),
  KEEP_DELIVERY_LOG_DAYS: whole(1, 3650, 90, {
    description:
      'Delivery attempts older than this are deleted by the daily job, and deliveries that were settled before',
  }),
  KEEP_IDEMPOTENCY_HOURS: whole(1, 8760, 24, {
    description: 'How long the answer to an Idempotency-Key is kept',
  }),
})
