import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { appealOf } from '../../src/domain/appeals/appeal-row.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { appealExpiry, expireAppeals } from './appeal-expiry.ts'
import { commentRoute, listCommentsRoute } from './comment-schemas.ts'
import { addComment, listComments } from './comments.ts'
import { precedentsRoute } from './precedent-schemas.ts'
import { getPrecedents } from './precedents.ts'
import { getPreview } from './preview.ts'
import { pageOfAppeals } from './queries.ts'
import { reviewAsAmHead, reviewAsOps, withdrawAppeal } from './review.ts'
import { getRoute, previewRoute, reviewAmRoute, reviewOpsRoute, withdrawRoute } from './review-schemas.ts'
import { createRoute, listRoute } from './schemas.ts'
import { submitAppeal } from './submit.ts'
import { getAppeal } from './timeline.ts'

/** Appeals against scores, and the two reviews that decide them. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.jobs.add(appealExpiry)
  app.addHook('onReady', catchUp)
  app.route({ ...listRoute, handler: listAppeals })
  app.route({ ...createRoute, handler: submitAppeal })
  app.route({ ...getRoute, handler: getAppeal })
  app.route({ ...previewRoute, handler: getPreview })
  app.route({ ...precedentsRoute, handler: getPrecedents })
  app.route({ ...reviewOpsRoute, handler: reviewAsOps })
  app.route({ ...reviewAmRoute, handler: reviewAsAmHead })

  app.route({ ...withdrawRoute, handler: withdrawAppeal })
  app.route({ ...listCommentsRoute, handler: listComments })
  app.route({ ...commentRoute, handler: addComment })

  /** Runs the expiry at startup, in case no worker was up last night. */
  async function catchUp() {
    if (app.env.WORKER === 'on') await expireAppeals(app)
  }
}

export default fp(plugin, {
  name: 'appeals',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'jobs', 'events'],
})

const listAppeals: Handler<typeof listRoute> = async ({ server, scope, query }) => {
  const { data, ...page } = await pageOfAppeals(server.db, scope, query)
  return { data: data.map(appealOf), ...page }
}
