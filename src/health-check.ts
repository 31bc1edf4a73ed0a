import { readCommand } from './platform/process/command.ts'

/**
 * Exits with 0 when the server or worker of this container or machine can do its work, else with 1 and the reason.
 * METRICS_PORT, where it is set, serves readiness in both; without it a server has it on PORT, and a worker nowhere.
 */
readCommand({
  name: 'node src/health-check.ts',
  about:
    'Exits with 0 when the server or worker at METRICS_PORT, else the server at PORT, can do its work; else with 1 and the reason.',
})

const ANSWER_MS = 4_000
/** Loaded only where it is needed: this is run every few seconds. */
const usualPort = async () => (await import('./settings.ts')).SETTINGS.properties.PORT.default
const { METRICS_PORT, METRICS_HOST, PORT, HOST } = process.env
const given = METRICS_PORT ? METRICS_HOST : HOST
const host = !given || given === '0.0.0.0' || given === '::' ? '127.0.0.1' : given

try {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${METRICS_PORT || PORT || (await usualPort())}/api/health/ready`
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
} catch (error) {
  const { message, cause } = error as Error & { cause?: Error }
  console.error(cause?.message ?? message)
  process.exitCode = 1
}
