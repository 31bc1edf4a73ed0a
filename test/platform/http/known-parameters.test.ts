import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app, call } = await testApp(t, { WORKER: 'off' })
const { token } = (await call(null, 'POST', '/api/auth/login', { username: 'bod', password: 'x' })).body
const bearer = { authorization: `Bearer ${token}` }
const reads = app
  .routeTable()
  .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/') && !url.startsWith('/api/health'))

// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is documented to be
const document = (await app.apiDocument()) as any

/** The names of the query parameters that the documentation shows of a read. */
const documented = (url: string): string[] => {
  const { parameters = [] } = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')].get
  return parameters.flatMap((one: { in: string; name: string }) => (one.in === 'query' ? [one.name] : []))
}

t.ok(reads.length > 35)
for (const { url } of reads)
  t.test(`GET ${url} refuses a parameter that it does not know`, async (t) => {
    const needed = url.endsWith('/facts')
      ? 'metric=order_data_accuracy&'
      : url.endsWith('/compare')
        ? 'with=10&'
        : ''
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
