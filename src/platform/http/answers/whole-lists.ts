import type { Static, TUnknown } from '@sinclair/typebox'
import type { preSerializationHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { answerOf, MOST_ROWS, type WholeList } from '../../schemas/schemas.ts'

type List = Static<ReturnType<typeof WholeList<TUnknown>>>

/** A list that answers all of its rows (`WholeList`) warns whom it can't answer all at once. */
export const wholeLists = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      const fields = answerOf(route.schema)?.properties ?? {}
      if (route.method === 'GET' && 'total' in fields && 'warnings' in fields)
        route.preSerialization = [route.preSerialization ?? [], warnOfRest].flat()
    })
  },
  { name: 'whole-lists' },
)

/** Who has asked for so many rows as came knows that there may be more. */
const warnOfRest: preSerializationHookHandler = (request, _reply, answer, done) => {
  const list = answer as List
  const { data, total, page, limit, warnings = [] } = list
  if (!(page * limit < total) || limitIn(request.url) <= MOST_ROWS) return done(null, list)
  const rest = `${said(data.length)} of ${said(total)} rows are shown; ask for page=${page + 1}.`
  done(null, { ...list, warnings: [...warnings, rest] })
}

/** The limit as it was sent, without which all rows are asked for. */
const limitIn = (url: string) =>
  Number(new URLSearchParams(url.split('?')[1]).get('limit') || Number.POSITIVE_INFINITY)

const said = (rows: number) => rows.toLocaleString('en')
