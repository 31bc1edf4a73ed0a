import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The endings of a file's compressed forms, which lie beside it. */
export const FORMS = { br: '.br', gzip: '.gz' }

/** All files, and beside each what it is in brotli and in gzip, as small as they get. */
export async function compress(files: Map<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  const forms = [...files].map(async ([path, content]) => {
    const params = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    const [small, smaller] = await Promise.all([zip(content, { level: 9 }), brotli(content, { params })])
    return [
      [path, content],
      [`${path}${FORMS.gzip}`, small],
      [`${path}${FORMS.br}`, smaller],
    ] as [string, Uint8Array][]
  })
  return new Map((await Promise.all(forms)).flat())
}
