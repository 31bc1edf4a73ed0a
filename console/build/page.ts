import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { areaStyles, type Bundle, outputOf, withImports } from './bundle.ts'

/** Where the service serves what is in dist/. */
const BASE = '/console/'

/** In index.html, where the tags of what was built belong. */
const PLACE = '<!-- assets -->'

/**
 * index.html as it is served, with the tags of what was built. The script of the colours blocks, so that nothing is
 * painted before it has run; what main.tsx imports at once is fetched beside it instead of after it. The styles of
 * areas are only named: see styles/load.ts.
 */
export async function pageOf(pages: string, bundled: Bundle): Promise<Uint8Array> {
  const page = await readFile(join(pages, 'index.html'), 'utf8')
  if (!page.includes(PLACE)) throw new Error(`index.html must have ${PLACE} in its head.`)
  const main = outputOf(bundled, 'main.tsx')
  const tags = [
    `<script src="${BASE}${outputOf(bundled, 'theme.ts')}"></script>`,
    `<link rel="stylesheet" href="${BASE}${outputOf(bundled, 'styles/all.css')}" />`,
    `<script type="module" src="${BASE}${main}"></script>`,
    ...[...withImports(bundled, main)]
      .filter((path) => path !== main)
      .map((path) => `<link rel="modulepreload" href="${BASE}${path}" />`),
    ...areaStyles(bundled).map(([area, path]) => `<meta name="styles-${area}" content="${BASE}${path}" />`),
  ]
  return Buffer.from(page.replace(PLACE, () => tags.join('\n    ')))
}
