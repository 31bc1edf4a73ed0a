import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { onceMade } from '../../once-made.ts'
import type { ApiDescription } from '../description.ts'
import type { Json } from '../models.ts'
import { capital } from '../names.ts'
import { readGuides } from './guides.ts'
import { pageOf } from './page.ts'

/** A file that the page loads, with a name such as start-1f3a….js. Another content has another name. */
export type Asset = ReturnType<typeof createAsset>

/** @param name its name without the hash */
function createAsset(name: string, content: Buffer) {
  const ending = extname(name)
  return {
    name: `${name.slice(0, -ending.length)}-${hash('sha256', content, 'hex').slice(0, 16)}${ending}`,
    type: TYPES[ending] as string,
    content,
    /** The content compressed, at its first use. */
    gzipped: onceMade(() => promisify(gzip)(content)),
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/**
 * The page, and by name what it loads: the library of Scalar, which comes with its package for Fastify (of which
 * nothing else is used), its start and its style. The document that it shows is asked for by itself.
 * @param isDemo whether requests that the page sends may name user 1
 */
export async function makePage(description: ApiDescription, isDemo: boolean) {
  const scalar = dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'))
  const files = {
    'scalar.js': join(scalar, 'js/standalone.js'),
    'start.js': join(import.meta.dirname, 'start.js'),
    'look.css': join(import.meta.dirname, 'look.css'),
  }
  const assets = await Promise.all(
    Object.entries(files).map(async ([name, file]) => createAsset(name, await readFile(file))),
  )
  const [library, start, style] = assets.map(({ name }) => `/docs/assets/${name}`) as [string, string, string]
  const page = pageOf({ ...description, library, start, style, source: '/docs/reference.json', isDemo })
  return {
    page: createAsset('page.html', Buffer.from(page)),
    assets: new Map(assets.map((asset) => [asset.name, asset])),
  }
}

/** The API's document as the page shows it: with guides before the reference, which programs have no use for. */
export async function makeSource(
  document: Json,
  { introduction, guides, tagTitles }: ApiDescription,
): Promise<Asset> {
  const tags = (document.tags as { name: string }[]).map((tag) => ({
    ...tag,
    'x-displayName': tagTitles[tag.name] ?? capital(tag.name),
  }))
  const info = {
    ...(document.info as Json),
    description: `${introduction}\n\n${await readGuides(guides)}`,
  }
  return createAsset('reference.json', Buffer.from(JSON.stringify({ ...document, info, tags })))
}
