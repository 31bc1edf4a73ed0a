import t from 'tap'
import { testApp } from '../../../setup/app.ts'
import { someOf } from '../../../setup/form.ts'

const { app, call } = await testApp(t)
const { token } = (await call(null, 'POST', '/api/auth/login', { username: 'bod', password: 'x' })).body
const bearer = { authorization: `Bearer ${token}` }
const reads = app
  .routeTable()
  .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/') && !url.startsWith('/api/health'))

// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is documented to be
const document = app.swagger() as any

/** The names of the query parameters that the documentation shows of a read. */
const documented = (url: string): string[] => {
  const { parameters = [] } = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.get ?? {}
  return parameters.flatMap((one: { in: string; name: string }) => (one.in === 'query' ? [one.name] : []))
}

/** What a read can't do without, by the end of its address. */
const NEEDED = {
  '/facts': 'metric=order_data_accuracy&',
  '/model/fairness': 'by=size&favourable=Silver&',
  '/model/validity': 'outcome=late&',
  '/transparency/certificates': 'from=2026-01&to=2026-02&',
  '/transparency/consistency': 'from=0&to=0&',
}

t.ok(reads.length > 35)
for (const { url } of someOf(reads, 15))
  t.test(`GET ${url} refuses a parameter that it does not know`, async (t) => {
    const needed = Object.entries(NEEDED).find(([end]) => url.endsWith(end))?.[1] ?? ''
    const ask = (query: string) =>
      call('bod', 'GET', `${url.replaceAll(/:\w+/g, '1')}?${needed}${query}`, undefined, bearer)
    const { status, body } = await ask('unknwon=1')
    t.equal(status, 400)
    t.match(body.error, /^unknwon is not a known field here/)
    for (const name of documented(url))
      t.match(body.error, new RegExp(`[ ,]${name}[,.]`), `${name} is in the list`)
    const blank = await ask('_=1700000000')
    t.notMatch(blank.body.error ?? '', /^_ /, '_ is ignored')
  })
