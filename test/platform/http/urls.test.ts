import t from 'tap'
import { ALIASES } from '../../../plugins/webhooks/schemas.ts'
import { testApp } from '../../setup/app.ts'

// Every field of a request that takes a URL, which people open or the service calls.

const { call } = await testApp(t, { WEBHOOK_ALLOW_PRIVATE: 'on' })
const { id } = (await call('bod', 'POST', '/api/webhooks', { url: 'http://127.0.0.1:8080' })).body
const { paths, components } = (await call(null, 'GET', '/docs/json')).body

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  type?: string
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
}

const meant = (schema: Schema): Schema =>
  schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) as string] : schema

/** The fields of a body that take a URL, by their name or by their format. */
function urlFields(body: Schema): string[] {
  const { properties = {}, anyOf = [] } = meant(body)
  const own = Object.entries(properties).filter(([name, schema]) => {
    const { type, format } = meant(meant(schema).items ?? schema)
    return type === 'string' && (format === 'uri' || /(^|_)(url|uri|href|link|endpoint)s?$/.test(name))
  })
  return [...own.map(([name]) => name), ...anyOf.flatMap(urlFields)]
}

const fields = Object.entries<
  Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
>(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    urlFields(requestBody?.content['application/json']?.schema ?? {}).map((field) => ({
      method,
      path,
      field,
    })),
  ),
)

t.test('these fields take a URL, and no other', async (t) => {
  t.same([...new Set(fields.map(({ field }) => field))].sort(), ['evidence_urls', 'url'])
})

const UNSEEN = [
  '\u0007',
  '\u00ad',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200d',
  '\u200f',
  '\u202e',
  '\u2066',
]
UNSEEN.push('\u2028', '\u2800', '\u3164', '\ufe0f', '\ufeff', '\ufff9', '\u{e0041}', '\u0085', '\u00a0', '\\')
const REFUSED = [
  ...UNSEEN.map((mark) => `https://example.com/bill${mark}fdp.exe`),
  ...UNSEEN.map((mark) => `https://exam${mark}ple.com/bill.pdf`),
  'https://ada:secret@example.com/bill.pdf',
  'https://example.com@other.test/',
  'https://:secret@example.com/',
  'https://@example.com/',
  'HTTPS://ada@example.com',
]
const TAKEN = ['https://example.com/%E2%80%AE/@ada?to=a@b.test', 'https://bücher.example/rechnung-ä.pdf']

const APPEAL = {
  seller_code: 'S-1',
  period: '2026-01',
  component_appealed: 'o_score',
  appeal_reason_type: 'data_error',
}

/** Names under which a field is taken as well. */
const alsoCalled: Record<string, string[]> = { url: ALIASES.url }

for (const { method, path, field } of fields)
  for (const name of [field, ...(alsoCalled[field] ?? [])])
    t.test(`${name} of ${method.toUpperCase()} ${path}`, async (t) => {
      const ask = (url: string) => {
        const body = field === 'url' ? { events: ['*'], [name]: url } : { ...APPEAL, [name]: [url] }
        return call('bod', method.toUpperCase() as 'POST', path.replace(/\{\w+\}/, id), body)
      }
      for (const url of REFUSED) {
        const { status, body } = await ask(url)
        t.equal(status, 400, encodeURI(url))
        t.match(body.error, /^(url|evidence_urls\[0\]) must (have no|hold|not hold) /)
        t.notMatch(body.error, /secret/)
      }
      for (const url of TAKEN) t.notMatch((await ask(url)).body.error ?? '', /must (have no|hold|not hold) /)
    })
