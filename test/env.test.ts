import t from 'tap'
import { readEnv } from '../src/env.ts'

const secret = 'x'.repeat(32)

t.test('without any setting the service runs the demo on this machine only', async (t) => {
  t.match(readEnv({}), {
    AUTH_MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: 3000,
    DEMO_DATA: 'on',
    WORKER: 'on',
    BUSINESS_TIMEZONE: 'UTC',
  })
})

t.test('production asks for proof, listens everywhere and has no demo data', async (t) => {
  t.match(readEnv({ NODE_ENV: 'production', JWT_SECRET: secret, WEBHOOK_SECRET_KEY: secret }), {
    AUTH_MODE: 'verified',
    HOST: '0.0.0.0',
    DEMO_DATA: 'off',
    DRAIN_SECONDS: 5,
    WEBHOOK_ALLOW_PRIVATE: 'off',
  })
})

t.test(
  'a server behind a proxy drains before it stops, and one of a demo only when it is told to',
  async (t) => {
    t.equal(readEnv({}).DRAIN_SECONDS, 0)
    t.equal(readEnv({ TRUST_PROXY: '10.0.0.0/8' }).DRAIN_SECONDS, 5)
    t.equal(readEnv({ DRAIN_SECONDS: '7' }).DRAIN_SECONDS, 7)
  },
)

t.test('an empty value counts as absent', async (t) => t.equal(readEnv({ PORT: '' }).PORT, 3000))

t.test('a switch is on or off, or true or false', async (t) => {
  const SWITCHES = ['WORKER', 'DEMO_DATA', 'WEBHOOK_ALLOW_PRIVATE', 'CALCULATE_NIGHTLY'] as const
  for (const name of SWITCHES)
    for (const [given, read] of Object.entries({ on: 'on', off: 'off', true: 'on', false: 'off' }))
      t.equal(readEnv({ [name]: given })[name], read, `${name}=${given}`)
  t.throws(() => readEnv({ WORKER: 'yes' }), { message: /^WORKER is not valid .* must be one of on, off/ })
  t.throws(() => readEnv({ QUALITY_GATE: 'false' }), { message: /^QUALITY_GATE is not valid/ }, 'no switch')
})

t.test('a setting that is not valid stops the start with its name and meaning', async (t) => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http' }, /^PORT is not valid \("http"\)/],
    [{ PORT: '70000' }, /^PORT is not valid.* It must be a whole number from 0 to 65535\.$/],
    [{ KEEP_FACTS_MONTHS: '13.5' }, /^KEEP_FACTS_MONTHS is not valid \("13.5"\).* It must be a whole number/],
    [{ KEEP_EVENTS_MONTHS: '1e2' }, /^KEEP_EVENTS_MONTHS is not valid \("1e2"\).* It must be a whole number/],
    [{ PORT: '0x10' }, /^PORT is not valid \("0x10"\)/],
    [{ CURRENCY: 'XYZ' }, /^CURRENCY is not valid \("XYZ"\).* It must be an ISO 4217 code in capitals/],
    [{ ALLOWED_HOSTS: 'http://sos.test/' }, /^ALLOWED_HOSTS is not valid/],
    [{ AUTH_MODE: 'none' }, /^AUTH_MODE is not valid.*demo trusts.* It must be one of demo, verified\.$/],
    [{ CURRENCY: 'euro' }, /^CURRENCY is not valid.*ISO 4217/],
    [{ CURRENCY: 'CLF' }, /^CURRENCY is not valid.*CLF and UYW/],
    [{ BUSINESS_TIMEZONE: 'Mars/Olympus' }, /^BUSINESS_TIMEZONE is not valid.*IANA/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not valid/],
    [{ DATABASE_URL: 'postgres://u:a#b@h/x' }, /^DATABASE_URL must be a URL/],
    [{ TRUST_PROXY: 'on' }, /^TRUST_PROXY is not valid \("on"\)\. It means: Trusted proxies/],
    [{ TRUST_PROXY: '1' }, /^TRUST_PROXY is not valid/],
    [{ AUTH_MODE: 'verified', WEBHOOK_SECRET_KEY: secret }, /^JWT_SECRET is missing/],
    [{ AUTH_MODE: 'verified', JWT_SECRET: secret }, /^WEBHOOK_SECRET_KEY is missing/],
    [{ JWT_SECRET: 'short' }, /^JWT_SECRET is not valid/],
    [{ PORT: '3000', METRICS_PORT: '3000' }, /^METRICS_PORT and PORT are the same/],
    [{ DATABASE_DIRECT_URL: 'postgres://h/x' }, /^DATABASE_DIRECT_URL is set without DATABASE_URL/],
  ]
  for (const [settings, message] of cases)
    t.throws(() => readEnv(settings), { name: 'StartupError', message }, JSON.stringify(settings))
})

t.test('all settings that are wrong are said at once, each with its reason', async (t) => {
  const wrong = { NODE_ENV: 'production', PORT: '70000', BUSINESS_TIMEZONE: 'Mars', JWT_SECRET: 'short' }
  t.throws(() => readEnv(wrong), {
    message: new RegExp(
      [
        '^4 settings are wrong:',
        '- PORT is not valid \\("70000"\\)\\. It means: .*\\. It must be a whole number from 0 to 65535\\.',
        '- BUSINESS_TIMEZONE is not valid \\("Mars"\\)\\. .* must be an IANA time zone such as Europe/Berlin\\.',
        '- JWT_SECRET is not valid\\. .* It must have at least 32 characters\\.',
        '- WEBHOOK_SECRET_KEY is missing: verified mode needs .*\\.$',
      ].join('\n'),
    ),
  })
})

t.test('a secret never appears in the sentence about it', async (t) => {
  t.throws(() => readEnv({ JWT_SECRET: 'too-short-secret' }), { message: /^(?!.*too-short-secret)/ })
})
