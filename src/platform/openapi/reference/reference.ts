import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ApiDescription } from '../description.ts'
import type { Json } from '../models.ts'
import { createAsset } from './assets.ts'
import { pageOf } from './page.ts'
import { shownDocument } from './shown-document.ts'

/**
 * The page, and by name what it loads: the library of Scalar, which comes with its package for Fastify (of which
 * nothing else is used), its start and its style. The document that it shows is asked for by itself.
 * @param isDemo whether requests that the page sends may name user 1
 */
export async function makePage(description: ApiDescription, isDemo: boolean) {
  const here = (name: string) => join(import.meta.dirname, name)
  const contents = await Promise.all(
    [libraryPath(), here('start.js'), here('look.css')].map((file) => readFile(file)),
  )
  const assets = ['scalar.js', 'start.js', 'look.css'].map((name, i) =>
    createAsset(name, contents[i] as Buffer),
  )
  const [library, start, style] = assets.map(({ name }) => `/docs/assets/${name}`) as [string, string, string]
  const page = pageOf({ ...description, library, start, style, source: '/docs/reference.json', isDemo })
  return {
    page: createAsset('page.html', Buffer.from(page)),
    assets: new Map(assets.map((asset) => [asset.name, asset])),
  }
}

/** The document as the page shows it. */
export const makeSource = async (document: Json, description: ApiDescription) =>
  createAsset('reference.json', Buffer.from(JSON.stringify(await shownDocument(document, description))))

function libraryPath() {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
  return join(dirname(entry), 'js/standalone.js')
}
