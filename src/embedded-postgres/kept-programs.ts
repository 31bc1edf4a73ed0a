import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from './server-folder.ts'

/**
 * The programs beside the data of a server, as links where both are on one disk: a server reads its libraries and time
 * zones when it first needs them, and by then an upgrade may have taken the packages away. Where they can't be kept,
 * `find` says where they are.
 * @param name names the release of the programs
 */
export async function keptPrograms(root: string, name: string, find: () => Promise<string>): Promise<string> {
  const kept = join(root, name)
  if (await exists(kept)) return kept
  const found = await find()
  return keep(found, kept).catch(() => found)
}

/** They are put beside their place and renamed into it: whoever finds them finds all of them. */
async function keep(from: string, kept: string): Promise<string> {
  const unfinished = await mkdtemp(`${kept}.`)
  try {
    await linkTree(from, unfinished)
    await rename(unfinished, kept)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(kept))) throw error // another process may have been quicker
  }
  return kept
}

/** Links every file, and copies it where that is not allowed or leads to another disk. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!entry.name.endsWith('.a')) await link(source, target).catch(() => copyFile(source, target))
  }
}
