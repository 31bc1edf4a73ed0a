import { accessSync, constants, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import PACKAGES from './programs.json' with { type: 'json' }

/** A program that some tests need beside Node, npm and the tools of every system; its package is Debian's. */
export type Program = keyof typeof PACKAGES

export const PROGRAMS = Object.keys(PACKAGES) as Program[]

/** What a program is called elsewhere. Chromium's shell draws no window, which takes half of its time. */
const NAMES: Partial<Record<Program, string[]>> = { chromium: ['chromium-headless-shell', 'chromium'] }

/** PROGRAM_PLACES are the only folders to look in: `.ci/bare` names one that has none of these programs. */
const PLACES = process.env.PROGRAM_PLACES?.split(delimiter) ?? [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  ...globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
]

/** Where a program is; undefined where it is not installed. CHROMIUM_PATH names another Chromium. */
export function findProgram(name: Program): string | undefined {
  const given = name === 'chromium' && process.env.CHROMIUM_PATH
  if (given) return [given].find(isProgram)
  const { [name]: names = [name] } = NAMES
  return names.flatMap((name) => PLACES.map((place) => join(place, name))).find(isProgram)
}

/** Why a test that needs a program is skipped; false where it is installed. */
export const missing = (name: Program): string | false =>
  !findProgram(name) && `${name} is not installed (Debian: ${PACKAGES[name]})`

/** The folder of a PostgreSQL of the machine with all its programs, the newest; undefined where there is none. */
export function findPostgres(): string | undefined {
  const initdb = findProgram('initdb')
  return initdb && dirname(dirname(realpathSync(initdb)))
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
