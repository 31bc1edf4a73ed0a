import { sha256 } from '../scoring/canonical-json.ts'

/** A file of the code: its path in the project and its text. */
export type CodeFile = { path: string; text: string }

/** Where the files are that an engine is made of: those in this folder, without the folders in it. */
export const ENGINE_FOLDER = 'src/scoring/'

/** sha256 over a line `path sha256` for each file, in the order of their paths: the name of some code. */
export const codeHash = (files: readonly CodeFile[]): string =>
  sha256(
    files
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, text }) => `${path} ${sha256(text)}\n`)
      .join(''),
  )
