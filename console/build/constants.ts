import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

/** Puts the values of service.ts in the place of the code that works them out. */
export const constants: Plugin = {
  name: 'constants',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]console[\\/]service\.ts$/ }, async ({ path }) => ({
      contents: Object.entries(await import(pathToFileURL(path).href))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
        .join(''),
    }))
  },
}
