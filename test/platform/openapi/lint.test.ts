import { createConfig, lintFromString } from '@redocly/openapi-core'
import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { call } = await testApp(t)
const document = (await call(null, 'GET', '/openapi.json')).body

/** Paths that are told apart all the same: an id is a number, and `am` is the router's before any code. */
const TOLD_APART = ['/api/webhooks/logs/{id}', '/api/sellers/am/{id}', '/api/sos/monthly/corrections/{id}']
const isToldApart = ({ ruleId, message }: { ruleId: string; message: string }) =>
  ruleId === 'no-ambiguous-paths' && TOLD_APART.some((path) => message.includes(`\`${path}\``))

/** What Redocly's recommended rules say of a document, one line each. They need no network. */
async function problems(document: object) {
  const rules = { 'no-invalid-schema-examples': 'error', 'no-invalid-parameter-examples': 'error' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const found = await lintFromString({ source: JSON.stringify(document), config })
  return found
    .filter((one) => !isToldApart(one))
    .map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)
}

t.test('recommended rules have nothing to say of the document', async (t) => {
  t.same(await problems(document), [])
})
