import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')

/** The commands of a page of the documentation, block by block, those of a list without its indent. */
export async function commandsOf(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent, block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

/** Finds the block of a page that has this text. */
export async function blockOf(page: string) {
  const blocks = await commandsOf(page)
  return (text: string) => blocks.find((one) => one.includes(text)) ?? `echo 'no block has ${text}'; exit 1`
}

/**
 * Runs blocks one after the other in one shell, in this checkout, as somebody who pastes them. `instead` says what
 * stands in the place of what a machine of the reader has.
 * @returns what they printed
 */
export async function paste(
  blocks: string[],
  { env = {}, instead = {} }: { env?: Record<string, string>; instead?: Record<string, string> } = {},
): Promise<string> {
  const script = Object.entries(instead).reduce(
    (text, [old, now]) => text.replaceAll(old, now),
    blocks.join('\n'),
  )
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: ROOT, env: { PATH, HOME, ...env }, maxBuffer: 16 * 1024 * 1024, timeout: 120_000 }
  return (await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)).stdout
}
