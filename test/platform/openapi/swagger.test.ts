import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app, call } = await testApp(t)

t.test('@fastify/swagger is a plugin of the service itself: app.swagger() is the document', async (t) => {
  t.ok(app.hasPlugin('@fastify/swagger'))
  t.equal(app.swagger(), app.swagger(), 'it is made once')
  for (const path of ['/openapi.json', '/docs/json'])
    t.same((await call(null, 'GET', path)).body, JSON.parse(JSON.stringify(app.swagger())), path)
  t.equal((await call(null, 'GET', '/docs/yaml')).body, app.swagger({ yaml: true }))
})
