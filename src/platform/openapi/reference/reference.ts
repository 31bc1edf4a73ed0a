import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../../http/security-headers.ts'

/** Scalar writes styles inline; it needs neither workers nor code made of text. */
const PAGE_POLICY = pagePolicy("style-src 'self' 'unsafe-inline'")

const SCALAR = dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'))

/** What the page loads: in which folder each file is. Scalar's own plugin has its start in the page, as no policy of ours lets it. */
const FOLDERS = { 'standalone.js': join(SCALAR, 'js'), 'start.js': import.meta.dirname }

/** Serves the page at /docs, which shows the document by Scalar. */
export async function reference(app: FastifyInstance, { title }: { title: string }) {
  const hidden = { schema: { hide: true } }
  const page = pageOf(title, app.env.AUTH_MODE === 'demo' ? '1' : '')
  await app.register(staticFiles, { serve: false })
  app.get('/docs', hidden, async (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page),
  )
  for (const [name, folder] of Object.entries(FOLDERS))
    app.get(`/docs/assets/${name}`, { ...hidden, config: { isAsset: true } }, (_, reply) =>
      reply.sendFile(name, folder),
    )
}

/** The documentation page. @param user whom its requests name at first: in demo mode nobody has to prove who he is */
const pageOf = (title: string, user: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference" data-user="${user}"></div>
<noscript><p>The reference needs JavaScript. Without it, read the document itself: <a href="/docs/json">/docs/json</a> or <a href="/docs/yaml">/docs/yaml</a>.</p></noscript>
<script src="/docs/assets/standalone.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`
