import t from 'tap'
import { goodRequests } from '../../../generated/good-requests.ts'
import { world } from '../../../spec/world.ts'

interface Parameter {
  in: 'query' | 'path' | 'header'
  name: string
  schema: { type?: string }
}

const NO_NUMBERS = ['1e309', '-1e309', 'Infinity', '-Infinity', 'NaN']
const NOT_WHOLE = ['1e0', '01', '1.0', '+1', ' 1']

const the = await world(t)
// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is documented to be
const { paths } = the.app.swagger() as any

/** Every parameter of every route that is a number, with a request that the route takes. */
const numbers = (await goodRequests(the)).flatMap((good) => {
  const operation = paths[good.path.replaceAll(/:(\w+)/g, '{$1}')]?.[good.method.toLowerCase()]
  return ((operation?.parameters ?? []) as Parameter[])
    .filter(({ schema }) => schema.type === 'integer' || schema.type === 'number')
    .map((parameter) => ({ good, parameter }))
})

t.ok(
  numbers.some(({ parameter }) => parameter.in === 'query'),
  'there are some in queries',
)
t.ok(
  numbers.some(({ parameter }) => parameter.in === 'path'),
  'there are some in paths',
)

for (const { good, parameter } of numbers)
  t.test(`${parameter.name} in the ${parameter.in} of ${good.method} ${good.path}`, async (t) => {
    const isWhole = parameter.schema.type === 'integer'
    for (const text of isWhole ? [...NO_NUMBERS, ...NOT_WHOLE] : NO_NUMBERS) {
      const at = (place: string) => (parameter.in === place ? { [parameter.name]: text } : {})
      const params: Record<string, string> = { ...good.params, ...at('path') }
      const query = Object.entries({ ...good.query, ...at('query') }).filter(([, value]) => value !== '')
      const path = good.path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '')
      const response = await the.app.inject({
        method: good.method as 'GET',
        url: `${path}?${new URLSearchParams(query)}`,
        headers: { ...good.headers, ...at('header') },
        payload: good.body as object,
      })
      t.equal(response.statusCode, 400, text)
      t.match(response.json().error, new RegExp(`^${parameter.name} `), text)
    }
  })
