import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Lays beside each text what it is in brotli and in gzip. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = globSync('**/*.{html,js,css}', { cwd: dir }).map((file) => join(dir, file))
    await Promise.all(
      files.map(async (file) => {
        const content = await readFile(file)
        const [br, gz] = await Promise.all([brotli(content), zip(content)])
        await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
      }),
    )
  },
})
