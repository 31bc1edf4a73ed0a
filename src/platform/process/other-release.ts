import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Gauge } from 'prom-client'
import { sourceHash } from './source-hash.ts'

const FOLDER = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')

/** Under `node --watch` somebody works on the code, and builds pages to see them. */
export const isWatched = process.env.WATCH_REPORT_DEPENDENCIES !== undefined

/** An upgrade changes much: it is looked at when nothing has changed for so long. */
const CALM_MS = 1_000

/**
 * Says in the log and by a metric that the folder of this process has come to hold another release. The process goes on
 * as what it is. What changes the packages is noticed, or a file at the top of the folder.
 */
export function noticeOtherRelease({ log, metrics }: Pick<FastifyInstance, 'log' | 'metrics'>) {
  if (isWatched) return
  const own = sourceHash(FOLDER).catch(() => undefined)
  let isOther = false
  const gauge: Gauge = metrics.gauge({
    name: 'sos_release_replaced',
    help: '1 while the folder that the process was started from holds another release, to which it is to be restarted',
    collect: () => gauge.set(isOther ? 1 : 0),
  })

  async function look() {
    const found = await sourceHash(FOLDER).catch(() => undefined) // half of it is there: more changes follow
    if (found === undefined || (found !== (await own)) === isOther) return
    isOther = !isOther
    if (isOther) log.warn(REPLACED)
    else log.info('the folder of this process holds its own release again')
  }

  let calm: NodeJS.Timeout | undefined
  const unnoticed = ({ message }: Error) =>
    log.info({ reason: message }, 'another release in the folder of this process will not be noticed')
  try {
    const watcher = watch(FOLDER, { persistent: false }, () => {
      clearTimeout(calm)
      calm = setTimeout(look, CALM_MS).unref()
    })
    watcher.on('error', unnoticed)
    metrics.onClose(() => watcher.close())
  } catch (error) {
    unnoticed(error as Error)
  }
}

const REPLACED =
  'the folder of this process holds another release: the process goes on as the one that it is; restart it to run the other'
