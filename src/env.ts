import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseDatabaseUrl } from './platform/database/connect/database-url.ts'
import { StartupError } from './platform/process/startup-error.ts'
import { FORMATS } from './platform/schemas/formats.ts'
import { SETTINGS } from './settings.ts'

type Settings = Static<typeof SETTINGS>

/** The settings with every default that depends on another setting filled in. */
export type Env = Settings &
  Required<Pick<Settings, 'AUTH_MODE' | 'HOST' | 'DEMO_DATA' | 'DRAIN_SECONDS' | 'WEBHOOK_ALLOW_PRIVATE'>>

/**
 * Reads and checks the settings; empty values count as absent.
 * @throws StartupError with a sentence for each setting that is wrong, all of them at once
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const known = Object.keys(SETTINGS.properties)
  const given = Object.fromEntries(
    known
      .filter((name) => source[name])
      .map((name) => [name, settingOf(name as keyof Settings, source[name])]),
  )
  const settings = Value.Default(SETTINGS, given) as Settings
  const wrong = new Map<string, string>()
  for (const { path } of Value.Errors(SETTINGS, settings)) {
    const name = path.split('/')[1] as keyof Settings
    wrong.set(name, notValid(name, source[name]))
  }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const url = settings[name]
    const read = url === undefined || wrong.has(name) ? undefined : parseDatabaseUrl(url)
    if (typeof read === 'string') wrong.set(name, `${name} ${read}`)
  }
  const env = withDependentDefaults(settings)
  for (const name of ['JWT_SECRET', 'WEBHOOK_SECRET_KEY'] as const)
    if (env.AUTH_MODE === 'verified' && !env[name]) wrong.set(name, `${name} is missing: ${NEEDED[name]}`)
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    wrong.set('DATABASE_DIRECT_URL', 'DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or none.')
  if (env.METRICS_PORT && env.METRICS_PORT === env.PORT)
    wrong.set('METRICS_PORT', 'METRICS_PORT and PORT are the same: metrics need a port of their own.')
  if (wrong.size > 0) throw new StartupError(together([...wrong.values()]))
  return env
}

/** What a text stands for: digits for a number, true or false for a switch, too. */
function settingOf(name: keyof Settings, text = '') {
  const { enum: words, type }: TSchema = SETTINGS.properties[name]
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : text
  return String(words) === 'on,off' ? (SWITCHES[text] ?? text) : text
}

const SWITCHES: Record<string, string> = { true: 'on', false: 'off' }

const NEEDED = {
  JWT_SECRET: 'verified mode needs a secret of at least 32 characters to sign tokens.',
  WEBHOOK_SECRET_KEY:
    'verified mode needs a secret of at least 32 characters to encrypt the secrets of webhooks.',
}

function notValid(name: keyof Settings, value: string | undefined): string {
  const schema: TSchema = SETTINGS.properties[name]
  const shown = schema.writeOnly ? '' : ` (${JSON.stringify(value)})`
  const rule = requirement(schema)
  return `${name} is not valid${shown}. It means: ${schema.description}.${rule ? ` It ${rule}.` : ''}`
}

/** What a schema asks of its value, as the end of a sentence; undefined where its description says it. */
function requirement({ enum: words, type, minimum, maximum, minLength, format }: TSchema) {
  if (words) return `must be one of ${words.join(', ')}`
  if (type === 'integer') return `must be a whole number from ${minimum} to ${maximum}`
  if (minLength) return `must have at least ${minLength} characters`
  return FORMATS[format ?? '']?.says
}

function together(sentences: string[]): string {
  if (sentences.length === 1) return sentences[0] as string
  return [`${sentences.length} settings are wrong:`, ...sentences.map((sentence) => `- ${sentence}`)].join(
    '\n',
  )
}

function withDependentDefaults(settings: Settings): Env {
  const AUTH_MODE = settings.AUTH_MODE ?? (settings.NODE_ENV === 'production' ? 'verified' : 'demo')
  const demo = AUTH_MODE === 'demo'
  return {
    ...settings,
    AUTH_MODE,
    HOST: settings.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    DEMO_DATA: settings.DEMO_DATA ?? (demo ? 'on' : 'off'),
    DRAIN_SECONDS: settings.DRAIN_SECONDS ?? (demo && !settings.TRUST_PROXY ? 0 : 5),
    WEBHOOK_ALLOW_PRIVATE: settings.WEBHOOK_ALLOW_PRIVATE ?? (demo ? 'on' : 'off'),
  }
}
