import t from 'tap'
import { testApp } from '../../setup/app.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every object inside a value, with the way to it. */
function* objectsIn(value: unknown, way = ''): Generator<[string, Json]> {
  if (!isObject(value)) return
  yield [way, value]
  for (const [name, part] of Object.entries(value)) yield* objectsIn(part, `${way}/${name}`)
}

const { app } = await testApp(t)
// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is documented to be
const document = app.swagger() as any

t.test(
  'in the API’s document is_rated stands beside every total, which says what it is of the unrated',
  async (t) => {
    let totals = 0
    for (const [way, { properties }] of objectsIn(document)) {
      if (!isObject(properties) || !isObject(properties.total_sos) || way.includes('/requestBody/')) continue
      totals++
      t.ok('is_rated' in properties, way)
      t.match(properties.total_sos.description, /is_rated/, way)
    }
    t.ok(totals > 10, `${totals}`)
  },
)

t.test('what looks like the same number of a month’s end says that it is another', async (t) => {
  const { paths, components } = document
  const { description } = paths['/api/sos/sellers/{seller_code}/score/projection'].get
  t.match(description, /expected_total.*another number.*basis pace/)
  const says = /expected_total of the projection is another number/
  for (const asked of ['AskWhatIf', 'FindCheapestPath'])
    for (const model of [`${asked}Body`, `${asked}Answer`])
      t.match(JSON.stringify(components.schemas[model]), says, model)
  const { parameters } = paths['/api/sos/sellers/{seller_code}/score/sensitivity'].get
  t.match(parameters.find(({ name }: Json) => name === 'basis').description, says)
})
