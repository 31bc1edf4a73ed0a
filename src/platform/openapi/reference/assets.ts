import { hash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { onceMade } from '../../once-made.ts'

/** A file that the page loads. Another content has another name, so it can be kept for ever. */
export interface Asset {
  /** Such as start-1f3a….js */
  name: string
  type: string
  content: Buffer
  /** The content compressed, at its first use. */
  gzipped(): Promise<Buffer>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** @param name its name without the hash, whose ending says the type */
export function createAsset(name: string, content: Buffer): Asset {
  const ending = extname(name)
  return {
    name: `${name.slice(0, -ending.length)}-${hash('sha256', content, 'hex').slice(0, 16)}${ending}`,
    type: TYPES[ending] as string,
    content,
    gzipped: onceMade(() => promisify(gzip)(content)),
  }
}
