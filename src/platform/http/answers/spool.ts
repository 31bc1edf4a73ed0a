import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { serviceUnavailable } from '../errors/problems.ts'

/** Bytes in a file of their own, so that only a file is held while the service waits for a caller. */
export type Spool = Awaited<ReturnType<Spools['open']>>

type Spools = ReturnType<typeof createSpools>

declare module 'fastify' {
  interface FastifyInstance {
    spools: Spools
  }
}

/** Keeps bodies and exports that are too large for memory in files of the system's temporary folder. */
export const spools = fp(
  async (app) => {
    app.decorate('spools', createSpools(app.env.SPOOL_MAX_MB, app.log))
  },
  { name: 'spools', dependencies: ['database'] },
)

const BYTES_PER_MEGABYTE = 1024 * 1024
const BLOCK_BYTES = 64 * 1024
/** How many full spools a process may hold, so that they don't fill the disk that the database may be on too. */
const MOST_FULL = 4

/** Spools of `megabytes` at the most, each in a file that `openFile` opens. */
export function createSpools(
  megabytes: number,
  log: Pick<FastifyBaseLogger, 'warn'>,
  openFile = openUnnamedFile,
) {
  const mostBytes = megabytes * BYTES_PER_MEGABYTE
  let held = 0 // bytes in all spools that are open

  /** An empty spool. `tooLarge` makes the error of what has more than that many megabytes. */
  async function openSpool(tooLarge: (megabytes: number) => Error) {
    const file = await openFile().catch(explainFullDisk)
    let size = 0 // bytes

    const resize = (bytes: number) => {
      held += bytes - size
      size = bytes
    }

    /**
     * Puts these blocks in place of what is in it.
     * @throws what the spool was opened with when they are too many; 503 when there is no room for them
     */
    async function fill(blocks: AsyncIterable<Buffer | string>) {
      if (size > 0) await file.truncate()
      resize(0)
      for await (const block of blocks) {
        const bytes = Buffer.byteLength(block)
        if (size + bytes > mostBytes) throw tooLarge(megabytes)
        if (held + bytes > mostBytes * MOST_FULL)
          throw serviceUnavailable('no_space', 'Other large pushes and exports use all the space; try again.')
        resize(size + bytes)
        await file.appendFile(block).catch(explainFullDisk)
      }
    }

    /** Reads its content from the beginning, as often as it is asked for. */
    async function* blocks() {
      for (let at = 0; at < size; ) {
        const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, size - at))
        const { bytesRead } = await file.read(block, 0, block.length, at)
        if (bytesRead === 0) throw new Error('a spool is shorter than what was written to it')
        at += bytesRead
        yield block.subarray(0, bytesRead)
      }
    }

    /** Reads its content as a stream, which closes the spool when it ends or is destroyed. */
    function stream() {
      const closeFile = () => close().catch((error) => log.warn({ err: error }, 'a spool was not closed'))
      return Readable.from(blocks(), { objectMode: false }).once('close', closeFile)
    }

    function close() {
      resize(0)
      return file.close()
    }

    return { size: () => size, fill, blocks, stream, close }
  }

  /** A spool that `fill` has filled; closed again where that fails. */
  async function filled(tooLarge: (megabytes: number) => Error, fill: (spool: Spool) => Promise<void>) {
    const spool = await openSpool(tooLarge)
    try {
      await fill(spool)
      return spool
    } catch (error) {
      await spool.close()
      throw error
    }
  }

  return { open: openSpool, filled, held: () => held }
}

/** It has no name from the beginning, so that nothing is left of it when the process is killed. */
async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `sos-spool-${randomUUID()}`)
  const file = await open(path, 'ax+', 0o600)
  await unlink(path)
  return file
}

function explainFullDisk(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  const sentence = 'The disk for large bodies and exports is full; try again later.'
  throw serviceUnavailable('no_space', sentence, { cause: error })
}
